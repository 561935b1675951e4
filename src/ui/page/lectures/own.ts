import type { Lecture } from "#core/lectures/lecture.ts";
import { readLecture } from "#core/lectures/read.ts";
import { recall, remember } from "../../elements/memory.ts";

const OWN_KEY = "threeray.lectures";
/** Characters of all kept lectures: browsers store some five million. */
const MOST_KEPT = 2_000_000;

let known: readonly Lecture[] | undefined;

let onChange: (own: readonly Lecture[]) => void = () => {};

/** Calls back with the kept lectures, now and after each change. */
export function followOwn(follow: typeof onChange): void {
  onChange = follow;
  follow(ownLectures());
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
  known = [...others, lecture];
  onChange(known);
  const stored = JSON.stringify(known.map((one) => JSON.stringify(one)));
  if (stored.length > MOST_KEPT) return false;
  remember(OWN_KEY, stored);
  return recall(OWN_KEY) === stored;
}

/** Removes a lecture; answers to it stay. */
export function forgetLecture(id: string): void {
  known = ownLectures().filter((lecture) => lecture.id !== id);
  onChange(known);
  remember(OWN_KEY, JSON.stringify(known.map((one) => JSON.stringify(one))));
}
