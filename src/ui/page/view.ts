import { create } from "zustand";
import { type LabName, LABS } from "../labs/registry.ts";

export type Theme = "system" | "light" | "dark";
export type DialogName = "help" | "adapter" | "lectures";

/** A line above the figures that says what has just happened. */
export interface Notice {
  id: number;
  tone: "info" | "warning";
  text: string;
  /** What can be done about it. */
  action?: { label: string; run: () => void };
  /** It is about the page, and stays when another lab is shown. */
  everywhere?: boolean;
}

interface ViewStore {
  /** The lab that is shown. */
  lab: LabName;
  theme: Theme;
  /** The algorithm under the pointer or the focus: it stands out in every figure. */
  highlight?: string;
  /** Name of the figure that fills the page. */
  enlarged?: string;
  dialog?: DialogName;
  /** Whether the rail is open where it is a sheet. */
  sheet: boolean;
  /** Presenter mode: large text, no rail. */
  present: boolean;
  /** In a frame of another page: no shell. */
  embed: boolean;
  /** Steps of the first-visit hint are shown until they have been put away. */
  hint: boolean;
  /** Published curves are drawn over ours. */
  published: boolean;
  notices: Notice[];
}

const THEME_KEY = "threeray.theme";
const HINT_KEY = "threeray.hint-seen";

/** Storage may be forbidden (private windows, embedded pages); then the page forgets, and works. */
function remember(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Nothing is lost but the memory.
  }
}

function recall(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

const THEMES: readonly Theme[] = ["system", "light", "dark"];

export const useView = create<ViewStore>()(() => ({
  lab: Object.keys(LABS)[0] as LabName,
  theme: THEMES.find((theme) => theme === recall(THEME_KEY)) ?? "system",
  sheet: false,
  present: false,
  embed: false,
  hint: recall(HINT_KEY) === null,
  published: true,
  notices: [],
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

export function closeHint(): void {
  remember(HINT_KEY, "1");
  useView.setState({ hint: false });
}

const NOTICE_MS = 8000;
let notices = 0;

/**
 * Says something; an information goes away by itself, a warning or an offer stays until it is dismissed or another lab is
 * shown. The same text is said once.
 */
export function say(
  text: string,
  tone: Notice["tone"] = "info",
  { action, everywhere }: Pick<Notice, "action" | "everywhere"> = {},
): void {
  const id = ++notices;
  useView.setState(({ notices }) => ({
    notices: [...notices.filter((notice) => notice.text !== text).slice(-3), { id, tone, text, action, everywhere }],
  }));
  if (tone === "info" && !action) setTimeout(() => dismiss(id), NOTICE_MS);
}

/** Shows a lab; what was said in the one before is of no use there. */
export function showLab(lab: LabName, change: Pick<ViewStore, "present" | "embed">): void {
  useView.setState(({ lab: before, notices }) => {
    if (lab === before) return change;
    return { ...change, lab, enlarged: undefined, notices: notices.filter(({ everywhere }) => everywhere) };
  });
}

/** Takes back what was said. */
export function unsay(text: string): void {
  useView.setState(({ notices }) => ({ notices: notices.filter((notice) => notice.text !== text) }));
}

export function dismiss(id: number): void {
  useView.setState(({ notices }) => ({ notices: notices.filter((notice) => notice.id !== id) }));
}
