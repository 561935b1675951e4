import { create } from "zustand";

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

export const useNotices = create<{ notices: readonly Notice[] }>()(() => ({ notices: [] }));

const NOTICE_MS = 8000;
let said = 0;

/**
 * Says something; an information goes away by itself, a warning or an offer stays until it is dismissed or another lab is
 * shown. The same text is said once.
 */
export function say(
  text: string,
  tone: Notice["tone"] = "info",
  { action, everywhere }: Pick<Notice, "action" | "everywhere"> = {},
): void {
  const id = ++said;
  useNotices.setState(({ notices }) => ({
    notices: [...notices.filter((notice) => notice.text !== text).slice(-3), { id, tone, text, action, everywhere }],
  }));
  if (tone === "info" && !action) setTimeout(() => dismiss(id), NOTICE_MS);
}

/** Takes back what was said. */
export function unsay(text: string): void {
  keep((notice) => notice.text !== text);
}

export function dismiss(id: number): void {
  keep((notice) => notice.id !== id);
}

/** Takes back what was said of the lab that is left; what concerns the page stays. */
export function leaveNotices(): void {
  keep(({ everywhere }) => everywhere === true);
}

function keep(stays: (notice: Notice) => boolean): void {
  useNotices.setState(({ notices }) => ({ notices: notices.filter(stays) }));
}
