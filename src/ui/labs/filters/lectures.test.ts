import { describe, expect, it } from "vitest";
import { stepWords } from "#core/lectures/words.ts";
import { viewFilter } from "#core/filters/view.ts";
import type { FilterSpec } from "#core/filter-design/spec.ts";
import { decodeFilters, encodeFilters } from "./address.ts";
import { LECTURES } from "./lectures.ts";

const DESIGN_FIGURES = ["magnitude", "plane", "phase-delay", "impulse", "coefficients"];
const FIGURES = [...DESIGN_FIGURES, "spectra", "excerpt", "listen", "waterfalls", "ways", "crossover", "pages"];

describe("Filters lectures", () => {
  it("have unique names", () => {
    expect(new Set(LECTURES.map(({ id }) => id)).size).toBe(LECTURES.length);
  });

  it.each(LECTURES.map((lecture) => [lecture.id, lecture.steps] as const))(
    "%s: every filter can be designed",
    (_, steps) => {
      for (const { scenario, figure } of steps) {
        const link = decodeFilters(`#${scenario}`);
        expect(encodeFilters(link)).toBe(encodeFilters(decodeFilters(encodeFilters(link))));
        expect(viewFilter(link.config.design).frequency.length).toBeGreaterThan(100);
        expect(FIGURES).toContain(figure);
      }
    },
  );
});

const steps = LECTURES.flatMap(({ id, steps }) => steps.map((step, i) => ({ name: `${id}, step ${i + 1}`, ...step })));
const specOf = (scenario: string) => decodeFilters(`#${scenario}`).config.design;

/** What the lab computes of a step's filter, written as its text writes it. */
function seen(spec: FilterSpec) {
  const view = viewFilter(spec);
  const { frequency, gainDb, delay, ringing, roundOff, mask } = view;
  const within = (from: number, to: number) =>
    [...frequency.keys()].filter((i) => frequency[i] >= from && frequency[i] <= to);
  const at = (f: number) => frequency.findIndex((one) => one >= f * (1 - 1e-12));
  const db = (value: number, digits = 0) => `${value.toFixed(digits).replace("-", "−")} dB`;
  /** The highest lobe behind the first minimum above a frequency. */
  const lobe = (from: number) => {
    const dip = [...frequency.keys()].find(
      (i) => frequency[i] > from && gainDb[i] <= gainDb[i - 1] && gainDb[i] < gainDb[i + 1],
    )!;
    return Math.max(...gainDb.subarray(dip));
  };
  /** The frequencies between which the gain is below −3 dB, interpolated between the points of the view. */
  const below = (from: number, to: number) => {
    const level = -20 * Math.log10(Math.SQRT2);
    return within(from, to)
      .filter((i) => gainDb[i] < level !== gainDb[i + 1] < level)
      .map((i) => {
        const part = (level - gainDb[i]) / (gainDb[i + 1] - gainDb[i]);
        return frequency[i] + part * (frequency[i + 1] - frequency[i]);
      });
  };
  /** The gain at a frequency, dB, interpolated. */
  const level = (f: number) => {
    const i = at(f);
    const part = (f - frequency[i - 1]) / (frequency[i] - frequency[i - 1]);
    return gainDb[i - 1] + part * (gainDb[i] - gainDb[i - 1]);
  };
  return {
    level,
    view,
    order: view.order,
    gain: (f: number, digits?: number) => db(gainDb[at(f)], digits),
    lobe,
    highest: (from: number, to: number) => Math.max(...within(from, to).map((i) => gainDb[i])),
    ripple: (from: number, to: number) =>
      Math.max(...within(from, to).map((i) => gainDb[i])) - Math.min(...within(from, to).map((i) => gainDb[i])),
    delays: (from: number, to: number) => {
      const values = within(from, to).map((i) => delay[i]);
      return [Math.min(...values), Math.max(...values)];
    },
    rings: ringing?.last,
    overshoot: 100 * (ringing!.highestStep / 10 ** (gainDb[0] / 20) - 1),
    noise: roundOff && db(roundOff.noiseDb),
    below,
    kept: mask?.every(({ kept }) => kept),
    db,
  };
}

const near = (value: number, told: number, within: number) => Math.abs(value - told) <= within;

type Seen = ReturnType<typeof seen>;
type Change = (change: Record<string, unknown>) => Seen;

