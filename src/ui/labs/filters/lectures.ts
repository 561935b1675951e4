import type { FilterSpec } from "#core/filter-design/spec.ts";
import type { Lecture } from "../../page/lectures/lecture.ts";
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

/** What the Filters lab teaches. Every number is one that the scenario's own figures show. */
export const LECTURES: readonly Lecture[] = [
  {
    id: "what-a-mask-costs",
    title: "What a mask costs",
    about: "Five filters that keep the same mask: from 32 poles to 7, and 75 taps that keep the phase straight.",
    lab: "filters",
    steps: [
      {
        title: "Flat, and dear",
        text: "Up to 6 kHz within 0.5 dB, from 7.5 kHz on 60 dB down. Butterworth’s gain falls without a ripple, ever faster, and needs 32 poles for it: 80 products a sample.",
        question: "Where does it waste its poles?",
        answer:
          "Far from the edge. At 12 kHz the mask asks for 60 dB and the filter has several times as many: nobody asked for those.",
        scenario: of({ type: "butterworth", ...MASK }),
        focus: "magnitude",
      },
      {
        title: "Ripples where they are allowed",
        text: "Chebyshev I lets the pass band ripple between its limits, as the close look shows. The order falls from 32 to 12. Chebyshev II does the same in the stop band, and needs 12 as well.",
        question:
          "Which of the two would you take for a pulse whose shape matters? Try the other type, and look at the delay.",
        answer: "Chebyshev II: its delay goes to some 32 samples at the edge of the band, not to 88.",
        scenario: of({ type: "chebyshev1", ...MASK }),
        focus: "magnitude",
      },
      {
        title: "In both bands at once",
        text: "The elliptic filter touches the mask wherever it can, in the pass band and in the stop band: order 7. No filter with fewer poles keeps this mask.",
        question: "Drag the stop band’s corner down to 80 dB. How many more poles are that?",
        answer: "Two: order 9. Attenuation is cheap; a narrow transition is not.",
        scenario: of({ type: "elliptic", ...MASK }),
        focus: "magnitude",
      },
      {
        title: "Without poles",
        text: "Parks–McClellan’s 75 taps keep the mask too. They cost 75 products where the elliptic filter takes 20, and give something for it: every frequency is delayed by the same 37 samples.",
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
    title: "A walk around the circle",
    about: "What a frequency response is, seen from the points that make it.",
    lab: "filters",
    steps: [
      {
        title: "A pair of poles",
        text: "Half the sample rate is half way round the circle. The poles lie at 45°, a quarter of that way: the gain has its peak at 2 kHz. The zeros at 1 and −1 take away the frequencies 0 and 8 kHz.",
        question: "To what angle must you move the upper pole for a peak at 4 kHz?",
        answer:
          "To 90°: half of the way round to 8 kHz. The conjugate moves with it, since the coefficients are real, and the peak of the gain follows.",
        scenario: of(resonator(0.64)),
        focus: "plane",
      },
      {
        title: "Nearer to the circle",
        text: "At a radius of 0.905 the impulse response had fallen below 1 % after 45 samples. Now the poles are 0.01 from the circle: the peak is sharp, and the ringing lasts ten times as long.",
        question: "How does the ringing’s length depend on the distance from the circle?",
        answer:
          "It falls as the radius to the power n, so its length goes with 1 over the distance: 0.095 to 0.01, 45 to 452.",
        scenario: of(resonator(0.7)),
        focus: "impulse",
      },
      {
        title: "And out of it",
        text: "The poles are 0.004 outside. Each turn is larger than the one before, and whatever went in, what comes out grows. The magnitude looks like any other: it does not tell.",
        question: "Put the pole back with the arrow keys, or type a radius. Where does the word change?",
        answer: "At 1. On the circle itself nothing grows, and nothing dies away.",
        scenario: of(resonator(0.71)),
        focus: "plane",
      },
      {
        title: "A zero on the circle",
        text: "Zeros at the angle of 50 Hz let nothing of it through. Poles 0.01 behind them hold the gain up everywhere else: seen from afar, each zero and its pole cancel.",
        question: "What would this notch look like without its poles?",
        answer: "It would be very wide: the gain would bend all the way to half the sample rate.",
        scenario: of(notch(0.99), "&axis=log"),
        focus: "magnitude",
      },
    ],
  },
  {
    id: "narrow-and-slow",
    title: "Narrow is slow",
    about: "A notch for mains hum: the less it takes away, the longer it rings, and the more float32 feels it.",
    lab: "filters",
    steps: [
      {
        title: "A notch 25 Hz wide",
        text: "With poles 0.01 inside the circle, the gain is below −3 dB from 37 to 62.5 Hz. Speech loses little: at frequency 0 the gain is −0.55 dB.",
        question: "The mains wander between 49.8 and 50.2 Hz. Is the notch wide enough?",
        answer: "Read the curve there: still far below −20 dB.",
        scenario: of(notch(0.99), "&axis=log"),
        focus: "magnitude",
      },
      {
        title: "A notch 2.4 Hz wide",
        text: "Poles 0.001 inside: below −3 dB from 48.8 to 51.2 Hz. The price is time. Hum that starts must first be heard until the filter has learned it: the delay where it passes goes up to 407 samples, 50.8 ms.",
        question: "What happens to a click?",
        answer: "It passes, and is followed by a faint tone of 50 Hz that dies away ten times more slowly than before.",
        scenario: of(notch(0.999), "&axis=log"),
        focus: "phase-delay",
      },
      {
        title: "What float32 makes of it",
        text: "The strip’s forecast: rounding noise went from −97 to −86 dB, a decade nearer to the circle and 10 dB more. Rounding errors recur through the poles like any signal, and ring with them.",
        question: "A 16-bit signal has a noise of about −98 dB of its own. Is float32 good enough?",
        answer: "For the first notch, about; for the second it is the louder of the two.",
        scenario: of(notch(0.999)),
        focus: "plane",
      },
    ],
  },
  {
    id: "straight-phase",
    title: "The shape of a pulse",
    about: "The same band with a bent, a nearly straight and an exactly straight phase.",
    lab: "filters",
    steps: [
      {
        title: "Sharp in frequency",
        text: "Elliptic, order 6, to 4 kHz. The delay goes from 7 samples to 44 at the edge: what is near the edge comes last. The step overshoots by 23 % and rings.",
        question: "Which frequencies is the ringing made of?",
        answer: "Those at the edge, where poles are nearest to the circle and the delay is greatest.",
        scenario: of({ type: "elliptic", order: 6, cutoff: 4000, ripple: 0.5, attenuation: 60, rate: 48_000 }),
        focus: "phase-delay",
      },
      {
        title: "Kind to pulses",
        text: "Bessel of the same order: where it passes, the delay stays between 8.7 and 8.9 samples, and the step overshoots by 1.1 %. It pays with the edge, which has become a slope.",
        question: "How far down is it at 4 kHz, its cutoff?",
        answer:
          "10 dB: the cutoff of this norm is where the phase has done half of its turn. Choose “by −3 dB” in the rail to have it otherwise.",
        scenario: of({ type: "bessel", order: 6, cutoff: 4000, rate: 48_000 }),
        focus: "impulse",
      },
      {
        title: "Exactly straight",
        text: "Symmetric taps: the phase is a line, and everything comes 37 samples later, whatever its frequency. No filter with poles that runs forward in time can do that.",
        question: "The step still overshoots by 7.5 %. If the delay is constant, where does that come from?",
        answer:
          "From the sharp edge itself: a step without its upper harmonics overshoots, before and after. That is Gibbs’s phenomenon.",
        scenario: of({ type: "remez", ...MASK }),
        focus: "impulse",
      },
    ],
  },
  {
    id: "windows",
    title: "Windows, and what comes after them",
    about: "Cutting off an ideal response, gently or not; and why Parks–McClellan does without.",
    lab: "filters",
    steps: [
      {
        title: "Cut with scissors",
        text: "An ideal low-pass has taps without end. Keep 41 of them as they are, and the stop band begins with a lobe at −22 dB.",
        question: "Make the filter longer: 201 taps. Do the lobes get lower?",
        answer: "They get narrower, not lower: the first is at −21 dB. The scissors are as sharp as before.",
        scenario: of({ type: "window", length: 41, cutoff: 0.25, window: "rectangular" }),
        focus: "magnitude",
      },
      {
        title: "Cut gently",
        text: "Hamming’s window lets the taps fall off towards the ends: the highest lobe is at −52 dB. The transition has become about twice as wide.",
        question: "Blackman falls off more gently still. Where are its lobes?",
        answer: "Below −75 dB, with a transition three times as wide as the scissors’.",
        scenario: of({ type: "window", length: 41, cutoff: 0.25, window: "hamming" }),
        focus: "magnitude",
      },
      {
        title: "No window at all",
        text: "Parks–McClellan asks for the smallest greatest error between given edges, and finds it: all ripples are equal. 41 taps from 0.2 to 0.3 keep 39 dB.",
        question: "In the rail, give the stop band ten times the weight. What happens?",
        answer:
          "Its ripples go down to −50 dB, and those of the pass band up to 0.27 dB: the error is moved, not lost.",
        scenario: of({ type: "remez", length: 41, bands: [0, 0.2, 0.3, 1], gains: [1, 1, 0, 0] }),
        focus: "magnitude",
      },
    ],
  },
  {
    id: "a-high-rate-is-hard",
    title: "Why a low cutoff is hard",
    about: "Three filters for 20 Hz that are the same but for the sample rate, and 60 dB apart in noise.",
    lab: "filters",
    steps: [
      {
        title: "20 Hz at 48 kHz",
        text: "A Butterworth low-pass of order 4. Seen from 48 kHz, 20 Hz is next to nothing: the poles crowd about 1, down to 0.001 from the circle. The forecast of float32’s noise is −63 dB.",
        question: "Zoom in on the poles. How far apart are they, compared with float32’s digits?",
        answer:
          "Some 10⁻³ apart, where float32’s steps are 6 × 10⁻⁸. But sections hold them as a₁ near −2 and a₂ near 1, of which 1 + a₁ + a₂ counts: some 10⁻⁶. The digits cancel.",
        scenario: of({ type: "butterworth", order: 4, cutoff: 20, rate: 48_000 }, "&axis=log"),
        focus: "plane",
      },
      {
        title: "20 Hz at 4.8 kHz",
        text: "Ten times fewer samples: the poles are 0.01 from the circle, and the noise is 30 dB lower, at −93 dB. The curve is the same on its own logarithmic axis.",
        question: "What else did ten times fewer samples save?",
        answer: "Nine tenths of the work: 10 products a sample, but a tenth of the samples.",
        scenario: of({ type: "butterworth", order: 4, cutoff: 20, rate: 4800 }, "&axis=log"),
        focus: "plane",
      },
      {
        title: "20 Hz at 480 Hz",
        text: "Now the poles lie in the open, 0.095 from the circle, and the noise is at −122 dB. The same filter as a crossover at 2 kHz for 48 kHz: a filter does not know seconds, it counts samples.",
        question: "So how would you take 20 Hz out of a recording at 48 kHz?",
        answer: "Lower the rate first, by an anti-alias filter and every hundredth sample, and filter there.",
        scenario: of({ type: "butterworth", order: 4, cutoff: 20, rate: 480 }, "&axis=log"),
        focus: "plane",
      },
    ],
  },
  {
    id: "other-filters",
    title: "Filters that are no sieves",
    about: "A quarter turn, a slope, and an echo: three sets of taps that do not let bands through or stop them.",
    lab: "filters",
    steps: [
      {
        title: "A quarter turn",
        text: "A Hilbert transformer lets everything pass, and turns all of it by 90°. Its taps are odd about the middle, and every other one is 0. Beside the signal itself, 31 samples later, its output makes a complex signal without negative frequencies.",
        question: "Why can it not do so down to frequency 0?",
        answer: "A constant has no quarter turn: an odd sum over it is 0. Nearer to 0 takes more taps.",
        scenario: of({ type: "remez", length: 63, bands: [0.05, 0.95], gains: [1, 1], symmetry: "odd" }),
        focus: "coefficients",
      },
      {
        title: "A slope",
        text: "A differentiator’s gain is the frequency itself: twice the frequency, 6 dB more. On the logarithmic axis that is a straight line up. Its delay is 14.5 samples: between two of them.",
        question: "Noise lies at all frequencies. What does a differentiator do to it?",
        answer: "It lifts what is high most of all. That is why one differentiates only as far up as the signal goes.",
        scenario: of(
          { type: "remez", length: 30, bands: [0.02, 1], gains: [0.02, 1], symmetry: "odd", relative: true },
          "&axis=log",
        ),
        focus: "magnitude",
      },
      {
        title: "An echo",
        text: "A sample and its echo, 8 later. At 500, 1500, 2500 and 3500 Hz the echo is just half a turn behind, and the two cancel; between them they add up. Eight zeros, evenly round the circle.",
        question: "What does it sound like when the echo’s delay is slowly changed?",
        answer: "The comb’s teeth sweep through the sound: that is a flanger.",
        scenario: of({ type: "taps", taps: [0.5, 0, 0, 0, 0, 0, 0, 0, 0.5], rate: 8000 }),
        focus: "plane",
      },
    ],
  },
  ...SIGNAL_LECTURES,
];
