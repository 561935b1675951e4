import { declareWithoutBindings } from "../gpu/declarations.ts";
import { enumerated } from "./enumerated.ts";

/** Bytes of workgroup storage per invocation. */
export const PADDED_BYTES = 34;

/** Points of an invocation, and its points in a half of all. */
const POINTS = 16;
const HALF = 8;

/**
 * Places in the storage: within its half, point p has place p + gap·⌊p/run⌋, so that the 32 invocations of a warp use 32 memory banks. After
 * the first stage they store points 16 apart; after the second, two runs of 16 points; after the third, neighbours, as they always load.
 */
const GAPS = [
  { run: 32, gap: 1 },
  { run: 256, gap: 16 },
  { run: 4096, gap: 0 },
];

/**
 * Returns WGSL for what `lib/exchange-halves.wgsl` does, for one transform of 16·group points in a workgroup, with places that are sums in
 * place of exclusive ors. The compiler of WebGPU sees that sums with literal factors are within the storage, and does not limit them: an H200
 * takes 9 to 14 % less time for transforms of 4096 to 16384 points. For s = 1, 16 and 256. Needs lib/fft, lib/exchange-parts.
 *
 * @param group Invocations of a workgroup, a power of two from 64 to 1024.
 */
export function paddedExchangeText(group: number): string {
  const stages = GAPS.map((_, t) => t).filter((t) => POINTS ** (t + 1) < POINTS * group);
  const last = stages.at(-1);
  const text = `
var<workgroup> exchange: array<f32, ${(PADDED_BYTES / 4) * group}>;
alias Half = array<f32, ${HALF}>;
fn exchanged(b: u32, s: u32, x: Points) -> Points {
  return complexPoints(exchangedReals(b, s, realParts(x)), exchangedReals(b, s, imaginaryParts(x)));
}
fn exchangedReals(b: u32, s: u32, x: Whole) -> Whole {
  switch s {
    ${stages.map((t) => `${t === last ? "default" : `case ${POINTS ** t}u`}: { return exchangedAfter${t}(b, x); }`).join("\n    ")}
  }
}
${stages.map((t) => exchangeText(t, group)).join("\n")}
fn lend(i: u32, value: f32) { exchange[i] = value; }
fn lent(i: u32) -> f32 { return exchange[i]; }
`;
  return declareWithoutBindings(text);
}

/** The exchange after stage t: s = 16^t. Output k of butterfly b = q + s·m goes to point q + s·(16m + k). */
function exchangeText(t: number, group: number): string {
  const s = POINTS ** t;
  const { run, gap } = GAPS[t];
  const placeOf = (point: number) => point + gap * Math.floor(point / run);
  const half = group / 2;
  // Butterflies whose points are in the same run: m counts them.
  const spans = run / (POINTS * s);
  const puts = enumerated(0, POINTS, (k) => `exchange[to + ${placeOf(s * k)}u] = x[${k}];`, " ");
  const loads = enumerated(0, HALF, (j) => `exchange[at + ${placeOf(group * j)}u]`);
  return `fn exchangedAfter${t}(b: u32, x: Whole) -> Whole {
  let isLower = b < ${half}u;
  let h = b % ${half}u;
  let m = h / ${s}u;
  let to = h % ${s}u + m * ${POINTS * s}u + m / ${spans}u * ${gap}u;
  let c = b % ${group}u;
  let at = c + c / ${run}u * ${gap}u;
  workgroupBarrier(); // the last exchange has been read
  if (isLower) { ${puts} }
  workgroupBarrier();
  let lower = Half(${loads});
  workgroupBarrier();
  if (!isLower) { ${puts} }
  workgroupBarrier();
  return Whole(${enumerated(0, HALF, (j) => `lower[${j}]`)}, ${loads});
}`;
}
