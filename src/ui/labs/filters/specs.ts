import { bandOf } from "#core/filters/names.ts";
import type { FilterView } from "#core/filters/view.ts";
import { type Band, type Edges, isBand } from "#core/filter-design/bands.ts";
import type { Complex } from "#core/filter-design/complex.ts";
import {
  filterFields,
  type FilterSpec,
  type FilterType,
  isFamily,
  type ListedPoint,
  type ListedSection,
} from "#core/filter-design/spec.ts";

/** How a filter is specified: by a mask, which the smallest filter keeps, or by its order or length. */
export type Asked = "mask" | "order";

export const askedBy = (spec: FilterSpec): Asked => ("pass" in spec ? "mask" : "order");
export const takesMask = (type: FilterType) => filterFields[type].byMask !== undefined;

/** Returns the names of a field's frequencies, e.g. "Passes to"; undefined for a field without frequencies. */
export function edgeNames(spec: FilterSpec, name: string): readonly string[] | undefined {
  if (name === "frequency") return ["Held at"];
  if (name === "cutoff") return "cutoff" in spec && isBand(spec.cutoff) ? ["From", "To"] : ["Cutoff"];
  if (name !== "pass" && name !== "stop") return undefined;
  const band = bandOf(spec)!;
  const passes = name === "pass";
  const [from, to] = ["from", "to"].map((end) => `${passes ? "Passes" : "Stops"} ${end}`);
  if (!band.startsWith("band")) return [(band === "lowpass") === passes ? to : from];
  return (band === "bandpass") === passes ? [from, to] : [to, from];
}

/** Fields that designs of different types share. */
interface Outline {
  rate: number;
  band: Band;
  /** Ends of the transition bands, rising: two for a low-pass or high-pass filter, four for a band. */
  edges: number[];
  ripple: number;
  attenuation: number;
}

/** Digits of zeros and poles: enough for poles near the circle. */
const DIGITS = 9;
export const short = (value: number) => Number(value.toPrecision(DIGITS));

/** The fields of a filter that another type can take over. */
function outlineOf(spec: FilterSpec): Outline {
  const { rate = 2 } = spec;
  const { ripple = 0.5, attenuation = 60 } = spec as { ripple?: number; attenuation?: number };
  const rest = { rate, ripple, attenuation };
  const band = bandOf(spec);
  if ("pass" in spec) {
    return { ...rest, band: band!, edges: [spec.pass, spec.stop].flat().toSorted((a, b) => a - b) };
  }
  if ("cutoff" in spec) return { ...rest, band: band!, edges: transitions([spec.cutoff].flat(), band!, rate) };
  if ("bands" in spec) {
    const passes = spec.gains.filter((_, i) => i % 2 === 0).join("");
    const found = ({ "10": "lowpass", "01": "highpass", "010": "bandpass", "101": "bandstop" } as const)[passes];
    if (found) return { ...rest, band: found, edges: spec.bands.slice(1, -1) };
  }
  return { ...rest, band: "lowpass", edges: [rate / 8, (5 * rate) / 32].map(short) };
}

/** Transition bands about the cut-off frequencies of a filter that was specified by its order. */
function transitions(cutoff: readonly number[], band: Band, rate: number): number[] {
  const [low, high = 0] = cutoff;
  if (band === "lowpass") return [low, Math.min(1.25 * low, (low + rate / 2) / 2)].map(short);
  if (band === "highpass") return [0.8 * low, low].map(short);
  const width = (high - low) / 4;
  if (band === "bandstop") return [low, low + width, high - width, high].map(short);
  return [Math.max(low - width, low / 2), low, high, Math.min(high + width, (high + rate / 2) / 2)].map(short);
}

/** The transition bands of another kind of band at about the same frequencies. */
function moveEdges(edges: readonly number[], band: Band): number[] {
  const pair = band.startsWith("band");
  if (edges.length === (pair ? 4 : 2)) return [...edges];
  if (!pair) return edges.slice(2);
  const [from, to] = edges;
  const middle = from / 2;
  return [middle - Math.min(to - from, middle / 2), middle, from, to].map(short);
}

function passAndStop({ band, edges }: Outline): { pass: Edges; stop: Edges } {
  const [a, b, c, d] = edges;
  if (band === "lowpass") return { pass: a, stop: b };
  if (band === "highpass") return { pass: b, stop: a };
  return band === "bandpass" ? { pass: [b, c], stop: [a, d] } : { pass: [a, d], stop: [b, c] };
}

const middles = ([a, b, c, d]: readonly number[]): Edges =>
  c === undefined ? short((a + b) / 2) : [short((a + b) / 2), short((c + d) / 2)];

