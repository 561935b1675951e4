import type { FilterSpec } from "#core/filter-design/spec.ts";
import type { Lecture } from "../../kit/lecture.ts";
import { SIGNAL_LECTURES } from "./signal-lectures.ts";

/** A filter as a link holds it. */
const of = (design: FilterSpec, more = "") => `design=${encodeURIComponent(JSON.stringify(design))}${more}`;

const MASK = { pass: 6000, stop: 7500, ripple: 0.5, attenuation: 60, rate: 48_000 } as const;
/** Zeros on the circle at 50 Hz, poles on the same ray within. */
const notch = (radius: number): FilterSpec => {
  const angle = (2 * Math.PI * 50) / 8000;
  const at = (r: number) => [r * Math.cos(angle), r * Math.sin(angle)].map((part) => Number(part.toPrecision(9)));
  const [zero, pole] = [at(1), at(radius)] as unknown as [[number, number], [number, number]];
  return { type: "zeros-poles", zeros: [zero], poles: [pole], frequency: 1000, level: 1, rate: 8000 };
};
const resonator = (part: number): FilterSpec => ({
  type: "zeros-poles",
  zeros: [1, -1],
  poles: [[part, part]],
  frequency: 2000,
  level: 1,
  rate: 16_000,
});

/** The lectures of the Filters lab. The figures of each scenario show every number in its text. */
export const LECTURES: readonly Lecture[] = [
  {
    id: "what-a-mask-costs",
    chapter: "filters",
    teaches: ["filter masks"],
    needs: ["poles and zeros"],
    title: "What a mask costs",
    about: "Four filters that keep the same mask: 32, 12 or 7 poles, or 75 taps with linear phase.",
    lab: "filters",
    steps: [
      {
        title: "Flat but expensive",
        text: "The mask allows 0.5 dB of ripple up to 6 kHz. From 7.5 kHz on it asks for 60 dB of attenuation. Butterworth’s gain falls monotonically. It needs 32 poles for this mask: 80 multiplications per sample.",
        question: "Where does it waste its poles?",
        answer:
          "Far from the edge. At 12 kHz the mask asks for 60 dB. The filter gives about 236 dB, far more than required.",
        scenario: of({ type: "butterworth", ...MASK }),
        focus: "magnitude",
      },
      {
        title: "Ripples where they are allowed",
        text: "Chebyshev I lets the gain ripple between the limits of the pass band, as the close-up shows. The order falls from 32 to 12. Chebyshev II ripples in the stop band instead, and needs order 12 as well.",
        question: "Which of the two suits a pulse whose shape matters? Select the other type, and compare the delays.",
        answer:
          "Chebyshev II. Up to the mask’s 6 kHz its delay stays below 25 samples; with Chebyshev I it reaches 87.",
        scenario: of({ type: "chebyshev1", ...MASK }),
        focus: "magnitude",
      },
      {
        title: "In both bands at once",
        text: "The elliptic filter ripples in both bands and touches the mask at every ripple.",
        question:
          "Which order is enough? Then drag the stop band’s corner down to 80 dB. How many more poles does that take?",
        answer:
          "Order 7 is enough. No filter with at most six poles and six zeros keeps this mask. 80 dB take two more: order 9. Half the transition costs one, as the next step says. With poles both are cheap; with taps alone neither is.",
        scenario: of({ type: "elliptic", ...MASK }),
        focus: "magnitude",
      },
      {
        title: "Without poles",
        text: "75 taps designed by Parks–McClellan keep the mask too. They cost 75 multiplications per sample; the elliptic filter costs 20. In return every frequency is delayed by the same 37 samples.",
        question:
          "Drag the stop band’s edge to 6750 Hz, half as far from the pass band. How long does the filter become?",
        answer: "147 taps, about twice as long. The elliptic filter goes from order 7 to 8.",
        scenario: of({ type: "remez", ...MASK }),
        focus: "magnitude",
      },
    ],
  },
  {
    id: "zeros-and-poles",
    chapter: "filters",
    teaches: ["poles and zeros"],
    title: "A walk around the unit circle",
    about: "How zeros and poles determine the frequency response.",
    lab: "filters",
    steps: [
      {
        title: "A pair of poles",
        text: "On the unit circle 180° is half the sample rate, here 8 kHz. The poles are at ±45°, so the gain peaks near 2 kHz. The zeros at 1 and −1 block the frequencies 0 and 8 kHz.",
        question: "To what angle must you move the upper pole for a peak at 4 kHz?",
        answer:
          "To 90°, half of the 180° that stand for 8 kHz. The conjugate pole moves too, because the coefficients are real.",
        scenario: of(resonator(0.64)),
        focus: "plane",
      },
      {
        title: "Nearer to the circle",
        text: "In the last step the poles had a radius of 0.905. The impulse response fell below 1 % of its peak after 48 samples. Now the poles are 0.01 from the circle.",
        question:
          "How much longer does the filter ring? How does the length of the ringing depend on the distance from the circle?",
        answer:
          "The peak is sharp, and the filter rings ten times as long. The response decays as the radius to the power n. Near the circle its length is proportional to 1 over the distance: 48 samples at 0.095, 456 at 0.01.",
        scenario: of(resonator(0.7)),
        focus: "impulse",
      },
      {
        title: "Outside the circle",
        text: "The poles are 0.004 outside the circle.",
        question:
          "What does the impulse response do, and does the magnitude plot show it? Move the pole back with the arrow keys, or type a radius. At which radius does the verdict change?",
        answer:
          "The impulse response grows with each oscillation, so the filter is unstable. The magnitude plot does not show it: a stable filter can have the same magnitude. The verdict changes at a radius of 1. With a simple pole on the circle the impulse response neither grows nor decays. A tone at the pole’s frequency makes the output grow without bound.",
        scenario: of(resonator(0.71)),
        focus: "plane",
      },
      {
        title: "A zero on the circle",
        text: "Zeros on the circle at ±50 Hz block that frequency completely. Poles at the same angle, 0.01 inside the circle, keep the gain near 1 elsewhere. Far from 50 Hz each pole nearly cancels its zero.",
        question: "What would this notch look like without its poles?",
        answer: "Very wide. The gain would vary all the way up to half the sample rate.",
        scenario: of(notch(0.99), "&axis=log"),
        focus: "magnitude",
      },
    ],
  },
  {
    id: "narrow-and-slow",
    chapter: "filters",
    teaches: ["ringing"],
    needs: ["poles and zeros"],
    title: "Narrow is slow",
    about: "A notch filter against mains hum. A narrower notch rings longer and suffers more from float32 rounding.",
    lab: "filters",
    steps: [
      {
        title: "A notch 26 Hz wide",
        text: "The poles are 0.01 inside the circle. The gain is below −3 dB from 36.9 to 63.0 Hz. Speech loses little: even at frequency 0 the gain is −0.55 dB.",
        question: "The mains frequency varies between 49.8 and 50.2 Hz. Is the notch wide enough?",
        answer: "Yes. At 49.8 and 50.2 Hz the gain is −36 dB.",
        scenario: of(notch(0.99), "&axis=log"),
        focus: "magnitude",
      },
      {
        title: "A notch 2.6 Hz wide",
        text: "The poles are 0.001 inside the circle. The gain is below −3 dB from 48.7 to 51.3 Hz. The price is time: when hum begins, it passes until the filter’s transient has decayed. At the −3 dB points the group delay is about 500 samples, 62 ms.",
        question: "What happens to a click?",
        answer: "It passes. A faint tone of 50 Hz follows it and decays ten times more slowly than in the last step.",
        scenario: of(notch(0.999), "&axis=log"),
        focus: "phase-delay",
      },
      {
        title: "What float32 does to it",
        text: "The strip predicts the rounding noise: −97 dB for the first notch, −86 dB for this one. Poles ten times nearer to the circle cost 10 dB. Rounding errors pass through the poles like any signal, and ring with them.",
        question: "A full-scale sine in 16 bits has quantization noise of about −98 dB. Is float32 good enough?",
        answer:
          "For a signal at full scale, yes, with the first notch: both noises are about equal. With the second, float32’s noise is 12 dB louder.",
        scenario: of(notch(0.999)),
        focus: "plane",
      },
    ],
  },
  {
    id: "straight-phase",
    chapter: "filters",
    teaches: ["linear phase"],
    needs: ["poles and zeros"],
    title: "The shape of a pulse",
    about: "Three low-pass filters: nonlinear, nearly linear and exactly linear phase.",
    lab: "filters",
    steps: [
      {
        title: "Sharp in frequency",
        text: "An elliptic low-pass filter of order 6, up to 4 kHz.",
        question: "Which frequencies arrive last? Which frequencies does the ringing of the step response consist of?",
        answer:
          "The group delay rises from 7 samples to 44 at the edge, so frequencies near the edge arrive last. The step response overshoots by 23 % and rings. The ringing consists of the frequencies at the edge of the pass band. There the poles are nearest to the circle and the delay is greatest.",
        scenario: of({ type: "elliptic", order: 6, cutoff: 4000, ripple: 0.5, attenuation: 60, rate: 48_000 }),
        focus: "phase-delay",
      },
      {
        title: "Pulses keep their shape",
        text: "A Bessel filter of the same order. The price is a gradual transition.",
        question:
          "How much does the delay vary up to 4 kHz, and how far does the step response overshoot? What is its gain at 4 kHz, the cut-off frequency?",
        answer:
          "Up to 4 kHz the delay stays between 8.4 and 9.0 samples. The step response overshoots by 1.1 %. At the cut-off frequency the gain is −10 dB. This norm puts the cut-off where the phase has made half of its total change. Choose “by −3 dB” on the left for the other convention.",
        scenario: of({ type: "bessel", order: 6, cutoff: 4000, rate: 48_000 }),
        focus: "impulse",
      },
      {
        title: "Exactly linear",
        text: "These taps are symmetric. The phase is linear, and every frequency arrives 37 samples later. No stable, causal filter can do that if it has poles off the origin that no zero cancels.",
        question: "The step response still overshoots by 7.5 %. Why, if the delay is constant?",
        answer:
          "Because of the sharp edge. A step without its high frequencies overshoots before and after the jump. That is the Gibbs phenomenon.",
        scenario: of({ type: "remez", ...MASK }),
        focus: "impulse",
      },
    ],
  },
  {
    id: "windows",
    chapter: "filters",
    teaches: ["FIR design"],
    needs: ["filter masks"],
    title: "Windows and Parks–McClellan",
    about: "An ideal response cut off by two windows, and Parks–McClellan, which needs none.",
    lab: "filters",
    steps: [
      {
        title: "Rectangular window",
        text: "An ideal low-pass filter has infinitely many taps. Keep 41 of them unchanged: the stop band begins with a lobe at −22 dB.",
        question: "Make the filter longer: 201 taps. Do the lobes get lower?",
        answer: "They get narrower, not lower. The first is at −21 dB: the taps still end as abruptly.",
        scenario: of({ type: "window", length: 41, cutoff: 0.25, window: "rectangular" }),
        focus: "magnitude",
      },
      {
        title: "Hamming window",
        text: "The Hamming window tapers the taps towards the ends. The highest lobe is at −52 dB. The price is a wider transition: its main lobe is twice as wide as the main lobe of the rectangular window.",
        question: "The Blackman window tapers more. How high are its lobes?",
        answer: "About −76 dB. Its main lobe is three times as wide as the main lobe of the rectangular window.",
        scenario: of({ type: "window", length: 41, cutoff: 0.25, window: "hamming" }),
        focus: "magnitude",
      },
      {
        title: "No window at all",
        text: "Parks–McClellan minimizes the largest error in the bands. All ripples then have equal height. With 41 taps and a transition from 0.2 to 0.3 the attenuation is 39 dB.",
        question: "On the left, give the stop band ten times the weight. What happens?",
        answer:
          "The ripples of the stop band fall to −50 dB, and the ripple of the pass band rises to 0.54 dB, from its lowest to its highest gain. The error moves from one band to the other.",
        scenario: of({ type: "remez", length: 41, bands: [0, 0.2, 0.3, 1], gains: [1, 1, 0, 0] }),
        focus: "magnitude",
      },
    ],
  },
  {
    id: "a-high-rate-is-hard",
    chapter: "filters",
    teaches: ["rounding noise"],
    needs: ["poles and zeros"],
    title: "Why a low cut-off is hard",
    about: "One low-pass filter for 20 Hz at three sample rates: its rounding noise differs by 60 dB.",
    lab: "filters",
    steps: [
      {
        title: "20 Hz at 48 kHz",
        text: "A Butterworth low-pass filter of order 4. At a sample rate of 48 kHz, 20 Hz is almost DC. The poles crowd near 1, as close as 0.001 to the circle. The predicted float32 noise is −63 dB.",
        question: "Zoom in on the poles. How far apart are they, compared with the resolution of float32?",
        answer:
          "About 2 × 10⁻³, while float32 resolves 6 × 10⁻⁸ there. But the sections store a₁ near −2 and a₂ near 1. What matters is 1 + a₁ + a₂, only about 7 × 10⁻⁶: most digits cancel.",
        scenario: of({ type: "butterworth", order: 4, cutoff: 20, rate: 48_000 }, "&axis=log"),
        focus: "plane",
      },
      {
        title: "20 Hz at 4.8 kHz",
        text: "The sample rate is ten times lower. On the logarithmic axis the curve keeps its shape.",
        question: "How far does the noise fall? What else does the lower rate save?",
        answer:
          "The poles are 0.01 from the circle, and the noise is 30 dB lower, at −93 dB. The lower rate also saves nine tenths of the work: still 10 multiplications per sample, but a tenth of the samples.",
        scenario: of({ type: "butterworth", order: 4, cutoff: 20, rate: 4800 }, "&axis=log"),
        focus: "plane",
      },
      {
        title: "20 Hz at 480 Hz",
        text: "Now the poles are well apart, 0.095 from the circle, and the noise is at −122 dB. A 2 kHz low-pass filter at 48 kHz has the same coefficients. Only the ratio of cut-off to sample rate matters.",
        question: "So how would you isolate what lies below 20 Hz in a recording at 48 kHz?",
        answer:
          "First lower the rate: apply an anti-alias filter and keep every hundredth sample. Then filter at 480 Hz.",
        scenario: of({ type: "butterworth", order: 4, cutoff: 20, rate: 480 }, "&axis=log"),
        focus: "plane",
      },
    ],
  },
  {
    id: "other-filters",
    chapter: "filters",
    teaches: ["Hilbert transformers"],
    needs: ["FIR design"],
    title: "Filters that do not select bands",
    about: "A Hilbert transformer, a differentiator and a comb filter.",
    lab: "filters",
    steps: [
      {
        title: "Hilbert transformer",
        text: "A Hilbert transformer passes its whole band and shifts the phase by 90°. Its taps are antisymmetric, and every other tap is 0. Its gain is +j at positive frequencies and −j at negative ones. Take the input, delayed by 31 samples, as the real part and the negated output as the imaginary part: the result has almost no negative frequencies.",
        question: "Why does it not work down to frequency 0?",
        answer:
          "The sum of antisymmetric taps is 0, so a constant gives 0. Getting nearer to frequency 0 takes more taps.",
        scenario: of({ type: "remez", length: 63, bands: [0.05, 0.95], gains: [1, 1], symmetry: "odd" }),
        focus: "coefficients",
      },
      {
        title: "Differentiator",
        text: "A differentiator’s gain is proportional to the frequency: 6 dB more per octave. On the logarithmic axis that is a rising straight line. Its delay is 14.5 samples, halfway between two samples.",
        question: "White noise has the same power at all frequencies. What does a differentiator do to it?",
        answer:
          "It amplifies the high frequencies most. Practical differentiators therefore stop at the signal’s highest frequency.",
        scenario: of(
          { type: "remez", length: 30, bands: [0.02, 1], gains: [0.02, 1], symmetry: "odd", relative: true },
          "&axis=log",
        ),
        focus: "magnitude",
      },
      {
        title: "Comb filter",
        text: "Each sample is added to its echo, 8 samples later. At 500, 1500, 2500 and 3500 Hz the echo is shifted by 180°, and the two cancel. Halfway between they add up. Eight zeros are spaced evenly on the circle.",
        question: "What does it sound like when the echo’s delay is slowly changed?",
        answer: "The notches sweep through the sound. This effect is called a flanger.",
        scenario: of({ type: "taps", taps: [0.5, 0, 0, 0, 0, 0, 0, 0, 0.5], rate: 8000 }),
        focus: "plane",
      },
    ],
  },
  ...SIGNAL_LECTURES,
];
