import { FIR_METHODS, type FirMethod } from "./fir/mask.ts";
import { WINDOWS, type WindowName } from "./windows.ts";
import { BANDS, type Band, type Edges } from "./bands.ts";
import { BESSEL_NORMS, type BesselNorm } from "./iir/bessel.ts";
import { FAMILIES, type FamilyName } from "./iir/iir.ts";

interface Rated {
  /** Samples per second; default 2, so that the Nyquist frequency is 1. All frequencies are in its units. */
  rate?: number;
}

interface Bounds {
  pass: Edges;
  stop: Edges;
  /** In dB. */
  ripple: number;
  /** In dB. */
  attenuation: number;
}

/** A real number, or [re, im]. */
export type ListedPoint = number | readonly [number, number];

/** b0, b1, b2, 1, a1, a2, each real or [re, im]. */
export type ListedSection = readonly [ListedPoint, ListedPoint, ListedPoint, number, ListedPoint, ListedPoint];

/** A filter in JSON, by order or length, or with `pass` and `stop` by a mask, which the smallest filter keeps. */
export type FilterSpec = Rated &
  (
    | {
        type: FamilyName | "bessel";
        order: number;
        cutoff: Edges;
        /** Default: low-pass for one cutoff, band-pass for two. */
        band?: Band;
        ripple?: number;
        attenuation?: number;
        norm?: BesselNorm;
      }
    | ({ type: FamilyName } & Bounds)
    | { type: "window"; length: number; cutoff: Edges; band?: Band; window?: WindowName; beta?: number }
    | ({ type: "window"; window?: WindowName } & Bounds)
    | {
        type: "least-squares" | "remez";
        length: number;
        bands: readonly number[];
        gains: readonly number[];
        weights?: readonly number[];
        symmetry?: "even" | "odd";
        relative?: boolean;
      }
    | ({ type: "least-squares" | "remez" } & Bounds)
    | {
        type: "zeros-poles";
        zeros: readonly ListedPoint[];
        poles: readonly ListedPoint[];
        gain?: number;
        /** The frequency at which |H| is `level`, in place of `gain`. */
        frequency?: number;
        level?: number;
      }
    | { type: "sections"; sections: readonly ListedSection[] }
    | { type: "taps"; taps: readonly ListedPoint[] }
  );

/** The ways to describe a filter: a family of recursive filters, a method of FIR filters, or its numbers. */
export type FilterType = FilterSpec["type"];

/** The check and description of a field. */
export interface SpecField {
  /** Description after "must be". */
  expects: string;
  accepts(value: unknown, nyquist: number): boolean;
  optional?: boolean;
}

const isNumber = (value: unknown): value is number => typeof value === "number" && Number.isFinite(value);
const isList = (value: unknown, item: (value: unknown) => boolean): value is unknown[] =>
  Array.isArray(value) && value.every(item);

const positive: SpecField = { expects: "a number above 0", accepts: (value) => isNumber(value) && value > 0 };
const decibels: SpecField = { ...positive, expects: "a number of dB above 0" };
const count: SpecField = {
  expects: "an integer ≥ 1",
  accepts: (value) => isNumber(value) && Number.isInteger(value) && value >= 1,
};
/** Most taps of a window design or a list: a quarter of a megabyte of float32. */
export const MOST_LISTED_TAPS = 2 ** 16;

const length: SpecField = {
  expects: `an integer from 1 to ${MOST_LISTED_TAPS}`,
  accepts: (value, nyquist) => count.accepts(value, nyquist) && Number(value) <= MOST_LISTED_TAPS,
};
const number: SpecField = { expects: "a number", accepts: isNumber };
const numbers: SpecField = {
  expects: "a list of numbers",
  accepts: (value) => isList(value, isNumber) && value.length > 0,
};
const flag: SpecField = { expects: "true or false", accepts: (value) => typeof value === "boolean" };
const frequency: SpecField = {
  expects: "a frequency from 0 to half the rate",
  accepts: (value, nyquist) => isNumber(value) && value >= 0 && value <= nyquist,
};
const edges: SpecField = {
  expects: "a frequency, or two in rising order, between 0 and half the rate",
  accepts(value, nyquist) {
    const inside = (edge: unknown) => isNumber(edge) && edge > 0 && edge < nyquist;
    return inside(value) || (isList(value, inside) && value.length === 2 && Number(value[0]) < Number(value[1]));
  },
};
const isPoint = (value: unknown) => isNumber(value) || (isList(value, isNumber) && value.length === 2);
const points: SpecField = {
  expects: "a list of numbers and pairs [re, im]",
  accepts: (value) => isList(value, isPoint),
};
const taps: SpecField = {
  expects: `a list of 1 to ${MOST_LISTED_TAPS} numbers and pairs [re, im]`,
  accepts: (value) => isList(value, isPoint) && value.length > 0 && value.length <= MOST_LISTED_TAPS,
};
const sections: SpecField = {
  expects: "a list of [b0, b1, b2, 1, a1, a2], each a number or a pair [re, im]",
  accepts: (value) =>
    isList(value, (row) => isList(row, isPoint) && row.length === 6 && row[3] === 1) && value.length > 0,
};
const choice = (choices: readonly string[]): SpecField => ({
  expects: `one of ${choices.join(", ")}`,
  accepts: (value) => choices.includes(value as string),
});
const optional = (field: SpecField): SpecField => ({ ...field, optional: true });

