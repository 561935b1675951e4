import { replaceAddress } from "./address.ts";
import { placeEdits, rebaseEdits, recordEdit, showPlacesBy } from "./history.ts";
import { recordEditsBy, say, unsay } from "../elements/notices.ts";
import { sayUnfetched } from "./unfetched.ts";
import { useAttention } from "../figures/attention.ts";
import { useCurrentLab } from "../kit/current-lab.ts";
import { useSections } from "../kit/sections.ts";
import { isReady, isSoftware, startGpu, useGpu, worker } from "../kit/engine.ts";
import { describeFailure } from "../elements/failure.ts";
import type { Lab, LabSession } from "../kit/lab.ts";
import { skipUnknown } from "#core/configuration/address.ts";
import { type LabName, LABS } from "../labs/registry.ts";
import { fetchLab, LAB_NAMES, labName, session, showLab, useLabs, useLeft, useMissingLab } from "./labs.ts";
import { setStudent } from "./answers.ts";
import { compareWithStep, followLecture, returnToStep, useLecture } from "./lecture.ts";
import { foldedIn, foldOnly } from "./folding.ts";
import { joinLink, labOf, LECTURE_LINK, type PageFields, pageIn, splitLink } from "./url.ts";
import { useView } from "./view.ts";

/**
 * Milliseconds after the last edit. Then the address changes, the edit becomes one step of the history, and a following
 * sweep begins.
 */
const REST_MS = 400;

/** The fields of the view that links have. */
const LINKED = ["present", "embed", "test", "teachers"] as const;

/** Connects the parts of the page: reads links, opens the device, and keeps the address up to date. */
export async function startPage(): Promise<void> {
  const paint = ({ theme, present, embed, printing } = useView.getState()) => {
    const { dataset } = document.documentElement;
    dataset.theme = printing ? "light" : theme;
    dataset.mode = printing ? "print" : embed ? "embed" : present ? "present" : "";
    dataset.print = printing?.what ?? "";
  };
  paint();
  useView.subscribe(paint);

  const { untouched } = useView.getState();
  void startGpu();
  // The address may have changed since.
  window.addEventListener("hashchange", ({ newURL }) => void readLink(new URL(newURL).hash));
  window.addEventListener("vite:preloadError", sayUnfetched);
  void readLink(location.hash);
  // A newer link may replace this one while its lab is fetched.
  for (let last; last !== reading;) await (last = reading);
  // Without a link the page shows the first lab; with an invalid one, the default of the lab that it names.
  if (!session() && !useView.getState().page && !useMissingLab.getState().failure)
    await readLink(`#${labIn(location.hash)}`, { first: untouched, instead: true });
  recordEdit();
  // An edit is recorded after a rest. A deletion in this time is newer.
  recordEditsBy(recordEdit);

  // A drag is one edit, however long it pauses.
  window.addEventListener("pointerdown", () => (held = true), true);
  for (const end of ["pointerup", "pointercancel"]) {
    window.addEventListener(end, () => {
      held = false;
      recordEdit();
    });
  }

  showPlacesBy(returnToStep);
  useLecture.subscribe(({ open, strayed }, before) => {
    if (!open && before.open) placeEdits(undefined);
    if (open !== before.open || strayed !== before.strayed) writeLink();
  });
  useSections.subscribe(writeLink);
  useAttention.subscribe(({ enlarged }, before) => {
    if (enlarged !== before.enlarged) writeLink();
  });
  useView.subscribe((view, before) => {
    if (LINKED.some((field) => view[field] !== before[field])) writeLink();
  });
  // Whenever a device opens, at first or after the worker died, the page computes its figures.
  const onOpen = (state = useGpu.getState()) => {
    if (!isReady(state)) return;
    session()?.shown(isSoftware(state), { opened: true, untouched });
    if (untouched) rebaseEdits();
  };
  useGpu.subscribe((state, before) => isReady(before) || onOpen(state));
  onOpen();
  // The first lab may come late if its first fetch has failed.
  useLabs.subscribe((labs, before) => {
    const lab = labName();
    if (labs[lab] !== before[lab]) onOpen();
  });
  useCurrentLab.subscribe(({ name }, before) => {
    const state = useGpu.getState();
    if (name === before.name) return;
    recordEdit();
    if (isReady(state)) session()?.shown(isSoftware(state), { opened: false, untouched: false });
  });
}

