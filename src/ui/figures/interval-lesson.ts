import type { Lesson } from "./lesson.ts";

/** How the bars of a bit error rate come about, where bits fail together in units: packets, codewords or frames. */
export function intervalLesson(unit: "packet" | "codeword" | "frame"): Lesson {
  return {
    equation: [
      String.raw`\frac{\operatorname{var}\,\mathrm{BER}}{\mathrm{BER}^2} \approx \frac{1}{m}\Bigl(1 - \frac{m}{U} + \kappa^2\Bigr), \qquad \text{no error:}\quad \mathrm{BER} < 1 - 0.025^{1/U} \approx \frac{3.7}{U}`,
    ],
    where: [
      ["U, m", `${unit}s counted, and those of them with an error`],
      [
        String.raw`\kappa`,
        `spread of the errors per errored ${unit}: standard deviation over mean. Few errored ${unit}s do not show it, so four of a geometric distribution are added`,
      ],
    ],
    source: `Bars are 95 % confidence intervals. Noise is new in each ${unit}, so ${unit}s fail independently. Their bits do not: one failure makes many bits wrong at once. The interval therefore counts ${unit}s. Lower end: E. L. Korn and B. I. Graubard, Survey Methodology 24, 1998. Upper end: F distribution of a Poisson count times a gamma mean.`,
    changes: [
      `Errors in bursts: all wrong bits of a ${unit} are one event. Bars get longer, though the number of errors stays.`,
      `Fewer than five errored ${unit}s: the upper end lies far away, since the next one may have many more errors.`,
      `No error in U ${unit}s: fewer than 3.7/U of all ${unit}s have an error, with 97.5 % confidence. The arrow shows this limit, since a ${unit} can lose all of its bits.`,
      `A failure that has not happened yet: no interval knows of it. Count more ${unit}s.`,
    ],
  };
}

/** A lesson with that of its bars. */
export function withIntervals(lesson: Lesson, unit: "packet" | "codeword" | "frame"): Lesson {
  const { equation, where, source, changes } = intervalLesson(unit);
  return {
    equation: [lesson.equation, equation].flat(),
    where: [...lesson.where, ...where],
    source: `${lesson.source} ${source}`,
    changes: [...lesson.changes, ...changes],
  };
}
