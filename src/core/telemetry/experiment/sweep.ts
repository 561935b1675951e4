import { confidenceInterval } from "../../measurement/confidence.ts";
import { NO_PACKET } from "../detection/errors.ts";
import type { Gpu } from "../../gpu/device.ts";
import { BLOCK_PACKETS, blockCount } from "../blocks.ts";
import { DATA_BITS } from "../packet.ts";
import { createLink } from "./link.ts";
import { fittingPageBlocks, type RunOptions } from "./page.ts";
import { type EqualizerName, type Scenario, recordingLength } from "./scenario.ts";

/** A BER sweep as data: the same object gives the same counts on every run, in every page size, and merged from shards. */
export interface SweepConfig {
  scenario: Scenario;
  /** Eb/N0 of each point, dB; each stands in for the scenario's own. */
  ebn0s: number[];
  /** A point ends after the block in which every equalizer has this many errors; 0 runs all packets. */
  stopErrors: number;
  /** Share of the blocks to run: `index` from 1 to `count`. */
  shard: { index: number; count: number };
}

export interface SweepPoint {
  ebn0Db: number;
  equalizer: EqualizerName;
  /** Packets found, and those sent that were not. */
  packets: number;
  missed: number;
  bits: number;
  errors: number;
  /** errors / bits; null where no packet was found. */
  ber: number | null;
  /** Clopper–Pearson 95 % interval of the BER. */
  ci95: [number, number] | null;
}

/** All that a sweep needs to go on where it stopped. */
export interface SweepState {
  config: SweepConfig;
  /** Index of the point, and of the first block in it, that have not been run. */
  point: number;
  block: number;
  /** [point][equalizer] */
  counts: { packets: number; missed: number; errors: number }[][];
}

export interface SweepStep {
  state: SweepState;
  /** Part of the work that is done, 0 to 1. */
  progress: number;
  done: boolean;
  results: SweepPoint[];
}

/** Blocks [from, to) of a shard. */
export function shardRange(blocks: number, { index, count }: SweepConfig["shard"]): [number, number] {
  return [Math.floor((blocks * (index - 1)) / count), Math.floor((blocks * index) / count)];
}

/**
 * A sweep that has not begun.
 *
 * @throws RangeError when there is no point, the shard does not exist, or shards are combined with a stop rule.
 */
export function newSweep(config: SweepConfig): SweepState {
  const { scenario, ebn0s, shard, stopErrors } = config;
  if (ebn0s.length === 0) throw new RangeError("sweep: ebn0s must hold at least one point");
  const { index, count } = shard;
  if (!Number.isInteger(count) || !Number.isInteger(index) || index < 1 || index > count) {
    throw new RangeError(`sweep: a shard is INDEX/COUNT with 1 ≤ INDEX ≤ COUNT, got ${index}/${count}`);
  }
  if (!Number.isInteger(stopErrors) || stopErrors < 0) {
    throw new RangeError(`sweep: stopErrors must be a whole number ≥ 0, got ${stopErrors}`);
  }
  if (count > 1 && stopErrors > 0) {
    throw new RangeError("sweep: a shard cannot know when all shards together have enough errors; use stopErrors 0");
  }
  const [block] = shardRange(blockCount(recordingLength(scenario)), shard);
  const counts = ebn0s.map(() => scenario.equalizers.map(() => ({ packets: 0, missed: 0, errors: 0 })));
  return { config, point: 0, block, counts };
}

const blockRange = ({ scenario, shard }: SweepConfig) => shardRange(blockCount(recordingLength(scenario)), shard);

/** How far a state is, and its results. */
export function sweepStep(state: SweepState): SweepStep {
  const { config, point, block } = state;
  const [first, end] = blockRange(config);
  const done = point >= config.ebn0s.length;
  const share = end > first ? (block - first) / (end - first) : 0;
  const progress = done ? 1 : (point + share) / config.ebn0s.length;
  return { state, progress, done, results: sweepResults(state) };
}

/** The points of a state, as results. */
export function sweepResults({ config, counts }: SweepState): SweepPoint[] {
  return config.ebn0s.flatMap((ebn0Db, point) =>
    config.scenario.equalizers.map((equalizer, e): SweepPoint => {
      const { packets, missed, errors } = counts[point][e];
      return sweepPoint({ ebn0Db, equalizer, packets, missed, errors });
    }),
  );
}

