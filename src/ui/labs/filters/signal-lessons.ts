import type { Lesson } from "../../figures/lesson.ts";

const OPPENHEIM = "A. V. Oppenheim and R. W. Schafer, Discrete-Time Signal Processing, Prentice Hall";

export const SPECTRA_LESSON: Lesson = {
  equation: [
    String.raw`S_y(f) = |H(e^{j2\pi f/f_s})|^2\,S_x(f)`,
    String.raw`S_y\,\mathrm{[dB]} = S_x\,\mathrm{[dB]} + G(f)`,
  ],
  where: [
    [String.raw`S_x, S_y`, "power spectra before and after, by Welch's method: 32 rows at most, Hann's window"],
    ["G(f)", "the filter's gain in dB, dotted: its 0 dB lies where the signal was strongest before"],
  ],
  source: `${OPPENHEIM}, chapters 2 and 10. P. D. Welch, IEEE Trans. Audio Electroacoust. 15, 1967. The filter runs in float32 as the rail says, and beside it in float64: the error is their difference's power over the output's.`,
  changes: [
    "White noise in: what comes out has the shape of the response itself.",
    "A chirp: the same, as it passes every frequency once.",
    "Less SNR: the tones that were taken drown in what is left of the noise.",
    "More attenuation than the window of the spectrum shows: nothing more to be seen here, though it is there.",
  ],
};

export const EXCERPT_LESSON: Lesson = {
  equation: String.raw`y[n] = \sum_k h[k]\,x[n-k], \qquad x[n] = 0 \text{ for } n < 0`,
  where: [
    ["x, y", "the signal before and after, sample by sample on one axis"],
    ["h", "impulse response: the filter begins from rest, and swings in for as long as it rings"],
  ],
  source: `${OPPENHEIM}, chapter 2. Outlines: the largest magnitude in each of 256 columns of the whole signal.`,
  changes: [
    "Linear phase: the same shape, so many samples later.",
    "Poles near the circle: it takes long until the output has swung in.",
    "Two tones, one of them taken: the beat between them goes, and one sine is left.",
  ],
};

export const WATERFALL_LESSON: Lesson = {
  equation: String.raw`P[m, k] = \frac{1}{(\sum_n w[n])^2}\Bigl|\sum_n w[n]\,x[n + t_m]\,e^{-j2\pi kn/N}\Bigr|^2`,
  where: [
    ["w", "Hann's window of N samples: 16 to 1024, as the signal is long"],
    ["t_m", "middle of the column; where columns hold several windows, their powers are averaged"],
  ],
  source: `${OPPENHEIM}, chapter 10. A tone of amplitude 1 is at 0 dB in its bin. Colours: viridis, one range for both sides.`,
  changes: [
    "A chirp: a slanted line, that ends where the pass band does.",
    "A sharper edge: the chirp still rings at the edge when it has long passed.",
    "Real samples: no other side; complex ones: the filter takes the same on both.",
  ],
};

export const LISTEN_LESSON: Lesson = {
  equation: [
    String.raw`x[n] = e^{-j2\pi f_0n/f_s}\,r[n]`,
    String.raw`\text{FM: } a[n] = \frac{f_s}{2\pi\Delta f}\arg\bigl(x[n]\,\overline{x[n-1]}\bigr)`,
    String.raw`\text{AM: } a[n] = |x[n]| / A`,
    String.raw`m(t) = (L + R) + 0.1\cos\omega_p t + (L - R)\cos 2\omega_p t`,
  ],
  where: [
    [
      "r, f_0",
      "the recording, and where on it the station lies: it is brought to frequency 0, and a low-pass leaves it alone",
    ],
    [String.raw`\Delta f`, "deviation at full scale: 75 kHz"],
    ["A", "amplitude of the carrier, from the beginning of the recording"],
    [
      String.raw`\omega_p`,
      "pilot at 19 kHz: its square brings the difference of left and right down from 38 kHz, in phase",
    ],
    [String.raw`\tau`, "de-emphasis, a low-pass of 50 or 75 µs: broadcasters lift the treble to keep noise below it"],
  ],
  source:
    "ITU-R BS.450 (FM stereo, pilot tone). AM: the envelope, without what is slower than 20 Hz. Audio at 48 kHz where the rate allows it.",
  changes: [
    "The station beside where it is: FM stands on a constant; AM loses a side band as soon as its carrier lies farther from the band's middle than the band holds of sound.",
    "A filter narrower than the station: first the stereo difference goes, then the voice is crushed.",
    "No de-emphasis: hiss and sharp consonants.",
    "Mono: less noise, as the band from 23 to 53 kHz is the noisier one.",
    "A filter that stops one tone: you hear it go, and come back with “before”.",
  ],
};

