import type { Lesson } from "../../figures/lesson.ts";
import type { LESSONS } from "./lessons.ts";

/** A figure's lesson, fetched when it is asked for. */
export const lessonOf = (name: keyof typeof LESSONS) => async (): Promise<Lesson> =>
  (await import("./lessons.ts")).LESSONS[name];