let held = false;
let rest: ReturnType<typeof setTimeout> | undefined;

/** Follows the changes in a lab, from its first visit on. */
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

/** Returns the fragment that reproduces the page: scenario, lecture and view. */
export function pageLink(change: Partial<PageFields> = {}): string {
  const { page, teachers, test, present, embed } = useView.getState();
  if (page) return `#${page}${page === "course" && teachers ? "?teachers" : ""}`;
  const { open, strayed } = useLecture.getState();
  return joinLink(session()?.address() ?? "", {
    lecture: open?.id,
    step: open?.step ?? 0,
    own: strayed,
    test,
    present,
    embed,
    figure: useAttention.getState().enlarged,
    folded: foldedIn(labName()),
    ...change,
  });
}

let readings = 0;
/** The reading of the newest link. */
let reading: Promise<void> = Promise.resolve();

/**
 * Opens a link. An invalid link, or a failed fetch, is reported, and the page stays unchanged.
 */
function readLink(hash: string, manner: Manner = {}): Promise<void> {
  reading = read(hash, manner);
  return reading;
}

/**
 * Goes to a link of the page. Resolves when the page shows it, or says why it cannot.
 *
 * @returns False if a newer link took its place.
 */
export async function goTo(link: string): Promise<boolean> {
  history.pushState(null, "", link);
  const mine = readLink(link);
  await mine;
  return mine === reading;
}

/** Stays where the page is: a link whose lab is still being fetched is no longer wanted. */
export function stay(): void {
  readings++;
  writeLink();
}

interface Manner {
  /** The page was opened without a link: the lab starts with its scene of a first visit. */
  first?: boolean;
  /** It takes the place of a missing or refused link, which stays in the address. */
  instead?: boolean;
}

async function read(hash: string, { first = false, instead = false }: Manner): Promise<void> {
  const mine = ++readings;
  if (!instead) forgive();
  if (hash === "" || (session() && hash === pageLink())) return;
  const named = pageIn(hash);
  if (named) {
    showPage(named);
    // A lab may have written its own link between the click and the event. Then the bar's link to it would lead nowhere.
    if (location.hash !== hash) writeLink();
    return;
  }
  try {
    if (hash.startsWith(LECTURE_LINK)) {
      const { takeLectureLink } = await import("./lectures/opening.ts");
      if (mine === readings) await takeLectureLink(hash);
      return;
    }
    const { fields, fragment: given } = splitLink(hash);
    const name = labOf(given, LAB_NAMES);
    const lab = await fetched(name, hash, first);
    // A newer link may have come while the lab was fetched.
    if (mine !== readings || !lab) return;
    const { session: one } = lab;
    const { lecture, step, own, student, test, present, embed, figure, folded } = fields;
    if (student !== undefined) setStudent(student);
    const { read, skipped } = skipUnknown(() => one.read(given));
    // A link with the same meaning changes nothing, so that nothing is computed again.
    const same = read.address === one.address();
    foldOnly(name, folded);
    const before = useLecture.getState().open;
    const another = name !== labName() || lecture !== before?.id || step !== before?.step;
    // A lecture's step applies its scenario, unless the link has a new one.
    const isDefault = /^[^?]*\?v=\d+$/.test(read.address);
    const bare = lecture !== undefined && !own && (isDefault || (same && another));
    leave();
    useView.setState({ page: undefined, test: test && lecture !== undefined });
    if (!bare && !same && !first) read.show();
    showLab(name, { present, embed });
    showFigure(figure);
    void followLecture(lecture === undefined ? undefined : { id: lecture, step }, bare);
    if (skipped.length > 0) say(skippedText(skipped));
    // The previous lab may have written its own link meanwhile.
    if (location.hash !== hash || skipped.length > 0) writeLink();
  } catch (error) {
    refuse(hash, error as Error);
  }
}

