import { decodeFields, encodeFields } from "../configuration/address.ts";
import { abs } from "../filter-design/complex.ts";
import { labOutputs, outputLines } from "../lectures/lab-outputs.ts";
import { once } from "../once.ts";
import { designRate, FILTERS, type FilterExperiment, toneFrequencies } from "./experiment.ts";
import { type FilterView, type MaskUse, viewFilter } from "./view.ts";

function read(fragment: string): FilterExperiment {
  const ignored = ["axis", "example", "from", "count", "hear", "station"];
  return FILTERS.parse(decodeFields(FILTERS, fragment, Object.fromEntries(ignored.map((name) => [name, () => {}]))));
}

/** A value of the view at a frequency, by linear interpolation between its dense points. */
function at({ frequency }: FilterView, values: Float64Array, f: number): number {
  const after = frequency.findIndex((one) => one >= f * (1 - 1e-12));
  if (after < 0 || f < frequency[0]) return Number.NaN;
  if (after === 0 || Math.abs(frequency[after] - f) <= 1e-12 * Math.abs(f)) return values[after];
  const part = (f - frequency[after - 1]) / (frequency[after] - frequency[after - 1]);
  return values[after - 1] + part * (values[after] - values[after - 1]);
}

/** Returns the gains in a band, with those at its edges. A band beyond the response has none that is a number. */
function gainsIn(view: FilterView, band: string): number[] {
  const [from, to] = band.split(":").map(Number);
  const { frequency, gainDb } = view;
  const within = [...frequency.keys()].filter((i) => frequency[i] > from && frequency[i] < to);
  return [at(view, gainDb, from), ...within.map((i) => gainDb[i]), at(view, gainDb, to)];
}

/** Multiplications per sample: one per tap, five per section. */
const multiplications = ({ taps, complexTaps, sections, complexSections }: FilterView) =>
  taps?.length ?? (complexTaps ? complexTaps.length / 2 : 5 * (sections ?? complexSections ?? []).length);

const { number, name, curve } = outputLines<FilterExperiment, (() => FilterView) & { config: FilterExperiment }>();
const missing = Number.NaN;
/** Returns the largest number of a kind of the mask's bands; without a mask nothing. */
function mostIn({ mask = [] }: FilterView, passes: boolean, valueOf: (band: MaskUse) => number): number {
  const bands = mask.filter((band) => band.passes === passes);
  return bands.length > 0 ? Math.max(...bands.map(valueOf)) : missing;
}

/** What lectures ask about the Filters lab, computed in float64 from the design. Frequencies are in the design's units. */
export const outputs = labOutputs({
  read,
  usual: (config) => `filters?${encodeFields(FILTERS, config).join("&")}`,
  fields: { schema: FILTERS },
  open: (_, config) =>
    Object.assign(
      once(() => viewFilter(config.design)),
      { config },
    ),
  table: {
    order: number("Order: poles, or taps less one", "", (view) => view().order),
    taps: number("Taps of a FIR filter", "", (view) => (view().kind === "fir" ? view().order + 1 : missing)),
    multiplications: number("Multiplications per sample", "", (view) => multiplications(view())),
    gainDb: number("Gain at a frequency", "dB", (view, f) => at(view(), view().gainDb, Number(f)), "number"),
    toneGainDb: number(
      "Gain at a tone of the input, by its number",
      "dB",
      (view, tone) => {
        const { config } = view;
        return at(view(), view().gainDb, toneFrequencies(config)[Number(tone) - 1] * designRate(config));
      },
      (config) => toneFrequencies(config).map((_, i) => String(i + 1)),
    ),
    rate: number("Sample rate", "1/s", ({ config }) => designRate(config)),
    highestDb: number("Highest gain in a band", "dB", (view, band) => Math.max(...gainsIn(view(), band)), "range"),
    lowestDb: number("Lowest gain in a band", "dB", (view, band) => Math.min(...gainsIn(view(), band)), "range"),
    delay: number("Group delay at a frequency", "samples", (view, f) => at(view(), view().delay, Number(f)), "number"),
    rings: number(
      "Last sample of the impulse response above 1 % of its peak",
      "",
      (view) => view().ringing?.last ?? missing,
    ),
    overshoot: number("Overshoot of the step response", "%", (view) => {
      const { ringing, gainDb } = view();
      return ringing ? 100 * (ringing.highestStep / 10 ** (gainDb[0] / 20) - 1) : missing;
    }),
    noiseDb: number("Rounding noise of float32", "dB", (view) => view().roundOff?.noiseDb ?? missing),
    poleRadius: number("Largest distance of a pole from 0", "", (view) => Math.max(0, ...view().poles.map(abs))),
    mask: number("1 if the filter keeps the mask, else 0", "", (view) =>
      Number(view().mask?.every(({ kept }) => kept) ?? false),
    ),
    attenuationDb: number(
      "Attenuation in the stop band of the mask",
      "dB",
      (view) => -mostIn(view(), false, ({ highestDb }) => highestDb),
    ),
    rippleDb: number("Ripple in the pass band of the mask, from the lowest to the highest gain", "dB", (view) =>
      mostIn(view(), true, ({ highestDb, lowestDb }) => highestDb - lowestDb),
    ),
    stability: name("stable or unstable", (view) => (view().stability.stable ? "stable" : "unstable")),
    symmetry: name("even, odd or none", (view) => view().symmetry ?? "none"),
    magnitude: curve("Gain over frequency", "dB", (view) => ({ x: view().frequency, y: view().gainDb })),
    impulse: curve("Impulse response", "", (view) => ({ x: view().impulse.keys(), y: view().impulse })),
    step: curve("Step response", "", (view) => ({ x: view().step.keys(), y: view().step })),
  },
});
