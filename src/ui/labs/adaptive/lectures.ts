import type { Lecture } from "#core/lectures/lecture.ts";
import nyquistAndTheEye from "./lectures/nyquist-and-the-eye.json" with { type: "json" };

/** The lectures of this lab, in the order of the course. */
export const LECTURES = [nyquistAndTheEye] as readonly unknown[] as readonly Lecture[];
