/** Number formats of the page: SI prefixes, true minus signs, powers of ten with superscripts. */

const SUPERSCRIPT = "⁰¹²³⁴⁵⁶⁷⁸⁹";
const PREFIXES: readonly [string, number][] = [
  ["G", 1e9],
  ["M", 1e6],
  ["k", 1e3],
  ["", 1],
  ["m", 1e-3],
  ["µ", 1e-6],
  ["n", 1e-9],
];

/** Returns at most `digits` significant digits without trailing zeros, with a true minus sign: −0.05 or −∞. */
export function plain(value: number, digits = 6): string {
  return typeset(String(Number(value.toPrecision(digits))));
}

/** Returns a fixed number of decimals, with a true minus sign. */
export function fixed(value: number, decimals: number): string {
  return typeset(value.toFixed(decimals));
}

const typeset = (number: string) => number.replace("-", "−").replace("Infinity", "∞");

/** Returns an integer with narrow no-break spaces between thousands: 39 333 888. */
export function whole(value: number): string {
  return String(Math.round(value)).replace(/\B(?=(\d{3})+$)/g, "\u202f");
}

/** Returns a power of ten: 10⁻³. */
export function powerOfTen(exponent: number): string {
  const raised = String(exponent).replace("-", "⁻");
  return `10${raised.replace(/\d/g, (digit) => SUPERSCRIPT[Number(digit)])}`;
}

/** Returns an error rate: 1.2 × 10⁻³. */
export function rate(value: number): string {
  if (value === 0) return "0";
  const [mantissa, exponent] = value.toExponential(1).split("e");
  return `${mantissa} × ${powerOfTen(Number(exponent))}`;
}

/** What an error rate counts. */
export type CountedUnit = "bits" | "frames" | "packets";

/** Returns what was counted: 0 of 49 152 bits, 1 of 1 packet. */
export function counted(errors: number, trials: number, unit: CountedUnit): string {
  return `${whole(errors)} of ${whole(trials)} ${trials === 1 ? unit.slice(0, -1) : unit}`;
}

/**
 * Returns an error rate and its confidence interval with one power of ten: 4 (2.4 to 6.7) × 10⁻⁴. The rate has no more
 * digits than the interval supports, and at most two. Without an error it is the upper limit: below 3.7 × 10⁻¹.
 */
export function rateWithin(value: number, [low, high]: readonly [number, number]): string {
  if (value === 0) return `below ${rate(high)}`;
  const digits = value < (high - low) / 2 || magnitude(value) === magnitude((high - low) / 2) ? 1 : 2;
  const [mantissa, power] = value.toExponential(digits - 1).split("e");
  const exponent = Number(power);
  const text = `${mantissa} (${scaled(low, exponent)} to ${scaled(high, exponent)})`;
  return exponent === 0 ? text : `${text} × ${powerOfTen(exponent)}`;
}

/** Returns a limit divided by a power of ten, with one decimal or, from 10 on, as an integer. */
function scaled(limit: number, exponent: number): string {
  const part = limit / 10 ** exponent;
  const text = part < 9.95 ? part.toFixed(1) : whole(part);
  return text === "0.0" ? "0" : text;
}

const magnitude = (value: number) => Math.floor(Math.log10(value));

/** Returns a quantity with an SI prefix: si(20.625e6, "S/s") is 20.625 MS/s. */
export function si(value: number, unit: string, digits = 6): string {
  const [prefix, scale] = prefixOf(value);
  return `${plain(value / scale, digits)} ${prefix}${unit}`.trimEnd();
}

/** Returns a measured quantity with an SI prefix. All its digits are shown, also zeros: measured(74.3e-3, "s", 4) is 74.30 ms. */
export function measured(value: number, unit: string, digits: number): string {
  const [prefix, scale] = prefixOf(value);
  const decimals = value ? digits - 1 - magnitude(Math.abs(value / scale)) : 0;
  return `${fixed(value / scale, Math.max(0, decimals))} ${prefix}${unit}`.trimEnd();
}

/** Returns the significant digits of a value that its standard deviation supports: two digits of the deviation are shown. */
export function digitsWithin(value: number, sd: number): number {
  return Math.min(15, Math.max(2, magnitude(Math.abs(value)) - magnitude(sd) + 2));
}

function prefixOf(value: number): readonly [prefix: string, scale: number] {
  const size = Math.abs(value);
  return PREFIXES.find(([, scale]) => size >= scale * 0.9995) ?? (size ? PREFIXES[6] : ["", 1]);
}

/** Returns the unit of an axis with an SI prefix, and the number to divide by: MHz and 1e6. `least` and `most` limit the prefix. */
export function siUnit(largest: number, unit: string, least = 1e-9, most = 1e9): { unit: string; by: number } {
  const some = PREFIXES.filter(([, scale]) => scale >= least && scale <= most);
  const fitting = some.find(([, scale]) => Math.abs(largest) >= scale);
  const [prefix, by] = fitting ?? (largest ? some[some.length - 1] : ["", 1]);
  return { unit: prefix + unit, by };
}

/** Returns a duration: 0.42 s, 12 s, 3 min 20 s. */
export function duration(ms: number): string {
  if (ms < 999.5) return `${Math.round(ms)} ms`;
  if (ms < 9950) return `${(ms / 1000).toFixed(1)} s`;
  // Rounded first, so that no text has 60 seconds or 1000 ms.
  const seconds = Math.round(ms / 1000);
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  return minutes < 60 ? `${minutes} min ${seconds % 60} s` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/** Returns a file's size: 4.2 MB. */
export function bytes(count: number): string {
  return si(count, "B", 3);
}
