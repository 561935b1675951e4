import type { Lesson } from "../../figures/lesson.ts";
import { RADIO_LESSON } from "../../kit/listening/radio-lesson.ts";

export const LESSONS = {
  waterfall: {
    equation: String.raw`P(c, f_k) = 10 \lg \frac{1}{S} \sum_{s} \frac{\bigl|\sum_n w(n)\, x(n_{c,s} + n)\, e^{-j 2\pi k n/N}\bigr|^2}{\bigl(\sum_n w(n)\bigr)^2}`,
    where: [
      ["x(n)", "the recording; ±1 is full scale of integer samples"],
      ["w(n)", "Blackman’s window of N points"],
      [
        "n_{c,s}",
        "first samples of column c’s S segments; they overlap by half, or in a long view there is one in the column’s middle",
      ],
      ["P", "power; a tone of amplitude 1 has 0 dB in its bin"],
    ],
    source: "F. J. Harris, On the use of windows for harmonic analysis with the DFT, Proc. IEEE 66, 1978.",
    changes: [
      "A longer transform: tones rise above the noise by 3 dB per doubling, and time resolution falls.",
      "A closer view: columns average fewer segments. In the closest view a transform is longer than a column, and neighbouring columns look alike.",
      "A wrong sample format: noise over the whole band, or a mirror image.",
    ],
  },
  spectrum: {
    equation: String.raw`P(f_k) = \operatorname{mean}_q \frac{\bigl|\sum_n w(n)\, x_q(n)\, e^{-j 2\pi k n/N}\bigr|^2}{N \sum_n w(n)^2}, \qquad N \le 1024`,
    where: [
      ["x_q", "segments that overlap by half, from 32 parts of 8192 samples each, or from all samples"],
      ["w(n)", "Blackman’s window"],
      ["P(f_k)", "power per bin; the sum over all bins is the mean power"],
    ],
    source: "P. D. Welch, IEEE Trans. Audio Electroacoust. 15, 1967.",
    changes: [
      "A selection: the spectrum of its samples only, with its band marked.",
      "All samples in place of some: rare bursts become visible, and the noise is smoother.",
    ],
  },
  listen: RADIO_LESSON,
} satisfies Readonly<Record<string, Lesson>>;
