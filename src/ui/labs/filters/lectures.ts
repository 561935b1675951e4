import type { Lecture } from "../../lectures/lecture.ts";

export const LECTURES: readonly Lecture[] = [];