export const WAYS_LESSON: Lesson = {
  equation: [
    String.raw`y[n] = b\,x[n] + p\,y[n-1]: \quad (p, u) \circ (q, v) = (pq,\; qu + v)`,
    String.raw`\text{error} = 20\log_{10}\frac{\max|\hat y - y|}{\mathrm{rms}(y)}\ \mathrm{dB}`,
  ],
  where: [
    [String.raw`\circ`, "composition of steps, associative: a tree of them replaces the chain, that is a scan"],
    [String.raw`\hat y, y`, "float32's output and float64's, at places all over the signal"],
  ],
  source:
    "G. E. Blelloch, Prefix Sums and Their Applications, 1990. F. Trebien and M. Oliveira, Realistic Real-Time Sound Re-Synthesis and Processing for Interactive Virtual Worlds, 2009 (blocks by FFT). GPU: median of 9 runs without transfers. CPU: one thread.",
  changes: [
    "More samples: the GPU's lead grows until memory is the limit.",
    "Poles nearer to the circle: partial fractions and scan err in different ways; the forecast is in the strip.",
    "A FIR filter: other ways, and no poles that could be wrong.",
    "Many signals side by side: the chain within each no longer matters.",
  ],
};

export const CROSSOVER_LESSON: Lesson = {
  equation: String.raw`\text{sum: } 2T \qquad \text{FFT filter: } \frac{10\,N\log_2 N + 6N}{N - T + 1} \quad\text{operations a sample}`,
  where: [
    ["T", "taps"],
    ["N", "points of a transform; T − 1 of them overlap the next block"],
  ],
  source:
    "T. G. Stockham, High-Speed Convolution and Correlation, 1966. Low-passes of 2 to 1024 taps on the same noise; time on the GPU without transfers. Published: FIR of 64 and 1024 taps, FFT filter of 512, transfers included or not is not said.",
  changes: [
    "A GPU with much arithmetic and little bandwidth: the sum stays ahead for longer, since both read the samples once.",
    "The CPU: the crossover comes far earlier, as its caches hide nothing of the sum.",
    "Complex samples: twice the sum's work, and the FFT filter's as well.",
  ],
};

export const PAGES_LESSON: Lesson = {
  equation: [
    String.raw`T(P) \approx t_0 + P\,(t_{\mathrm{send}} + t_{\mathrm{filter}} + t_{\mathrm{fetch}})`,
    String.raw`\text{throughput} \approx \frac{P}{\max(t_0,\ P\,t_{\max})}`,
  ],
  where: [
    ["P", "samples of a page"],
    ["t_0", "what every page costs, however small: commands, waiting, waking up"],
    [String.raw`t_{\max}`, "the slowest of sending, filtering and fetching a sample: the others hide behind it"],
  ],
  source:
    "Latency: median of 9 pages alone, from the first byte sent to the last one fetched. Throughput: a stream whose pages overlap, 0.3 s long. Wall clock of the browser.",
  changes: [
    "Smaller pages: sooner back, until nothing but the overhead is left.",
    "Larger pages: no faster once the overhead is small, and every sample waits for the last of its page.",
    "A heavier filter: its time counts more, the overhead less; small pages lose less.",
    "Live audio at 48 kHz: a page of 1 K samples lasts 21 ms before it is even sent.",
  ],
};