type Fields = Readonly<Record<string, SpecField>>;

const byMask: Fields = { pass: edges, stop: edges, ripple: decibels, attenuation: decibels };
const byOrder: Fields = { order: count, cutoff: edges, band: optional(choice(BANDS)) };
const byBands: Fields = { length, bands: numbers, gains: numbers, weights: optional(numbers) };
const windowName = optional(choice(WINDOWS));

/** The fields of each type, by order or length, and by a mask where the type has one. */
export const filterFields: Readonly<Record<FilterType, { byOrder: Fields; byMask?: Fields }>> = {
  butterworth: { byOrder, byMask },
  chebyshev1: { byOrder: { ...byOrder, ripple: decibels }, byMask },
  chebyshev2: { byOrder: { ...byOrder, attenuation: decibels }, byMask },
  elliptic: { byOrder: { ...byOrder, ripple: decibels, attenuation: decibels }, byMask },
  bessel: { byOrder: { ...byOrder, norm: optional(choice(BESSEL_NORMS)) } },
  window: {
    byOrder: {
      length,
      cutoff: edges,
      band: byOrder.band,
      window: windowName,
      beta: optional({ expects: "a number ≥ 0", accepts: (value) => isNumber(value) && value >= 0 }),
    },
    byMask: { ...byMask, window: windowName },
  },
  "least-squares": { byOrder: byBands, byMask },
  remez: {
    byOrder: { ...byBands, symmetry: optional(choice(["even", "odd"])), relative: optional(flag) },
    byMask,
  },
  "zeros-poles": {
    byOrder: {
      zeros: points,
      poles: points,
      gain: optional(number),
      frequency: optional(frequency),
      level: optional(positive),
    },
  },
  sections: { byOrder: { sections } },
  taps: { byOrder: { taps } },
};

export const isFamily = (type: string): type is FamilyName => Object.hasOwn(FAMILIES, type);
export const isFirMethod = (type: string): type is FirMethod => FIR_METHODS.includes(type as FirMethod);

/**
 * Checks an untrusted filter.
 *
 * @throws TypeError or RangeError that names the field, the accepted values and the value found.
 */
export function parseFilterSpec(input: unknown): FilterSpec {
  if (typeof input !== "object" || input === null || Array.isArray(input)) {
    throw new TypeError(`filter: must be an object, got ${JSON.stringify(input)}`);
  }
  const { type, rate = 2, ...given } = input as Record<string, unknown>;
  if (typeof type !== "string" || !Object.hasOwn(filterFields, type)) {
    throw new RangeError(
      `filter: type must be one of ${Object.keys(filterFields).join(", ")}, got ${JSON.stringify(type)}`,
    );
  }
  if (!positive.accepts(rate, 0)) {
    throw new RangeError(`filter: rate must be a number above 0, got ${JSON.stringify(rate)}`);
  }
  const ways = filterFields[type as FilterType];
  const masked = ways.byMask && ("pass" in given || "stop" in given);
  const fields: Fields = masked ? ways.byMask! : ways.byOrder;
  for (const name of Object.keys(given)) {
    if (Object.hasOwn(fields, name)) continue;
    const way = masked ? " to a mask" : "";
    throw new RangeError(
      `filter: ${type}${way} has no field ${name}; its fields are ${Object.keys(fields).join(", ")}, rate`,
    );
  }
  for (const [name, field] of Object.entries(fields)) {
    const value = given[name];
    if ((value === undefined && field.optional) || field.accepts(value, Number(rate) / 2)) continue;
    throw new RangeError(`filter: ${name} of ${type} must be ${field.expects}, got ${JSON.stringify(value)}`);
  }
  return input as FilterSpec;
}
