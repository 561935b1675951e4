import { rebaseEdits, recordEdit } from "./history.ts";
import { isReady, isSoftware, openLab, useLab } from "../kit/engine.ts";
import type { LabSession } from "../kit/lab.ts";
import { fetchLab, LAB_NAMES, session } from "./labs.ts";
import { compareWithStep, followLecture, useLecture } from "./lecture.ts";
import { foldedIn, foldOnly, useSections } from "./sections.ts";
import { joinLink, labOf, type PageFields, splitLink } from "./url.ts";
import { say, useView } from "./view.ts";

/** Pause after the last edit before the address changes, the edit is taken as one, and a following sweep begins. */
const REST_MS = 400;

/** Ties the page together for as long as it lives: reads links, opens the device, and keeps the address a link. */
export async function startPage(): Promise<void> {
  const paint = ({ theme, present, embed } = useView.getState()) => {
    const { dataset } = document.documentElement;
    dataset.theme = theme;
    dataset.mode = embed ? "embed" : present ? "present" : "";
  };
  paint();
  useView.subscribe(paint);

  const untouched = location.hash === "";
  void openLab();
  // The address may have been written again since.
  window.addEventListener("hashchange", ({ newURL }) => void readLink(new URL(newURL).hash));
  await readLink(location.hash);
  // Without a link, or with one that makes no sense, the first lab is shown.
  if (!session()) await fetchLab(useView.getState().lab, follow);
  recordEdit();

  // A drag is one edit, however long the hand rests in it.
  window.addEventListener("pointerdown", () => (held = true), true);
  for (const end of ["pointerup", "pointercancel"]) {
    window.addEventListener(end, () => {
      held = false;
      recordEdit();
    });
  }

  useLecture.subscribe(({ open }, before) => open !== before.open && writeLink());
  useSections.subscribe(writeLink);
  useView.subscribe(({ present, embed }, before) => {
    if (present !== before.present || embed !== before.embed) writeLink();
  });
  // Whenever a device opens, the first time or after the worker died, what is on the page is computed.
  const onOpen = (state = useLab.getState()) => {
    if (!isReady(state)) return;
    session()?.shown(isSoftware(state), { opened: true, untouched });
    if (untouched) rebaseEdits();
  };
  useLab.subscribe((state, before) => isReady(before) || onOpen(state));
  onOpen();
  useView.subscribe(({ lab }, before) => {
    const state = useLab.getState();
    if (lab === before.lab) return;
    recordEdit();
    if (isReady(state)) session()?.shown(isSoftware(state), { opened: false, untouched: false });
  });
}

let held = false;
let rest: ReturnType<typeof setTimeout> | undefined;

/** Follows what is done in a lab, from its first visit on. */
function follow(one: LabSession): void {
  one.subscribe(() => {
    compareWithStep();
    clearTimeout(rest);
    rest = setTimeout(() => {
      writeLink();
      if (!held) recordEdit();
      session()?.rested?.();
    }, REST_MS);
  });
}

/** The fragment that reproduces the page: scenario, lecture and manner. */
export function pageLink(change: Partial<PageFields> = {}): string {
  const { lab, present, embed } = useView.getState();
  const { open } = useLecture.getState();
  return joinLink(session()?.link() ?? "", {
    lecture: open?.id,
    step: open?.step ?? 0,
    present,
    embed,
    folded: foldedIn(lab),
    ...change,
  });
}

let readings = 0;

async function readLink(hash: string): Promise<void> {
  const mine = ++readings;
  if (hash === "" || hash === pageLink()) return;
  try {
    const { fields, fragment } = splitLink(hash);
    const lab = labOf(fragment, LAB_NAMES);
    const { session: one } = await fetchLab(lab, follow);
    // Another link may have come while the lab was fetched.
    if (mine !== readings) return;
    // A link to a lecture that holds no scenario, not even a version, means the step's own.
    const bare = fields.lecture !== undefined && !fragment.includes("?");
    // The same said in other words changes nothing, so that nothing is computed again.
    const { present, embed, lecture, step, folded } = fields;
    foldOnly(lab, folded);
    if (!bare && one.canonical(fragment) !== one.link()) one.read(fragment);
    useView.setState(({ lab: before, enlarged }) => {
      return { lab, present, embed, enlarged: lab === before ? enlarged : undefined };
    });
    void followLecture(lecture === undefined ? undefined : { id: lecture, step }, bare);
    // The lab before may have written its own link in the meantime.
    if (location.hash !== hash) writeLink();
  } catch (error) {
    say(`This link cannot be shown. ${(error as Error).message}`, "warning");
    writeLink();
  }
}

function writeLink(): void {
  const link = pageLink();
  if (location.hash !== link) history.replaceState(null, "", link);
}
