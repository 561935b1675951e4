import { convolution } from "./convolution.ts";
import { equalizers } from "./equalizers.ts";
import { isReady, isSoftware, openLab, useLab } from "./lab.ts";
import { labOf } from "./url.ts";
import { LAB_NAMES, type LabName, say, useView } from "./view.ts";

/** What ties a lab to the page: its link, and what happens of itself. */
export interface LabSession {
  /**
   * Takes up what a link's fragment says.
   *
   * @throws RangeError or TypeError that says what was wrong with it.
   */
  read(fragment: string): void;
  /** The fragment that reproduces what is shown. */
  link(): string;
  /** Calls back whenever the link may have changed. */
  subscribe(changed: () => void): void;
  /** The person has made no change for a moment. */
  rested?(): void;
  /**
   * The lab has come into view, or a device has opened under it.
   *
   * @param from `opened`: the device is new. `untouched`: the page was opened without a link.
   */
  shown(software: boolean, from: { opened: boolean; untouched: boolean }): void;
  /** Space: runs, stops, goes on. */
  toggle(): void;
  /** Digit keys: takes an algorithm in or out. */
  pick(index: number): void;
}

const SESSIONS: Readonly<Record<LabName, LabSession>> = { equalizers, convolution };

/** The session of the lab that is shown. */
export function session(): LabSession {
  return SESSIONS[useView.getState().lab];
}

/** Pause after the last edit before the address changes and a following sweep begins. */
const REST_MS = 400;

/** Ties the page together for as long as it lives: reads links, opens the device, and keeps the address a link. */
export function startSession(): void {
  const paint = ({ theme } = useView.getState()) => (document.documentElement.dataset.theme = theme);
  paint();
  useView.subscribe(paint);

  const untouched = location.hash === "";
  readLink();
  window.addEventListener("hashchange", readLink);
  void openLab();

  let rest: ReturnType<typeof setTimeout> | undefined;
  for (const one of Object.values(SESSIONS)) {
    one.subscribe(() => {
      clearTimeout(rest);
      rest = setTimeout(() => {
        writeLink();
        session().rested?.();
      }, REST_MS);
    });
  }
  // Whenever a device opens, the first time or after the worker died, what is on the page is computed.
  useLab.subscribe((state, before) => {
    if (isReady(state) && !isReady(before)) session().shown(isSoftware(state), { opened: true, untouched });
  });
  useView.subscribe(({ lab }, before) => {
    const state = useLab.getState();
    if (lab !== before.lab && isReady(state)) session().shown(isSoftware(state), { opened: false, untouched: false });
  });
}

function readLink(): void {
  const { hash } = location;
  if (hash === "" || hash === session().link()) return;
  try {
    const lab = LAB_NAMES.find((name) => name === labOf(hash));
    SESSIONS[lab ?? "equalizers"].read(hash);
    useView.setState(({ lab: before, enlarged }) => ({ lab, enlarged: lab === before ? enlarged : undefined }));
  } catch (error) {
    say(`This link cannot be shown. ${(error as Error).message}`, "warning");
    writeLink();
  }
}

function writeLink(): void {
  const link = session().link();
  if (location.hash !== link) history.replaceState(null, "", link);
}
