import type { Lecture } from "#core/lectures/lecture.ts";
import { readLecture } from "#core/lectures/read.ts";
import { recall, remember } from "../../elements/memory.ts";

const OWN_KEY = "threeray.lectures";
/** Characters of all kept lectures: browsers store some five million. */
const MOST_KEPT = 2_000_000;

let known: readonly Lecture[] | undefined;

let onChange: (own: readonly Lecture[]) => void = () => {};

/** Calls back with the kept lectures, now and after each change, also by another tab. A previewed draft comes first. */
export function followOwn(follow: typeof onChange): void {
  onChange = (own) => follow(previewed() ? [previewed()!, ...own] : own);
  onChange(ownLectures());
}

// A tab that did not know what another one has kept would overwrite it. In tests there is no window.
globalThis.addEventListener?.("storage", ({ key }: StorageEvent) => {
  if (key !== OWN_KEY) return;
  known = undefined;
  onChange(ownLectures());
});

const PREVIEW_KEY = "threeray.preview";
/** The draft that its author previews in this tab. Null: it has not been read yet. */
let preview: Lecture | undefined | null = null;

/** Returns the draft that its author previews in this tab, also after a reload. */
export function previewed(): Lecture | undefined {
  if (preview !== null) return preview;
  try {
    preview = readLecture(sessionStorage.getItem(PREVIEW_KEY) ?? "");
  } catch {
    preview = undefined;
  }
  return preview;
}

/** Makes a draft known like a lecture from a file, in this tab only; undefined ends that. */
export function setPreviewed(lecture: Lecture | undefined): void {
  preview = lecture;
  try {
    if (lecture) sessionStorage.setItem(PREVIEW_KEY, JSON.stringify(lecture));
    else sessionStorage.removeItem(PREVIEW_KEY);
  } catch {
    // Without room, a reload ends the preview.
  }
  onChange(ownLectures());
}

/** Returns the lectures from files and links that this browser keeps. Those that cannot be read any more are left out. */
export function ownLectures(): readonly Lecture[] {
  known ??= texts().flatMap((text) => {
    try {
      return [readLecture(text)];
    } catch {
      return [];
    }
  });
  return known;
}

function texts(): readonly string[] {
  try {
    const kept: unknown = JSON.parse(recall(OWN_KEY) ?? "[]");
    return Array.isArray(kept) ? kept.filter((text) => typeof text === "string") : [];
  } catch {
    return [];
  }
}

/**
 * Keeps a lecture: it takes the place of one with the same id. Returns false if there is no room to store it: then it stays until
 * the page is closed.
 */
export function keepLecture(lecture: Lecture): boolean {
  const others = ownLectures().filter(({ id }) => id !== lecture.id);
  if (previewed()?.id === lecture.id) setPreviewed(undefined);
  known = [...others, lecture];
  onChange(known);
  const stored = JSON.stringify(known.map((one) => JSON.stringify(one)));
  if (stored.length > MOST_KEPT) return false;
  return remember(OWN_KEY, stored);
}

/** Removes a lecture; answers to it stay. */
export function forgetLecture(id: string): void {
  known = ownLectures().filter((lecture) => lecture.id !== id);
  onChange(known);
  remember(OWN_KEY, JSON.stringify(known.map((one) => JSON.stringify(one))));
}