/** The claims of each step about its filter, and about the filter after the change that it asks for. */
const CLAIMS: Readonly<Record<string, (see: Seen, change: Change) => (string | boolean)[]>> = {
  "what-a-mask-costs, step 1": ({ order, kept, gain }) => [
    `needs ${order} poles`,
    kept === true,
    gain(12_000).replace("−", ""),
  ],
  "what-a-mask-costs, step 2": ({ order, delays }, change) => {
    const other = change({ type: "chebyshev2" });
    return [
      `from 32 to ${order}`,
      other.order === 12,
      `stays below ${Math.ceil(other.delays(0, 6000)[1])} samples`,
      `reaches ${delays(0, 6000)[1].toFixed(0)}`,
    ];
  },
  "what-a-mask-costs, step 3": ({ order }, change) => [
    `Order ${order}`,
    `order ${change({ attenuation: 80 }).order}`,
    change({ stop: 6750 }).order === order + 1,
  ],
  "what-a-mask-costs, step 4": ({ view }, change) => [
    `${view.taps!.length} taps`,
    `same ${(view.taps!.length - 1) / 2} samples`,
    `${change({ stop: 6750 }).view.taps!.length} taps`,
  ],
  "zeros-and-poles, step 2": ({ rings, view }) => [
    `${rings} at 0.01`,
    `after ${seen(specOf(steps.find(({ name }) => name === "zeros-and-poles, step 1")!.scenario)).rings} samples`,
    Math.abs(1 - view.stability.radius - 0.01) < 5e-4,
  ],
  "narrow-and-slow, step 1": ({ below, gain, level }) => {
    const [from, to] = below(20, 80);
    return [
      "from 36.9 to 63.0 Hz",
      near(from, 36.9, 0.1),
      near(to, 63, 0.1),
      gain(0, 2),
      "the gain is −36 dB",
      near(level(49.8), -36, 0.5),
    ];
  },
  "narrow-and-slow, step 2": ({ below }) => {
    const [from, to] = below(40, 60);
    return [
      "from 48.7 to 51.3 Hz",
      near(from, 48.7, 0.05),
      near(to, 51.3, 0.05),
      "2.6 Hz wide",
      near(to - from, 2.6, 0.05),
    ];
  },
  "narrow-and-slow, step 3": ({ noise }) => [
    `${noise} for this one`,
    `${seen(specOf(steps.find(({ name }) => name === "narrow-and-slow, step 1")!.scenario)).noise} for the first`,
  ],
  "straight-phase, step 1": ({ delays, overshoot }) => [
    `from ${delays(0, 100)[0].toFixed(0)} samples to ${delays(0, 4100)[1].toFixed(0)}`,
    `${overshoot.toFixed(0)} %`,
  ],
  "straight-phase, step 2": ({ delays, overshoot, gain }) => [
    "between 8.4 and 9.0 samples",
    near(delays(0, 4000)[0], 8.4, 0.06) && near(delays(0, 4000)[1], 9, 0.05),
    `${overshoot.toFixed(1)} %`,
    gain(4000),
  ],
  "straight-phase, step 3": ({ overshoot }) => [`${overshoot.toFixed(1)} %`],
  "windows, step 1": ({ lobe, db }, change) => [
    `a lobe at ${db(lobe(0.25))}`,
    `at ${db(change({ length: 201 }).lobe(0.25))}`,
  ],
  "windows, step 2": ({ lobe, db }, change) => [
    `highest lobe is at ${db(lobe(0.25))}`,
    `About ${db(change({ window: "blackman" }).lobe(0.25))}`,
  ],
  "windows, step 3": ({ highest, db }, change) => {
    const weighted = change({ weights: [1, 10] });
    return [
      `attenuation is ${db(-highest(0.3, 1))}`,
      `fall to ${db(weighted.highest(0.3, 1))}`,
      `rises to ${db(weighted.ripple(0, 0.2), 2)}`,
    ];
  },
  "a-high-rate-is-hard, step 1": ({ noise }) => [noise!],
  "a-high-rate-is-hard, step 2": ({ noise }) => [noise!],
  "a-high-rate-is-hard, step 3": ({ noise }) => [noise!],
  "other-filters, step 1": ({ view }) => {
    // D − jH at ±0.3 of the Nyquist frequency, from the taps themselves.
    const size = (f: number) => {
      const [re, im] = view.taps!.reduce(
        ([a, b], tap, n) => [a + tap * Math.cos(Math.PI * f * n), b - tap * Math.sin(Math.PI * f * n)],
        [0, 0],
      );
      return Math.hypot(Math.cos(31 * Math.PI * f) + im, -Math.sin(31 * Math.PI * f) - re);
    };
    return ["negated output", "delayed by 31 samples", Math.abs(size(0.3) - 2) < 0.01, size(-0.3) < 0.01];
  },
  "other-filters, step 2": ({ delays }) => [`${delays(0.1, 0.9)[0].toFixed(1)} samples`],
};

describe("the numbers of the Filters lectures", () => {
  it.each(Object.keys(CLAIMS))("%s", (name) => {
    const { scenario, ...step } = steps.find((step) => step.name === name)!;
    const spec = specOf(scenario);
    const change: Change = (more) => seen({ ...spec, ...more } as FilterSpec);
    for (const claim of CLAIMS[name](seen(spec), change)) {
      if (typeof claim === "string") expect(stepWords(step)).toContain(claim);
      else expect(claim).toBe(true);
    }
  });
});
