import type { ComponentType } from "react";
import { create } from "zustand";
import { recall, remember } from "../elements/memory.ts";
import { type Theme, THEME_KEY, THEMES } from "../elements/preferences.ts";
import type { PageName } from "./url.ts";

export type DialogName = "help" | "adapter" | "lectures" | "glossary" | "print" | "qr" | "statement" | "storage";
/** What is printed: of an open lecture, or a student's result. Without one, the figures are. */
export type Printed = "handout" | "figures" | "both" | "result";

/** The state of the view. The lab itself is in `current-lab.ts` of the kit. */
interface ViewStore {
  theme: Theme;
  dialog?: DialogName;
  /** Whether the rail is open on a narrow screen. */
  sheet: boolean;
  /** Presenter mode: large text, no rail. */
  present: boolean;
  /** A test: the page does not say which answers are right, and explains nothing. */
  test: boolean;
  /** What the page shows in place of a lab. */
  page?: PageName;
  /** The course shows what teachers need. */
  teachers: boolean;
  /** Set while the page is printed: in its paper layout, in light colours, with these parts. */
  printing?: { what: Printed; Head: ComponentType; Questions: ComponentType; Answers: ComponentType };
  /** The panel for making lectures is open. */
  author: boolean;
  /** Embedded in another page: no shell. */
  embed: boolean;
  /** The page was opened without a link. */
  untouched: boolean;
  /** The first visit, without a link: the page says what it is. */
  welcome: boolean;
}

/** Under this key the browser remembers that the welcome was closed. */
export const WELCOMED_KEY = "threeray.welcomed";
/** Under this key the browser remembers that the panel for making lectures is open, and the key of its draft. */
export const AUTHOR_KEY = "threeray.author";

export const useView = create<ViewStore>()(() => ({
  theme: THEMES.find((theme) => theme === recall(THEME_KEY)) ?? "system",
  sheet: false,
  present: false,
  test: false,
  teachers: false,
  author: recall(AUTHOR_KEY) !== null,
  embed: false,
  untouched: location.hash === "",
  welcome: location.hash === "" && recall(WELCOMED_KEY) === null,
}));

export function nextTheme(): void {
  const { theme } = useView.getState();
  const next = THEMES[(THEMES.indexOf(theme) + 1) % THEMES.length];
  remember(THEME_KEY, next);
  useView.setState({ theme: next });
}

export function togglePresent(): void {
  useView.setState(({ present }) => ({ present: !present, sheet: false }));
}
