import type { Lecture } from "../../kit/lecture.ts";

/** The lectures of one lab within the course. */
export interface Chapter {
  lab: string;
  lectures: readonly Lecture[];
}

/**
 * Returns the labs and their lectures in an order with prerequisites first. Otherwise the given order stays. It ignores
 * cycles, and prerequisites that no lecture teaches.
 */
export function orderCourse(chapters: readonly Chapter[]): Chapter[] {
  const taught = (lectures: readonly Lecture[]) => lectures.flatMap(({ teaches }) => teaches);
  const needed = (lectures: readonly Lecture[]) => lectures.flatMap(({ needs = [] }) => needs);
  const ordered = sortByNeeds(
    chapters,
    ({ lectures }) => taught(lectures),
    ({ lectures }) => needed(lectures),
  );
  return ordered.map(({ lab, lectures }) => ({
    lab,
    lectures: sortByNeeds(
      lectures,
      ({ teaches }) => teaches,
      ({ needs = [] }) => needs,
    ),
  }));
}

function sortByNeeds<Item>(
  items: readonly Item[],
  teaches: (item: Item) => readonly string[],
  needs: (item: Item) => readonly string[],
): Item[] {
  const rest = [...items];
  const ordered: Item[] = [];
  while (rest.length) {
    const ready = rest.findIndex((item) =>
      needs(item).every((need) => rest.every((other) => other === item || !teaches(other).includes(need))),
    );
    ordered.push(...rest.splice(Math.max(0, ready), 1));
  }
  return ordered;
}

const WORDS_PER_MINUTE = 150;
const MINUTES_PER_STEP = 1.5;

/**
 * Returns the minutes for a lecture, rounded to five: 150 words per minute for reading, and 1.5 minutes per step for
 * trying.
 */
export function minutesOf({ steps }: Lecture): number {
  const words = steps.reduce(
    (sum, step) => sum + [step.text, step.question, step.answer ?? ""].join(" ").split(/\s+/).length,
    0,
  );
  return Math.max(5, Math.round((words / WORDS_PER_MINUTE + steps.length * MINUTES_PER_STEP) / 5) * 5);
}
