import type { ComponentType } from "react";
import type { ReadAddress } from "./address.ts";
import type { GivenFiles } from "./given-files.ts";
import type { FigureGroup } from "./section.tsx";
import type { Status } from "./status.ts";

/** A lab as its `lab.ts` exports it. The page fetches it when a link names it. */
export interface Lab {
  session: LabSession;
  /** Title of the rail. Default: "Scenario". */
  rail?: string;
  /** The content of the rail, and the figures. */
  Panel: ComponentType;
  Page: ComponentType;
  /** The foldable groups of figures, in page order. */
  groups?: readonly FigureGroup[];
  /** The keys of its figures, for the help. */
  keys?: readonly Key[];
  /** The source of its receivers or methods, for the help. */
  source?: string;
}

/** A key and its effect. */
export type Key = readonly [key: string, action: string];

/** Figures that are drawn again and again. The link stays: it holds the one draw that its seed makes. */
export interface LiveDraws {
  /** Draws with data and noise of their own for each number, and adds the errors to those since the last change. */
  draw(number: number): Promise<void>;
  /** Shows the draw of the link's seed again. */
  end(): void;
  /** Names of the figures that are drawn. The draws pause while none of them is in sight. */
  figures: readonly string[];
  /** Why these figures cannot be drawn now, as a sentence. */
  pause?(): string | undefined;
}

/** The interface between a lab and the page: its link and its reactions. */
export interface LabSession {
  /**
   * Reads an address's fragment. Nothing changes until it is shown.
   *
   * @throws RangeError or TypeError that says what is wrong with it.
   */
  read(fragment: string): ReadAddress;
  /**
   * Applies the scene of a first visit, when the page is opened without a link. The defaults of links stay as they are.
   */
  begin?(): void;
  /** Returns the fragment that reproduces the current view. */
  address(): string;
  /** Returns the name of a file that the current view shows and no link can hold. */
  ownFile?(): string | undefined;
  /**
   * Fields of the link that are no edits, for example the step of an animation. The address holds them, but a change adds
   * nothing to undo, and a lecture's step stays unchanged.
   */
  passing?: readonly string[];
  /** Calls back when the link may have changed. */
  subscribe(changed: () => void): void;
  /** Called when the person has made no change for a moment. */
  rested?(): void;
  /**
   * Called when the lab is shown, or when a device was opened.
   *
   * @param from `opened`: the device is new. `untouched`: the page was opened without a link.
   */
  shown(software: boolean, from: { opened: boolean; untouched: boolean }): void;
  /** A lab with noise: its figures can run live. */
  live?: LiveDraws;
  /** The space bar: runs, stops or resumes. */
  toggle(): void;
  /** Name of the card that a run begun by `toggle` fills. */
  runCard?: string;
  /** The text of the status line for this lab, and the stores from which it is computed. */
  status: { stores: readonly { subscribe(changed: () => void): () => void }[]; read(): Status };
  /** Digit keys: adds or removes an algorithm. */
  pick(index: number): void;
  /** The lab opens files that are dropped anywhere on the page, opened with it, or shared with it. */
  drop?: LabFiles;
}

/** The files that a lab opens. The page shows another lab for files that only this other one opens. */
export interface LabFiles {
  /** The hint while files hover over the page. */
  invitation: string;
  /** True if it opens recordings. */
  recordings?: boolean;
  take(given: GivenFiles): void | Promise<void>;
}
