import { productOf, type StagePlan } from "./stages.ts";

/** Instructions of a butterfly, approximately; the key is its radix. */
const INSTRUCTIONS: Readonly<Record<number, number>> = {
  2: 4,
  3: 14,
  4: 16,
  5: 40,
  6: 40,
  7: 76,
  8: 60,
  9: 100,
  10: 100,
  11: 170,
  12: 104,
  13: 230,
  14: 180,
  15: 190,
  16: 180,
  18: 220,
  20: 230,
  21: 290,
  24: 260,
  25: 330,
  27: 380,
};
/** Radices of butterflies, largest first. */
const RADICES = Object.keys(INSTRUCTIONS).map(Number).toReversed();
/** Instructions per butterfly for its indices and roots, and per point for the other twiddles and the exchange. */
const PER_BUTTERFLY = 45;
const PER_POINT = 15;
/** Points of an invocation that leave enough registers for many workgroups at once, and the most. */
const POINTS = 16;
const MOST_POINTS = 32;
/**
 * Costs relative to instructions: of each point above the former, of registers for a point that is not there, and of a warp that the
 * others of its workgroup wait for. With these the plans are within 3 % of the fastest that were tried on an H100.
 */
const PER_FURTHER_POINT = 0.025;
const PER_UNUSED_POINT = 0.3;
const PER_WARP = 0.01;
const PER_LONG_RUN = 0.05;
const WARP = 32;
/** Approximate points per workgroup: several small workgroups hide each other's waiting times. */
const GROUP_POINTS = 1024;
/** Lines side by side in a pass of a longer transform: 64 bytes in memory; and the most, for short lines. */
const SIDE_BY_SIDE = 8;
const MOST_SIDE_BY_SIDE = 16;

type Limits = Pick<GPUDevice, "limits">;

/** Returns all products of radices that give a length, as descending lists. */
function factorizations(length: number, most = RADICES[0]): number[][] {
  if (length === 1) return [[]];
  return RADICES.filter((radix) => radix <= most && length % radix === 0).flatMap((radix) =>
    factorizations(length / radix, radix).map((rest) => [radix, ...rest]),
  );
}

/** Whether a length is a product of radices. */
export function isSmooth(length: number): boolean {
  if (!Number.isInteger(length) || length < 2) return false;
  let rest = length;
  for (const prime of [2, 3, 5, 7, 11, 13]) while (rest % prime === 0) rest /= prime;
  return rest === 1;
}

/** Returns the most points that one workgroup of a device transforms: at least 2048 on any device. */
export function mixedPoints({ limits }: Limits): number {
  const { maxComputeInvocationsPerWorkgroup: invocations, maxComputeWorkgroupStorageSize: bytes } = limits;
  return Math.min(Math.floor(bytes / 4), POINTS * invocations);
}

/** Points of an invocation in a pass of a longer transform, above which more passes are faster. */
const PASS_POINTS = 12;

/** Returns the most points of several lines in a pass of a longer transform. */
export function passPoints(device: Limits): number {
  return Math.min(mixedPoints(device), PASS_POINTS * device.limits.maxComputeInvocationsPerWorkgroup);
}

/** The sizes that a stage plan is for. */
export interface StageSizes {
  length: number;
  /** Whether the transforms are one pass of longer ones. */
  isPass: boolean;
  /** Invocations per workgroup. Default: as many as leave the fewest idle. */
  group?: number;
}

/**
 * Returns the stages of a transform with the fewest instructions per point: radices, lines and invocations of a workgroup. Undefined if
 * no workgroup of the device computes that length.
 */
export function stagePlanOf(device: Limits, { length, isPass, group }: StageSizes): StagePlan | undefined {
  const room = mixedPoints(device);
  if (length > room || !isSmooth(length)) return undefined;
  const sideBySide = MOST_SIDE_BY_SIDE * length <= 2 * GROUP_POINTS ? MOST_SIDE_BY_SIDE : SIDE_BY_SIDE;
  const most = isPass ? sideBySide : Math.ceil(GROUP_POINTS / length);
  const fewest = isPass || group !== undefined ? 1 : most / 2;
  const places = Math.floor(device.limits.maxComputeWorkgroupStorageSize / 4);
  let best: StagePlan | undefined;
  let least = Infinity;
  for (const factors of factorizations(length)) {
    const radices = inOrder(factors);
    for (let lines = most; lines >= fewest; lines = isPass ? lines / 2 : lines - 1) {
      if (lines * length > room) continue;
      for (const invocations of groupsOf(device, radices, lines, group)) {
        const plan = { radices, lines, group: invocations, across: isPass, places };
        const cost = costOf(plan);
        if (cost < least) [best, least] = [plan, cost];
      }
    }
  }
  return best;
}

/** Odd radices first: their stages' points are in different memory banks. */
function inOrder(radices: readonly number[]): number[] {
  return radices.toSorted((a, b) => (b % 2) - (a % 2) || b - a);
}

/** Numbers of invocations that leave few idle in some stage. */
function groupsOf({ limits }: Limits, radices: readonly number[], lines: number, wanted?: number): number[] {
  const points = lines * productOf(radices);
  const groups = new Set<number>();
  for (const radix of radices) {
    for (let rounds = 1; rounds * radix <= MOST_POINTS; rounds++) groups.add(Math.ceil(points / radix / rounds));
  }
  const most = limits.maxComputeInvocationsPerWorkgroup;
  return (wanted === undefined ? [...groups] : [wanted]).filter(
    (group) => group <= most && pointsOf(radices, points, group) <= MOST_POINTS,
  );
}

/** Returns the most points of an invocation in a stage. */
const pointsOf = (radices: readonly number[], points: number, group: number) =>
  Math.max(...radices.map((radix) => radix * Math.ceil(points / radix / group)));

/** Returns the instructions per point, with instructions of idle invocations in busy warps, times factors for slow plans. */
function costOf({ radices, lines, group, across }: StagePlan): number {
  const points = lines * productOf(radices);
  const groupWarps = Math.ceil(group / WARP);
  const stages = radices.map((radix, t) => {
    const butterflies = points / radix;
    const whole = Math.floor(butterflies / group);
    const rest = butterflies - whole * group;
    // All invocations take part in the first stage.
    const warps = whole * groupWarps + (t === 0 && rest ? groupWarps : Math.ceil(rest / WARP));
    return warps * WARP * (INSTRUCTIONS[radix] + PER_BUTTERFLY + PER_POINT * radix);
  });
  // Runs of less than 64 bytes in memory take more time than a stage, and runs of 128 bytes a little less.
  const runs = across ? Math.max(1, SIDE_BY_SIDE / lines) - PER_LONG_RUN * Number(lines === MOST_SIDE_BY_SIDE) : 1;
  const most = pointsOf(radices, points, group);
  const unused = (most * WARP * groupWarps) / points - 1;
  const registers = (1 + PER_FURTHER_POINT * Math.max(0, most - POINTS)) * (1 + PER_UNUSED_POINT * unused);
  return (runs * (1 + PER_WARP * groupWarps) * registers * stages.reduce((sum, stage) => sum + stage, 0)) / points;
}

/** Returns the fewest invocations that hold a transform's points in registers. */
export const leastGroup = (length: number) => Math.max(1, Math.ceil(length / (MOST_POINTS / 2)));
