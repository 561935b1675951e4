import { create } from "zustand";
import { visible } from "#core/configuration/visible.ts";

/** A message above the figures about a recent event. */
export interface Notice {
  id: number;
  tone: "info" | "warning";
  text: string;
  /** What the person can do about it. */
  action?: { label: string; run: () => void };
  /** True if it concerns the whole page: it stays when another lab is shown. */
  everywhere?: boolean;
}

export const useNotices = create<{ notices: readonly Notice[] }>()(() => ({ notices: [] }));

const NOTICE_MS = 8000;
let count = 0;

/**
 * Shows a notice. An information disappears after a while; a warning or an offer stays until it is dismissed or another
 * lab is shown. Equal texts appear once.
 */
export function say(
  said: string,
  tone: Notice["tone"] = "info",
  { action, everywhere }: Pick<Notice, "action" | "everywhere"> = {},
): void {
  const text = visible(said);
  const id = ++count;
  useNotices.setState(({ notices }) => ({
    notices: [...notices.filter((notice) => notice.text !== text).slice(-3), { id, tone, text, action, everywhere }],
  }));
  if (tone === "info" && !action) setTimeout(() => dismiss(id), NOTICE_MS);
}

/** Removes a notice. */
export function unsay(text: string): void {
  keep((notice) => notice.text !== visible(text));
}

export function dismiss(id: number): void {
  keep((notice) => notice.id !== id);
}

/** Removes the notices of the lab that is left. Notices of the page stay. */
export function leaveNotices(): void {
  keep(({ everywhere }) => everywhere === true);
}

function keep(stays: (notice: Notice) => boolean): void {
  useNotices.setState(({ notices }) => ({ notices: notices.filter(stays) }));
}
