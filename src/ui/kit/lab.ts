import type { ComponentType } from "react";
import type { FigureGroup } from "./section.tsx";
import type { Status } from "./status.ts";

/** A lab, whole, as its `lab.ts` gives it to the page. It is fetched when a link names it. */
export interface Lab {
  session: LabSession;
  /** What the rail is about: "Scenario" where it is not said. */
  rail?: string;
  /** The contents of the rail, and the figures. */
  Panel: ComponentType;
  Page: ComponentType;
  /** Groups of figures that can be folded away, in their order on the page. */
  groups?: readonly FigureGroup[];
  /** Keys of its figures, and what they do, for the help. */
  keys?: readonly Key[];
  /** Where its receivers or methods come from, for the help. */
  source?: string;
}

/** A key, and what it does. */
export type Key = readonly [key: string, action: string];

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
