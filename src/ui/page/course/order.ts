import type { Lecture } from "../../kit/lecture.ts";

/** The lectures of one lab within the course. */
export interface Chapter {
  lab: string;
  lectures: readonly Lecture[];
}

/**
 * Orders labs, and the lectures of each, so that what a lecture needs is taught before. Otherwise the given order stays.
 * A need that no lecture teaches is passed over, and so is a circle.
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

/** Minutes for a lecture: reading it at 150 words per minute, and 1.5 minutes per step to try things; in steps of five. */
export function minutesOf({ steps }: Lecture): number {
  const words = steps.reduce(
    (sum, step) => sum + [step.text, step.question, step.answer ?? ""].join(" ").split(/\s+/).length,
    0,
  );
  return Math.max(5, Math.round((words / WORDS_PER_MINUTE + steps.length * MINUTES_PER_STEP) / 5) * 5);
}
