import type { LabName } from "../view.ts";
import type { Lecture } from "./lecture.ts";

/** Each lab's lectures, one line a lab; fetched when they are asked for. */
export const LECTURES: Partial<Record<LabName, () => Promise<{ LECTURES: readonly Lecture[] }>>> = {
  equalizers: () => import("../../labs/equalizers/lectures.ts"),
  convolution: () => import("../../labs/convolution/lectures.ts"),
  filters: () => import("../../labs/filters/lectures.ts"),
  mimo: () => import("../../labs/mimo/lectures.ts"),
  turbo: () => import("../../labs/turbo/lectures.ts"),
};
