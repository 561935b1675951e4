import type { Lesson } from "../../figures/lesson.ts";

export const LESSONS = {
  waterfall: {
    equation: String.raw`P(c, f_k) = 10 \lg \frac{1}{S} \sum_{s} \frac{\bigl|\sum_n w(n)\, x(n_{c,s} + n)\, e^{-j 2\pi k n/N}\bigr|^2}{\bigl(\sum_n w(n)\bigr)^2}`,
    where: [
      ["x(n)", "the recording, ±1 at the full scale of integers"],
      ["w(n)", "Blackman’s window of N points"],
      [
        "n_{c,s}",
        "first samples of column c’s S segments: half overlapping, or in a long view one in the column’s middle",
      ],
      ["P", "a tone of amplitude 1 has 0 dB in its bin"],
    ],
    source: "F. J. Harris, On the use of windows for harmonic analysis with the DFT, Proc. IEEE 66, 1978.",
    changes: [
      "A longer transform: tones stand out from noise by 3 dB for each doubling, and instants blur.",
      "A closer view: columns average fewer segments; at last each shows a few samples, smeared over a transform.",
      "A wrong sample type: noise over the whole band, or a mirror image.",
    ],
  },
  spectrum: {
    equation: String.raw`P(f_k) = \operatorname{mean}_q \frac{\bigl|\sum_n w(n)\, x_q(n)\, e^{-j 2\pi k n/N}\bigr|^2}{N \sum_n w(n)^2}, \qquad N \le 1024`,
    where: [
      ["x_q", "half overlapping segments: of 32 stretches of 8192 samples at a glance, or of all samples"],
      ["w(n)", "Blackman’s window"],
      ["P(f_k)", "power per bin: the bins add up to the mean power"],
    ],
    source: "P. D. Welch, IEEE Trans. Audio Electroacoust. 15, 1967.",
    changes: [
      "A selection: the spectrum is of its samples alone, and its band is marked.",
      "Every sample instead of some: rare bursts are seen, and the noise is smoother.",
    ],
  },
} satisfies Readonly<Record<string, Lesson>>;
