import { create } from "zustand";
import { visible } from "#core/configuration/visible.ts";

/** A message about a recent event. */
export interface Notice {
  id: number;
  tone: "info" | "warning";
  text: string;
  /** What the person can do about it. */
  action?: { label: string; run: () => void };
  /** True if it concerns the whole page: it stays when another lab is shown. */
  everywhere?: boolean;
  /** True for a warning about what the person has just done: it disappears like an information. */
  brief?: boolean;
}

type Options = Pick<Notice, "action" | "everywhere" | "brief">;

export const useNotices = create<{ notices: readonly Notice[] }>()(() => ({ notices: [] }));

/** Most toasts that are seen at once. The others wait. */
const MOST_TOASTS = 3;
/** Most of them that wait for an answer, so that others get their turn. */
const MOST_OFFERS = 2;
/** Most lasting notices. */
const MOST_LASTING = 4;
const UNDO = "Undo";
let count = 0;
let recordEdits = () => {};

/** Whether a notice lies over the page. A lasting warning is above the figures. */
const isToast = ({ tone, brief }: Notice): boolean => tone === "info" || brief === true;

/**
 * Shows a notice. An information or a brief warning is a toast, which moves nothing on the page, and disappears after a
 * while unless it has an action. Another warning stays above the figures until the person closes it or another lab is
 * shown. Equal texts appear once, except for offers to undo something: each undoes its own deletion.
 */
export function say(said: string, tone: Notice["tone"] = "info", options: Options = {}): void {
  const text = visible(said);
  const notice = { id: ++count, tone, text, ...options };
  const { notices } = useNotices.getState();
  const isOffer = options.action?.label === UNDO;
  const others = notices.filter((one) => isOffer || one.text !== text);
  const lasting = [...others, notice].filter((one) => !isToast(one)).slice(-MOST_LASTING);
  useNotices.setState({ notices: [...others, notice].filter((one) => isToast(one) || lasting.includes(one)) });
}

/** Returns the notices that stay above the figures. */
export const lastingOf = (notices: readonly Notice[]): Notice[] => notices.filter((notice) => !isToast(notice));

/** Returns the toasts that are seen now, the oldest first. */
export function toastsOf(notices: readonly Notice[]): Notice[] {
  const toasts = notices.filter(isToast);
  const offers = toasts.filter(({ action }) => action).slice(-MOST_OFFERS);
  const others = toasts.filter(({ action }) => !action).slice(0, MOST_TOASTS - offers.length);
  return toasts.filter((toast) => offers.includes(toast) || others.includes(toast));
}

/** Returns how long a toast is seen, ms: longer texts take longer to read. Undefined: until the person closes it. */
export const durationOf = ({ text, action }: Pick<Notice, "text" | "action">): number | undefined =>
  action ? undefined : Math.max(8000, 80 * text.length);

/** Removes a notice. */
export function unsay(text: string): void {
  keep((notice) => notice.text !== visible(text));
}

export function dismiss(id: number): void {
  keep((notice) => notice.id !== id);
}

/** Removes the newest notice that is seen: a toast, if there is one. */
export function dismissNewest(): void {
  const { notices } = useNotices.getState();
  const newest = toastsOf(notices).at(-1) ?? notices.at(-1);
  if (newest) dismiss(newest.id);
}

/** Returns the id of the newest notice so far. Later ones have larger ids. */
export const newestId = (): number => count;

/** Sets what records the edits that were made so far. It runs before each offer to undo something. */
export function recordEditsBy(record: () => void): void {
  recordEdits = record;
}

/** Returns the newest notice that offers to undo something. */
export const undoOf = (notices: readonly Notice[]): Notice | undefined =>
  notices.findLast(({ action }) => action?.label === UNDO);

/** Says that something was deleted, and offers to undo that by a button and by Ctrl+Z. Returns how to take the offer back. */
export function sayUndoable(text: string, undo: () => void): () => void {
  recordEdits();
  const run = () => {
    withdraw();
    undo();
  };
  say(text, "info", { action: { label: UNDO, run } });
  const id = newestId();
  const withdraw = () => dismiss(id);
  return withdraw;
}

/** Removes the notices of the lab that is left. Notices of the page stay. */
export function leaveNotices(): void {
  keep(({ everywhere }) => everywhere === true);
}

function keep(stays: (notice: Notice) => boolean): void {
  useNotices.setState(({ notices }) => ({ notices: notices.filter(stays) }));
}
