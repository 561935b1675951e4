const PREFIX: Readonly<Record<string, number>> = {
  p: 1e-12,
  n: 1e-9,
  u: 1e-6,
  µ: 1e-6,
  μ: 1e-6,
  m: 1e-3,
  k: 1e3,
  K: 1e3,
  M: 1e6,
  G: 1e9,
};

/** Units that take an SI prefix. Other units (dB, °, samples …) take none. */
const PREFIXED = /^([pnuµμmkMG]?)(s|Hz|S\/s)$/;

const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?/i;

/**
 * Returns the number that a person typed: "1e-3", "−4", "2.4M", "50 ns", "0.05 µs".
 *
 * @param unit Unit of numbers without one, e.g. "ns", "dB", "MHz"; may be empty.
 * @returns The value in that unit, or the reason why there is none.
 */
export function readQuantity(text: string, unit: string): { value: number } | { reason: string } {
  const clean = text
    .trim()
    .replace(/[−–]/g, "-")
    .replace(/[\s  ]+/g, " ");
  if (clean === "") return { reason: "Type a number." };
  const comma = /^[^.,]*,\d+[^.,]*$/.test(clean) ? clean.replace(",", ".") : clean;
  const digits = NUMBER.exec(comma)?.[0];
  if (!digits) return { reason: `“${text.trim()}” is not a number.` };
  const suffix = comma.slice(digits.length).trim();
  const scale = scaleOf(suffix, unit);
  if (scale === undefined) {
    const wanted = unit ? `in ${unit}` : "without a unit";
    return { reason: `“${suffix}” is not a unit here; give a number ${wanted}.` };
  }
  // Decimal prefixes are powers of ten: 0.05 µs must be exactly 50 ns.
  return { value: Number((Number(digits) * scale).toPrecision(15)) };
}

/** Returns the factor from the typed unit to the field's unit; undefined for an unknown unit. */
function scaleOf(suffix: string, unit: string): number | undefined {
  if (suffix === "" || suffix === unit) return 1;
  const field = PREFIXED.exec(unit);
  const fieldScale = field ? (PREFIX[field[1]] ?? 1) : 1;
  const base = field?.[2] ?? unit;
  if (unit === "°" && /^(deg|degrees?)$/i.test(suffix)) return 1;
  if (suffix.toLowerCase() === unit.toLowerCase() && !field) return 1;
  const bare = suffix.endsWith(base) && base !== "" ? suffix.slice(0, -base.length) : suffix;
  if (bare === "") return 1 / fieldScale;
  const typed = PREFIX[bare];
  return typed === undefined ? undefined : typed / fieldScale;
}
