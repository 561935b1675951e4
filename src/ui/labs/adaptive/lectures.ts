import type { Lecture } from "#core/lectures/lecture.ts";
import interferenceAndZeros from "./lectures/interference-and-zeros.json" with { type: "json" };
import nyquistAndTheEye from "./lectures/nyquist-and-the-eye.json" with { type: "json" };

/** The lectures of this lab, in the order of the course. */
export const LECTURES = [nyquistAndTheEye, interferenceAndZeros] as readonly unknown[] as readonly Lecture[];