/** The nearest filter of another type or band, or with another kind of specification. */
export function respecify(
  spec: FilterSpec,
  view: FilterView | undefined,
  change: { type?: FilterType; asked?: Asked; band?: Band },
): FilterSpec {
  const old = outlineOf(spec);
  const band = change.band ?? old.band;
  const outline = { ...old, band, edges: moveEdges(old.edges, band) };
  const type = change.type ?? spec.type;
  const wanted = change.asked ?? (takesMask(spec.type) ? askedBy(spec) : "mask");
  const rated = spec.rate === undefined ? {} : { rate: spec.rate };
  if (type === "zeros-poles") return { ...byHand(view), ...rated };
  if (type === "sections") return { type, sections: sectionsOf(view), ...rated };
  if (type === "taps") return { type, taps: tapsOf(view), ...rated };
  const { ripple, attenuation } = outline;
  if (takesMask(type) && wanted === "mask") {
    return { type, ...passAndStop(outline), ripple, attenuation, ...rated } as FilterSpec;
  }
  return { ...byOrder(type, outline, view), ...rated } as FilterSpec;
}

function byOrder(type: FilterType, outline: Outline, view: FilterView | undefined): object {
  const { rate, band, edges, ripple, attenuation } = outline;
  const named = band === "highpass" || band === "bandstop" ? { band } : {};
  const { pass, stop } = passAndStop(outline);
  if (isFamily(type) || type === "bessel") {
    const poles = view?.kind === "iir" ? view.order : 6;
    const order = Math.min(24, Math.max(1, Math.round(band.startsWith("band") ? poles / 2 : poles)));
    const cutoff = type === "chebyshev2" ? stop : pass;
    const rippled = type === "chebyshev1" || type === "elliptic" ? { ripple } : {};
    const attenuated = type === "chebyshev2" || type === "elliptic" ? { attenuation } : {};
    return { type, order, cutoff, ...named, ...rippled, ...attenuated };
  }
  const odd = (length: number) => 2 * Math.floor(length / 2) + 1;
  const length = odd(view?.kind === "fir" ? Math.min(view.order + 1, 1001) : 101);
  if (type === "window") return { type, length, cutoff: middles(edges), ...named };
  const bands = [0, ...edges, rate / 2];
  const first = band === "lowpass" || band === "bandstop" ? 1 : 0;
  const gains = bands.map((_, i) => ((i >> 1) % 2 ? 1 - first : first));
  return { type, length, bands, gains };
}

const listed = ({ re, im }: Complex): ListedPoint => (im === 0 ? short(re) : [short(re), short(im)]);
/** One point of each conjugate pair. */
const halves = (points: readonly Complex[]) => points.filter(({ im }) => im >= 0).map(listed);

export type HandSpec = Extract<FilterSpec, { type: "zeros-poles" }>;

/** A filter as zeros and poles that can be moved, with its gain fixed where it is largest. Without a filter, a resonator. */
export function byHand(view: FilterView | undefined): HandSpec {
  if (!view?.zeros) {
    return { type: "zeros-poles", zeros: [1, -1], poles: [[0.64, 0.64]], frequency: (view?.rate ?? 2) / 8, level: 1 };
  }
  const { rate, spec, zeros, poles, frequency, gainDb } = view;
  const highest = gainDb.reduce((best, gain, i) => (gain > gainDb[best] ? i : best), 0);
  return {
    type: "zeros-poles",
    zeros: halves(zeros),
    poles: halves(poles),
    frequency: short(frequency[highest]),
    level: short(10 ** (gainDb[highest] / 20)),
    ...(spec.rate === undefined ? {} : { rate }),
  };
}

/** Sections with all their digits; a single plain section for a filter without any. */
function sectionsOf(view: FilterView | undefined): readonly ListedSection[] {
  if (!view?.complexSections) return view?.sections ?? [[0.25, 0.5, 0.25, 1, -0.4, 0.4]];
  return view.complexSections.map(({ b: [b0, b1, b2], a: [a1, a2] }): ListedSection => {
    return [pairOf(b0), pairOf(b1), pairOf(b2), 1, pairOf(a1), pairOf(a2)];
  });
}

const pairOf = ({ re, im }: Complex): ListedPoint => (im === 0 ? re : [re, im]);

/** A filter's taps, or the start of its impulse response. */
const MOST_TAPS = 200;
function tapsOf(view: FilterView | undefined): ListedPoint[] {
  if (!view) return [0.25, 0.5, 0.25];
  const { taps, complexTaps, impulse, imaginary } = view;
  if (complexTaps)
    return Array.from({ length: complexTaps.length / 2 }, (_, k) => [complexTaps[2 * k], complexTaps[2 * k + 1]]);
  if (taps) return Array.from(taps, short);
  const beginning = Array.from(impulse.slice(0, MOST_TAPS), short);
  return imaginary ? beginning.map((re, k) => [re, short(imaginary.impulse[k])]) : beginning;
}

/** The same filter at another sample rate, with its frequencies in proportion. */
export function atRate(spec: FilterSpec, rate: number): FilterSpec {
  const factor = rate / (spec.rate ?? 2);
  const scaled = (value: number | number[]): unknown =>
    Array.isArray(value) ? value.map(scaled) : short(value * factor);
  const moved = Object.entries(spec).map(([name, value]) => [name, FREQUENCIES.includes(name) ? scaled(value) : value]);
  return { ...(Object.fromEntries(moved) as FilterSpec), rate };
}

const FREQUENCIES: readonly string[] = ["pass", "stop", "cutoff", "bands", "frequency"];
