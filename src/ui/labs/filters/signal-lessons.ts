import type { Lesson } from "../../figures/lesson.ts";
import { RADIO_LESSON } from "../../kit/listening/radio-lesson.ts";

const OPPENHEIM = "A. V. Oppenheim and R. W. Schafer, Discrete-Time Signal Processing, Prentice Hall";

export const SPECTRA_LESSON: Lesson = {
  equation: [
    String.raw`S_y(f) = |H(e^{j2\pi f/f_s})|^2\,S_x(f)`,
    String.raw`S_y\,\mathrm{[dB]} = S_x\,\mathrm{[dB]} + G(f)`,
  ],
  where: [
    [String.raw`S_x, S_y`, "power spectra before and after, by Welch’s method: at most 32 segments, Hann window"],
    ["G(f)", "the filter’s gain in dB, dotted; its 0 dB is drawn at the strongest line before the filter"],
  ],
  source: `${OPPENHEIM}, chapters 2 and 10. P. D. Welch, IEEE Trans. Audio Electroacoust. 15, 1967. Threeray filters in float32 by the chosen method, and also in float64. The error is the power of the difference over the power of the output.`,
  changes: [
    "White noise at the input: the output’s spectrum has the shape of the response.",
    "A chirp: the same, because it sweeps all frequencies.",
    "Less SNR: noise covers the tones that the filter attenuates.",
    "More attenuation than the window’s side lobes allow to see: the figure no longer changes, though the output does.",
  ],
};

export const EXCERPT_LESSON: Lesson = {
  equation: String.raw`y[n] = \sum_k h[k]\,x[n-k], \qquad x[n] = 0 \text{ for } n < 0`,
  where: [
    ["x, y", "the signal before and after the filter, on one axis"],
    ["h", "impulse response: the filter starts from rest, and its transient lasts as long as h"],
  ],
  source: `${OPPENHEIM}, chapter 2. Outlines: the largest magnitude in each of 256 equal parts of the signal.`,
  changes: [
    "Linear phase: in the pass band the shape stays, delayed by half of one less than the number of taps.",
    "Poles near the circle: a long transient.",
    "Two tones, one in the stop band: the beat disappears, and one sine remains.",
  ],
};

export const WATERFALL_LESSON: Lesson = {
  equation: String.raw`P[m, k] = \frac{1}{(\sum_n w[n])^2}\Bigl|\sum_n w[n]\,x[n + t_m]\,e^{-j2\pi kn/N}\Bigr|^2`,
  where: [
    ["w", "Hann window of N samples, 16 to 1024; longer signals have longer windows"],
    ["t_m", "middle of the column; a column with several windows averages their powers"],
  ],
  source: `${OPPENHEIM}, chapter 10. A tone of amplitude 1 is at 0 dB in its bin. Colours: viridis, the same range before and after.`,
  changes: [
    "A chirp: a slanted line that ends at the edge of the pass band.",
    "A sharper edge: the filter rings at the edge long after the chirp has passed.",
    "Real samples have no negative frequencies. Of complex samples a real filter removes the same on both sides.",
  ],
};

export const LISTEN_LESSON: Lesson = {
  ...RADIO_LESSON,
  changes: [
    ...RADIO_LESSON.changes,
    "A filter narrower than the station: first the stereo difference disappears, then loud passages distort.",
    "A filter that stops one tone: the tone disappears, and returns with “before”.",
  ],
};

export const METHODS_LESSON: Lesson = {
  equation: [
    String.raw`y[n] = b\,x[n] + p\,y[n-1]: \quad (p, u) \circ (q, v) = (pq,\; qu + v)`,
    String.raw`\text{error} = 20\log_{10}\frac{\max|\hat y - y|}{\mathrm{rms}(y)}\ \mathrm{dB}`,
  ],
  where: [
    [String.raw`\circ`, "composition of two steps; it is associative, so a tree (a scan) can replace the loop"],
    [String.raw`\hat y, y`, "outputs in float32 and in float64, compared at places throughout the signal"],
  ],
  source:
    "G. E. Blelloch, Prefix Sums and Their Applications, 1990. F. Trebien and M. Oliveira, Realistic Real-Time Sound Re-Synthesis and Processing for Interactive Virtual Worlds, 2009 (blocks by FFT). GPU: median of 5 to 9 runs, without transfers. CPU: one thread.",
  changes: [
    "More samples: the GPU’s lead grows until memory is the limit.",
    "Poles nearer to the circle: larger errors, different for partial fractions and scan. The strip predicts the noise of sections in cascade.",
    "A FIR filter: other methods, and no poles that rounding could move.",
    "Many signals in parallel: the recursion within each no longer matters.",
  ],
};

export const CROSSOVER_LESSON: Lesson = {
  equation: [
    String.raw`\text{real samples: } 2T \quad\text{or}\quad \frac{10\,N\log_2 N + 6N}{2(N - T + 1)} \quad\text{operations per sample}`,
    String.raw`\text{complex samples: } 4T \quad\text{or}\quad \frac{10\,N\log_2 N + 6N}{N - T + 1}`,
  ],
  where: [
    ["T", "taps"],
    ["N", "points of a transform; blocks overlap by T − 1 of them. Two blocks of real samples share one transform"],
  ],
  source:
    "T. G. Stockham, High-Speed Convolution and Correlation, 1966. Low-pass filters of 2 to 1024 taps on the same noise; time on the GPU without transfers. Published: FIR of 64 and 1024 taps, FFT filter of 512 taps; the source does not say whether it includes transfers.",
  changes: [
    "A GPU with much arithmetic for its memory bandwidth: the sum stays ahead up to more taps, because memory limits both methods.",
    "The CPU: the crossover usually comes at fewer taps, because arithmetic limits both methods, not memory.",
    "Complex samples: twice the work for the sum and for the FFT filter.",
  ],
};

export const PAGES_LESSON: Lesson = {
  equation: [
    String.raw`T(P) \approx t_0 + P\,(t_{\mathrm{send}} + t_{\mathrm{filter}} + t_{\mathrm{fetch}})`,
    String.raw`\text{throughput} \approx \frac{P}{\max(t_0,\ P\,t_{\max})}`,
  ],
  where: [
    ["P", "samples per page"],
    ["t_0", "fixed overhead per page: recording commands, waiting, waking up"],
    [
      String.raw`t_{\max}`,
      "the longest of the times to send, filter and fetch a sample; a stream overlaps the other two with it",
    ],
  ],
  source:
    "Latency: median of 9 single pages, from the first byte sent to the last byte fetched. Throughput: a stream of 0.3 s whose pages overlap. Both by the browser’s wall clock.",
  changes: [
    "Smaller pages: less latency, down to the fixed overhead.",
    "Larger pages: no more throughput once the overhead is small. Every sample waits for the last one of its page.",
    "A longer filter: the overhead matters less, and small pages lose less throughput.",
    "Live audio at 48 kHz: a page of 1024 samples takes 21 ms to record before it is sent.",
  ],
};
