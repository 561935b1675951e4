import { fixed } from "../format.ts";

/** Returns about `count` round numbers from `from` to `to`, in steps of 1, 2 or 5 times a power of ten. */
export function roundTicks(from: number, to: number, count: number): number[] {
  const rough = (to - from) / count;
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = ([1, 2, 5, 10].find((factor) => factor * power >= rough) ?? 10) * power;
  const first = Math.ceil(from / step);
  return Array.from({ length: Math.floor(to / step) - first + 1 }, (_, i) =>
    Number(((first + i) * step).toPrecision(13)),
  );
}

/** Returns 1, 2 and 5 times each power of ten from `from` to `to`. */
export function decadeTicks(from: number, to: number): number[] {
  const first = Math.floor(Math.log10(from));
  const count = Math.ceil(Math.log10(to)) - first + 1;
  return Array.from({ length: count }, (_, i) =>
    [1, 2, 5].map((digit) => Number((digit * 10 ** (first + i)).toPrecision(2))),
  )
    .flat()
    .filter((tick) => tick >= from * 0.9999 && tick <= to * 1.0001);
}

/** Returns about `count` round values with their texts, which have enough decimals to distinguish them; none for an endless range. */
export function textTicks(from: number, to: number, count: number): (readonly [value: number, text: string])[] {
  if (!Number.isFinite(to - from)) return [];
  const values = roundTicks(from, to, Math.max(2, count));
  const step = values.length > 1 ? values[1] - values[0] : 1;
  const decimals = Math.max(0, Math.ceil(-Math.log10(step) - 1e-6));
  return values.map((value) => [value, fixed(value, decimals)]);
}
