import type { Question } from "#core/lectures/lecture.ts";
import { recall, remember } from "../../elements/memory.ts";
import type { Draft } from "./draft.ts";

const PREFIX = "threeray.draft.";

/** A draft that the browser keeps. */
export interface KeptDraft {
  key: string;
  draft: Draft;
  /** When it was stored last, ms. */
  changed: number;
}

/** Stores a draft. Returns false if the browser has no room for it: then the older version stays. */
export function keepDraft(key: string, draft: Draft): boolean {
  const text = JSON.stringify({ changed: Date.now(), draft });
  return remember(PREFIX + key, text);
}

/** Returns a stored draft; undefined if there is none, or another program wrote something else. */
export function readDraft(key: string): Draft | undefined {
  return keptDraft(key)?.draft;
}

function keptDraft(key: string): KeptDraft | undefined {
  try {
    const { changed, draft } = JSON.parse(recall(PREFIX + key) ?? "{}") as Partial<KeptDraft>;
    return isDraft(draft) ? { key, draft, changed: Number(changed) } : undefined;
  } catch {
    return undefined;
  }
}

const KINDS = ["number", "choice", "order", "sketch", "text"];

/** Whether a value has the form that the editors need. What its texts say is checked elsewhere. */
function isDraft(value: Partial<Draft> | undefined): value is Draft {
  const texts = (of: object, ...names: string[]) =>
    names.every((name) => typeof (of as Record<string, unknown>)[name] === "string");
  return (
    value !== undefined &&
    texts(value, "id", "title", "summary") &&
    Array.isArray(value.teaches) &&
    Array.isArray(value.needs) &&
    Array.isArray(value.steps) &&
    Array.isArray(value.tasks) &&
    value.steps.every(
      (step) =>
        texts(step, "title", "text", "scenario") && step.questions.every((one: Question) => KINDS.includes(one.kind)),
    ) &&
    value.tasks.every(
      (task) => texts(task, "title", "prompt", "scenario") && Array.isArray(task.free) && Array.isArray(task.checks),
    )
  );
}

export function forgetDraft(key: string): void {
  try {
    localStorage.removeItem(PREFIX + key);
  } catch {
    // Storage is blocked: nothing was kept.
  }
}

/** Returns the drafts that this browser keeps, the newest first. */
export function keptDrafts(): readonly KeptDraft[] {
  try {
    const keys = Object.keys(localStorage).filter((name) => name.startsWith(PREFIX));
    return keys.flatMap((name) => keptDraft(name.slice(PREFIX.length)) ?? []).toSorted((a, b) => b.changed - a.changed);
  } catch {
    return [];
  }
}

/** Calls back when another tab has stored or deleted a draft. */
export function followOtherTabs(changed: (key: string) => void): void {
  window.addEventListener("storage", ({ key }) => key?.startsWith(PREFIX) && changed(key.slice(PREFIX.length)));
}
