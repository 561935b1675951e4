import { equalizers } from "../labs/equalizers/store/session.ts";
import type { Status } from "./status.ts";
import { type LabName, useView } from "./view.ts";

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
  /** The same fragment as `link` would write it: fields in their order, defaults left out. Throws as `read` does. */
  canonical(fragment: string): string;
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
  /** What the foot of the page says while this lab is shown, and the stores that it is read from. */
  status: { stores: readonly { subscribe(changed: () => void): () => void }[]; read(): Status };
  /** Digit keys: takes an algorithm in or out. */
  pick(index: number): void;
  /** Files may be dropped anywhere on the page: what the person is told while they hover, and what becomes of them. */
  drop?: { invitation: string; take(transfer: DataTransfer): void };
}

/** The sessions, one line a lab. All but the first are fetched when a link names their lab. */
const SESSIONS: Readonly<Record<LabName, () => LabSession | Promise<LabSession>>> = {
  equalizers: () => equalizers,
  convolution: async () => (await import("../labs/convolution/store.ts")).convolution,
  filters: async () => (await import("../labs/filters/store/session.ts")).filters,
  mimo: async () => (await import("../labs/mimo/store.ts")).mimo,
  turbo: async () => (await import("../labs/turbo/store.ts")).turbo,
  recordings: async () => (await import("../labs/recordings/session.ts")).recordings,
};

const fetched: Partial<Record<LabName, LabSession>> = {};

/**
 * A lab's session. A lab may be shown only after its session was fetched.
 *
 * @param onFirst Told of a session that has just been fetched for the first time.
 */
export async function fetchSession(lab: LabName, onFirst: (session: LabSession) => void): Promise<LabSession> {
  const one = await SESSIONS[lab]();
  if (!fetched[lab]) onFirst((fetched[lab] = one));
  return one;
}

/** The session of the lab that is shown. */
export function session(): LabSession {
  return fetched[useView.getState().lab] ?? equalizers;
}
