import { FILTERS } from "#core/filters/experiment.ts";
import type { FilterSpec } from "#core/filter-design/spec.ts";

/** A filter that a person can start from. */
interface Example {
  title: string;
  about: string;
  design: FilterSpec;
}

export const EXAMPLES: readonly Example[] = [
  {
    title: "Sharp low-pass",
    about: "Elliptic: the smallest order for a narrow transition.",
    design: FILTERS.defaults.design,
  },
  {
    title: "Telephone band",
    about: "300 to 3400 Hz, the speech band of the telephone network.",
    design: { type: "chebyshev2", pass: [300, 3400], stop: [150, 3800], ripple: 1, attenuation: 40, rate: 8000 },
  },
  {
    title: "Hum notch, 50 Hz",
    about: "Zeros on the circle at 50 Hz and poles just inside it: other frequencies pass almost unchanged.",
    design: {
      type: "zeros-poles",
      zeros: [[0.999229036, 0.039259816]],
      poles: [[0.989236746, 0.038867218]],
      frequency: 1000,
      level: 1,
      rate: 8000,
    },
  },
  {
    title: "Anti-alias, 4 to 1",
    about: "Parks–McClellan: a linear-phase filter to apply before keeping one sample in four.",
    design: { type: "remez", pass: 4800, stop: 6000, ripple: 0.2, attenuation: 80, rate: 48_000 },
  },
  {
    title: "Crossover, 2 kHz",
    about: "Butterworth of order 4, common in loudspeakers.",
    design: { type: "butterworth", order: 4, cutoff: 2000, rate: 48_000 },
  },
  {
    title: "Constant delay",
    about: "Bessel: pulses keep their shape.",
    design: { type: "bessel", order: 6, cutoff: 4000, rate: 48_000 },
  },
  {
    title: "Hilbert transformer",
    about: "Shifts the phase by 90° at every frequency: the imaginary part of an analytic signal.",
    design: { type: "remez", length: 63, bands: [0.05, 0.95], gains: [1, 1], symmetry: "odd" },
  },
  {
    title: "Differentiator",
    about: "A gain proportional to the frequency.",
    design: { type: "remez", length: 30, bands: [0.02, 1], gains: [0.02, 1], symmetry: "odd", relative: true },
  },
  {
    title: "Comb",
    about: "A sample and its echo, 8 samples later.",
    design: { type: "taps", taps: [0.5, 0, 0, 0, 0, 0, 0, 0, 0.5], rate: 8000 },
  },
  {
    title: "Sensitive to rounding",
    about: "Poles 0.001 from the circle: float32 rounding becomes visible.",
    design: { type: "elliptic", order: 8, cutoff: [1000, 1100], ripple: 0.5, attenuation: 60, rate: 48_000 },
  },
];
