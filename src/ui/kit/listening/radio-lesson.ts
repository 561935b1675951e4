import type { Lesson } from "../../figures/lesson.ts";

/** How a station becomes sound. */
export const RADIO_LESSON = {
  equation: [
    String.raw`x[n] = e^{-j2\pi f_0n/f_s}\,r[n]`,
    String.raw`\text{FM: } a[n] = \frac{f_s}{2\pi\Delta f}\arg\bigl(x[n]\,\overline{x[n-1]}\bigr)`,
    String.raw`\text{AM: } a[n] = |x[n]| / A`,
    String.raw`m(t) = \frac{L + R}{2} + \frac{L - R}{2}\sin 2\omega_p t + 0.1\sin\omega_p t, \qquad |L|, |R| \le 0.9`,
  ],
  where: [
    [
      "r, f_0",
      "the recording, and the station’s frequency in it; Threeray shifts the station to frequency 0 and removes what lies outside its band with a low-pass filter",
    ],
    [String.raw`\Delta f`, "frequency deviation at full scale: 75 kHz"],
    ["A", "amplitude of the carrier, measured at the beginning of the recording"],
    [
      String.raw`\omega_p`,
      "pilot at 19 kHz; its square shifts the difference of left and right from 38 kHz to 0, in phase",
    ],
    [
      String.raw`\tau`,
      "de-emphasis, a low-pass filter of 50 or 75 µs; it undoes the treble boost by which broadcasters reduce noise",
    ],
  ],
  source:
    "ITU-R BS.450 (FM stereo, pilot tone). AM: the envelope, without frequencies below 20 Hz. The audio has 48 kHz if the recording’s rate allows it.",
  changes: [
    "A detuned receiver: FM gets a DC offset. AM loses a sideband when the offset exceeds half the bandwidth less the audio bandwidth.",
    "No de-emphasis: more hiss and sharper consonants.",
    "Mono: less noise, because FM noise is stronger in the band from 23 to 53 kHz.",
  ],
} satisfies Lesson;