function sweepPoint(count: Pick<SweepPoint, "ebn0Db" | "equalizer" | "packets" | "missed" | "errors">): SweepPoint {
  const bits = count.packets * DATA_BITS;
  const ber = bits ? count.errors / bits : null;
  return { ...count, bits, ber, ci95: bits ? confidenceInterval(count.errors, bits) : null };
}

/**
 * Runs a sweep from where `state` is, one page a step.
 *
 * Yields after each page; the state it yields resumes the sweep on any device. Ends early, without an error, when the
 * signal aborts: what has been yielded is valid.
 *
 * @throws OutOfMemoryError (ask again with smaller pages) and DeviceLostError (resume on a new device).
 */
export async function* runSweep(gpu: Gpu, start: SweepState, options: RunOptions = {}): AsyncGenerator<SweepStep> {
  const state = structuredClone(start);
  const { scenario, ebn0s, stopErrors } = state.config;
  const [first, end] = blockRange(state.config);
  const pageBlocks = Math.max(1, Math.min(fittingPageBlocks(gpu, options.pageBlocks), end - first));
  const step = () => sweepStep(structuredClone(state));
  if (end === first) state.point = ebn0s.length;
  if (state.point >= ebn0s.length) {
    yield step();
    return;
  }
  const link = await createLink(gpu.device, { scenario, blocks: pageBlocks });
  try {
    while (state.point < ebn0s.length) {
      if (options.signal?.aborted) return;
      link.setPage({ firstBlock: state.block, ebn0: ebn0s[state.point] });
      const errors = await link.run();
      const blocks = Math.min(pageBlocks, end - state.block);
      const enough = count(state, errors, blocks);
      if (enough || state.block >= end) {
        state.point++;
        state.block = first;
      }
      yield step();
    }
  } finally {
    link.destroy();
  }

  /** Adds a page's counts block by block; true when the stop rule was met, whatever the page holds beyond. */
  function count({ counts, point }: SweepState, errors: Uint32Array[], blocks: number): boolean {
    for (let b = 0; b < blocks; b++) {
      const sent = Math.min(BLOCK_PACKETS, scenario.packets - state.block * BLOCK_PACKETS);
      errors.forEach((perSlot, e) => {
        const found = perSlot.subarray(b * BLOCK_PACKETS, (b + 1) * BLOCK_PACKETS).filter((n) => n !== NO_PACKET);
        const total = counts[point][e];
        total.packets += found.length;
        total.missed += Math.max(0, sent - found.length);
        total.errors += found.reduce((sum, n) => sum + n, 0);
      });
      state.block++;
      if (stopErrors > 0 && counts[point].every((total) => total.errors >= stopErrors)) return true;
    }
    return false;
  }
}

/**
 * Adds up the results of shards: the same numbers as one run gives.
 *
 * @throws RangeError when the configurations differ in more than the shard, or a shard is missing or doubled.
 */
export function mergeSweeps(shards: readonly { config: SweepConfig; results: readonly SweepPoint[] }[]): {
  config: SweepConfig;
  results: SweepPoint[];
} {
  if (shards.length === 0) throw new RangeError("merge: no results were given");
  const [{ config }] = shards;
  const identity = (c: SweepConfig) => JSON.stringify({ ...c, shard: c.shard.count });
  const seen = new Set<number>();
  for (const { config: other } of shards) {
    if (identity(other) !== identity(config)) throw new RangeError("merge: these results are of different experiments");
    if (seen.has(other.shard.index)) throw new RangeError(`merge: shard ${other.shard.index} was given twice`);
    seen.add(other.shard.index);
  }
  const missing = Array.from({ length: config.shard.count }, (_, i) => i + 1).filter((index) => !seen.has(index));
  if (missing.length) throw new RangeError(`merge: of ${config.shard.count} shards, ${missing.join(", ")} are missing`);
  const results = shards[0].results.map((point, i) => {
    const parts = shards.map((shard) => shard.results[i]);
    const sum = (key: "packets" | "missed" | "errors") => parts.reduce((total, part) => total + part[key], 0);
    const { ebn0Db, equalizer } = point;
    return sweepPoint({ ebn0Db, equalizer, packets: sum("packets"), missed: sum("missed"), errors: sum("errors") });
  });
  return { config: { ...config, shard: { index: 1, count: 1 } }, results };
}