/** Shows a page without a lab. It takes one field: the course for teachers. */
function showPage({ page, fields }: NonNullable<ReturnType<typeof pageIn>>): void {
  leave();
  const teachers = page === "course" && fields.includes("teachers");
  useView.setState({ page, teachers, sheet: false });
  const skipped = fields.filter((field) => !(teachers && field === "teachers"));
  if (skipped.length > 0)
    say(
      skippedText(
        skipped.map((field) => field.split("=")[0]),
        "this page",
      ),
    );
}

/** The notice about the address, which cannot be shown, and the page's link at that time. */
let refusal: { text: string; shown?: string } | undefined;

/** Says why a link cannot be shown. The address keeps it until something else changes, so that it can be corrected. */
function refuse(hash: string, { message }: Error): void {
  const reason = message.replace(/^[\w ]+: /, "").replace(/\.$/, "");
  const text = `This link cannot be shown: ${reason}. Correct the address, or start from the default.`;
  const run = () => void readLink(`#${labIn(hash)}`).then(writeLink);
  refusal = { text };
  say(text, "warning", { action: { label: "Start from the default", run }, everywhere: true });
  writeLink();
}

/** Ends a refusal: the address changes. */
function forgive(): void {
  if (refusal) unsay(refusal.text);
  refusal = undefined;
}

/** Returns the lab that a link names, or the first one. */
function labIn(hash: string): LabName {
  try {
    return labOf(splitLink(hash).fragment, LAB_NAMES);
  } catch {
    return LAB_NAMES[0];
  }
}

function skippedText(names: readonly string[], where = "this lab"): string {
  const fields = names.map((name) => `“${name}”`).join(", ");
  const [what, it] = names.length === 1 ? ["a field", "it"] : ["fields", "them"];
  return `The link has ${what} that ${where} does not have: ${fields}. The page skipped ${it} and kept the others.`;
}

/** Milliseconds after which every card of a lab is on the page, possibly still empty. */
const CARDS_MS = 4000;

/** Makes one figure fill the page. An unknown name is reported, and all figures are shown. */
function showFigure(name: string | undefined): void {
  useAttention.setState({ enlarged: name });
  if (name === undefined) return;
  setTimeout(() => {
    if (useAttention.getState().enlarged !== name || document.querySelector(`.card#${CSS.escape(name)}`)) return;
    useAttention.setState({ enlarged: undefined });
    say(`This lab has no figure “${name}”; all figures are shown.`, "warning", { brief: true });
  }, CARDS_MS);
}

/** Returns the lab of a link; undefined if it cannot be fetched. The page shows that failure. */
async function fetched(name: LabName, hash: string, first: boolean): Promise<Lab | undefined> {
  // Most labs have the name of their experiment. The worker fetches it beside the lab and the device.
  if (!useLabs.getState()[name]) void worker.prepare(name).catch(() => {});
  try {
    const lab = await fetchLab(name, (one) => {
      if (first) one.begin?.();
      follow(one);
    });
    useMissingLab.setState({ failure: undefined });
    return lab;
  } catch (error) {
    const retry = () => void readLink(hash, { first });
    const failure = describeFailure(`The lab “${LABS[name].title}” could not be fetched.`, error);
    if (!session()) {
      useCurrentLab.setState({ name });
      useMissingLab.setState({ failure, retry });
    } else {
      say(`${failure.what} ${failure.why}`, "warning", { action: { label: "Try again", run: retry } });
      writeLink();
    }
    return undefined;
  }
}

/** Stores the current lab's link for the bar. */
function leave(): void {
  if (session() && !useView.getState().page)
    useLeft.setState({ [labName()]: pageLink({ test: false, present: false, embed: false, figure: undefined }) });
}

function writeLink(): void {
  if (!session() && !useView.getState().page) return;
  const link = pageLink();
  if (refusal) {
    refusal.shown ??= link;
    if (link === refusal.shown) return;
    forgive();
  }
  if (location.hash !== link) replaceAddress(link);
}
