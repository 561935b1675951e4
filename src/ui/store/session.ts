import { convolution } from "./convolution.ts";
import { equalizers } from "./equalizers.ts";
import { mimo } from "./mimo.ts";
import { recordings } from "./recordings.ts";
import { turbo } from "./turbo.ts";
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
  /** Digit keys: takes an algorithm in or out. */
  pick(index: number): void;
  /** Files may be dropped anywhere on the page: what the person is told while they hover, and what becomes of them. */
  drop?: { invitation: string; take(transfer: DataTransfer): void };
}

export const SESSIONS: Readonly<Record<LabName, LabSession>> = { equalizers, convolution, mimo, turbo, recordings };

/** The session of the lab that is shown. */
export function session(): LabSession {
  return SESSIONS[useView.getState().lab];
}
