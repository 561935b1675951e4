import { declareWithoutBindings } from "../gpu/declarations.ts";
import { enumerated } from "./enumerated.ts";

/** Bytes of workgroup storage per invocation, for an exchange in four rounds. In two, they are twice as many. */
export const PADDED_BYTES = 34;

/** Points of an invocation. */
const POINTS = 16;

/**
 * Places in the storage after each stage: in a round, point p of a line has place p + gap·⌊p/run⌋, so that the 32 invocations of a warp use
 * 32 memory banks. After the first stage they store points 16 apart; after the second, two runs of 16 points; after the third, neighbours,
 * as they always load.
 */
const GAPS = [
  { run: 32, gap: 1 },
  { run: 256, gap: 16 },
  { run: 4096, gap: 0 },
];
/** The same for several lines in a warp: after the second stage, each stores one run of 16 points. */
const LINES_GAPS = [
  { run: 16, gap: 1 },
  { run: 256, gap: 0 },
];
const WARP = 32;

/** The transforms of a workgroup. */
export interface PaddedSizes {
  /** Points of a line, one transform each: a power of two up to 16384; up to 16, invocations have nothing to exchange. */
  length: number;
  /** Invocations of a workgroup: length/16 for each line. */
  group: number;
  /** Lines whose points lie side by side in the storage, because their invocations do in the workgroup. Default: 1. */
  together?: number;
  /** 2: all real parts, then all imaginary parts, in 68 bytes per invocation. 4: half of each, in 34 bytes; without effect on results. */
  rounds: 2 | 4;
}

/**
 * Returns WGSL for what `lib/exchange.wgsl` and `lib/exchange-halves.wgsl` do, with places that are sums in place of exclusive ors. The
 * compiler of WebGPU sees that sums with literal factors are within the storage, and does not limit them: an H200 takes 9 to 14 % less time
 * for transforms of 4096 to 16384 points, and 2 to 21 % less for 2^16 to 2^22 points in passes. For s = 1, 16 and 256. Needs lib/fft,
 * lib/exchange-parts.
 */
export function paddedExchangeText(sizes: PaddedSizes): string {
  const { length, group, together = 1, rounds } = sizes;
  const gaps = together > 1 || length / POINTS < WARP ? LINES_GAPS : GAPS;
  const stages = gaps.map((_, t) => t).filter((t) => POINTS ** (t + 1) < length);
  const text = `
var<workgroup> exchange: array<f32, ${Math.ceil(placesOf(group, rounds))}>;
alias Half = array<f32, ${POINTS / 2}>;
fn exchanged(i: u32, s: u32, x: Points) -> Points {
  return complexPoints(exchangedReals(i, s, realParts(x)), exchangedReals(i, s, imaginaryParts(x)));
}
fn exchangedReals(i: u32, s: u32, x: Whole) -> Whole {
  ${stages.map((t) => `if (s == ${POINTS ** t}u) { return exchangedAfter${t}(i, x); }`).join("\n  ")}
  return x;
}
${stages.map((t) => exchangeText(t, gaps[t], { ...sizes, together })).join("\n")}
fn lend(i: u32, value: f32) { exchange[i] = value; }
fn lent(i: u32) -> f32 { return exchange[i]; }
`;
  return declareWithoutBindings(text);
}

/** Places for the points of some invocations in a round. */
const placesOf = (invocations: number, rounds: number) => (PADDED_BYTES / rounds) * invocations;

/** The exchange after stage t: s = 16^t. Output k of a line's butterfly b = q + s·m goes to its point q + s·(16m + k). */
function exchangeText(
  t: number,
  { run, gap }: { run: number; gap: number },
  { length, group, together, rounds }: Required<PaddedSizes>,
): string {
  const s = POINTS ** t;
  const lanes = length / POINTS;
  const placeOf = (point: number) => together * (point + gap * Math.floor(point / run));
  // Butterflies whose points are in the same run: m counts them.
  const spans = run / (POINTS * s);
  const storing = (2 * lanes) / rounds;
  const loads = (POINTS * 2) / rounds;
  // The first place of a line: after earlier lines, and beside its neighbours.
  const earlier = group > lanes ? `i / ${lanes * together}u * ${placesOf(lanes * together, rounds)}u + ` : "";
  const before = together > 1 ? `${earlier}i / ${lanes}u % ${together}u + ` : earlier;
  const put = enumerated(0, POINTS, (k) => `exchange[to + ${placeOf(s * k)}u] = x[${k}];`, " ");
  const loaded = enumerated(0, loads, (j) => `exchange[at + ${placeOf(lanes * j)}u]`);
  const start = `fn exchangedAfter${t}(invocation: u32, x: Whole) -> Whole {
  let i = invocation % ${group}u;
  let b = i % ${lanes}u;
  let h = b % ${storing}u;
  let m = h / ${s}u;
  let to = ${before}${together}u * (h % ${s}u + m * ${POINTS * s}u + m / ${spans}u * ${gap}u);
  let at = ${before}${together}u * (b + b / ${run}u * ${gap}u);
  workgroupBarrier(); // the last exchange has been read`;
  if (rounds === 2) {
    return `${start}
  ${put}
  workgroupBarrier();
  return Whole(${loaded});
}`;
  }
  return `${start}
  let isLower = b < ${storing}u;
  if (isLower) { ${put} }
  workgroupBarrier();
  let lower = Half(${loaded});
  workgroupBarrier();
  if (!isLower) { ${put} }
  workgroupBarrier();
  return Whole(${enumerated(0, loads, (j) => `lower[${j}]`)}, ${loaded});
}`;
}
