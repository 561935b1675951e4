import type { Lesson } from "./lesson.ts";

/** A lesson on the intervals of a bit error rate whose bits fail together in units: packets, codewords or frames. */
export function intervalLesson(unit: "packet" | "codeword" | "frame"): Lesson {
  return {
    equation: [
      String.raw`\frac{\operatorname{var}\,\mathrm{BER}}{\mathrm{BER}^2} \approx \frac{1}{m}\Bigl(1 - \frac{m}{U} + \kappa^2\Bigr), \qquad \text{no error:}\quad \mathrm{BER} < 1 - 0.025^{1/U} \approx \frac{3.7}{U}`,
    ],
    where: [
      ["U, m", `counted ${unit}s, and those with an error`],
      [
        String.raw`\kappa`,
        `relative spread of the errors per errored ${unit}: standard deviation over mean. A few errored ${unit}s do not show it, so the estimate adds four with a geometric distribution`,
      ],
    ],
    source: `Bars are 95 % confidence intervals. Each ${unit} has new noise, so ${unit}s fail independently. Their bits do not: one failure makes many bits wrong together. The interval therefore counts ${unit}s. Lower end: E. L. Korn and B. I. Graubard, Survey Methodology 24, 1998. Upper end: F distribution of a Poisson count times a gamma mean.`,
    changes: [
      `Errors in bursts: all wrong bits of a ${unit} are one event. Bars get longer for the same number of errors.`,
      `Fewer than five errored ${unit}s: the upper end is far away, because the next one may have many more errors.`,
      `No error in U ${unit}s: fewer than 3.7/U of all ${unit}s have an error, with 97.5 % confidence. The arrow shows this limit, because all bits of a ${unit} can be lost.`,
      `A failure that has not occurred yet: no interval includes it. Count more ${unit}s.`,
    ],
  };
}

/** Returns a lesson together with the lesson on its intervals. */
export function withIntervals(lesson: Lesson, unit: "packet" | "codeword" | "frame"): Lesson {
  const { equation, where, source, changes } = intervalLesson(unit);
  return {
    equation: [lesson.equation, equation].flat(),
    where: [...lesson.where, ...where],
    source: `${lesson.source} ${source}`,
    changes: [...lesson.changes, ...changes],
  };
}
