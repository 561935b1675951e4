import fours from "#shaders/resampling/lib/fours.wgsl?raw";
import polyphaseKernel from "#shaders/resampling/polyphase.wgsl?raw";
import { firOutput, type TapsPlan } from "../fir/plan.ts";
import { checkedInteger } from "../gpu/rows.ts";
import { workgroupSize } from "../gpu/workgroup-size.ts";
import { SAMPLE_BYTES, type SampleKind } from "../flow/graph/block.ts";
import type { Access } from "../flow/build/joined-page.ts";
import { greatestDivisor } from "../flow/graph/rate.ts";
import { checkResampler, createResampler, lowestTerms, type PolyphaseFilter, type ResamplerConfig } from "./plan.ts";

export interface PolyphaseConfig extends ResamplerConfig {
  /** Strands per invocation, 1 to 4. It changes the speed only. Default: as many as fit. */
  strands?: number;
}

/** Bytes of workgroup memory within default limits. */
const ROOM_BYTES = 16384;
/** Neighbouring outputs per invocation. */
const OUTPUTS = 4;
const MOST_STRANDS = 4;
/** The fastest choice on an H100. */
const USUAL_STRANDS: Readonly<Record<SampleKind, number>> = { real: 2, complex: 1 };
/** Invocations per workgroup; usually as many as fit. */
const GROUPS = [32, 64, 128, 256];

/**
 * Rational change of rate in the time domain, in pages of a multiple of `down` samples (in lowest terms). Pages of any size give identical bits.
 *
 * @throws RangeError for a size out of its range, and for taps that float32 cannot represent.
 */
export async function createPolyphase(device: GPUDevice, config: PolyphaseConfig): Promise<TapsPlan> {
  const label = "resampling/polyphase";
  checkResampler(label, config);
  const { strands = 1 } = config;
  checkedInteger(label, "strands", strands, 1, MOST_STRANDS);
  const most = workgroupSize(device, label, Math.max(...GROUPS));
  const { response, ...layout } = layoutOf(config, most);
  return createResampler(device, config, {
    label,
    wgsl: [polyphaseKernel, fours],
    ...layout,
    response: (taps) => (taps === config.taps ? response : layoutOf({ ...config, taps }, most).response),
  });
}

/** Bundles of outputs that repeat (names as in the kernel), and their distribution to workgroups. The filter is in lowest terms. */
function bundlesOf(filter: PolyphaseFilter, strands: number | undefined, mostInvocations: number) {
  const { up, down } = filter;
  const length = filter.taps.length / (filter.complexTaps ? 2 : 1);
  const turn = up / greatestDivisor(up, OUTPUTS);
  const isEven = ((turn * OUTPUTS * down) / up) % 2 === 0;
  const rows = isEven ? turn : 2 * turn;
  const newest = Array.from({ length: rows }, (_, row) => Math.floor((((row + 1) * OUTPUTS - 1) * down) / up) | 1);
  // The bundle's first output uses the oldest samples.
  const samples = newest.reduce(
    (most, n, row) => Math.max(most, Math.floor((length - 1 - row * OUTPUTS * down + n * up) / up) + 1),
    0,
  );
  const samplePairs = Math.ceil(samples / 2);
  const spanOf = (group: number) => samplePairs + Math.ceil((Math.ceil(((group - 1) * OUTPUTS * down) / up) + 1) / 2);
  const roomOf = (group: number, count: number) => count * Math.max(spanOf(group), (group * OUTPUTS) / 2);
  const output = firOutput(filter);
  const most = ROOM_BYTES / (2 * SAMPLE_BYTES[output]);
  const STRANDS = strands ?? (roomOf(GROUPS[0], USUAL_STRANDS[output]) <= most ? USUAL_STRANDS[output] : 1);
  const GROUP = GROUPS.findLast((group) => group <= mostInvocations && roomOf(group, STRANDS) <= most) ?? GROUPS[0];
  const isStaged = roomOf(GROUP, STRANDS) <= most;
  const ROOM = isStaged ? roomOf(GROUP, STRANDS) : (STRANDS * GROUP * OUTPUTS) / 2;
  return { length, rows, newest, samplePairs, span: spanOf(GROUP), STRANDS, GROUP, isStaged, ROOM };
}

/** A workgroup reads the samples of its bundles once, or, where they do not fit, each bundle reads its own. */
export function polyphaseAccess(filter: PolyphaseFilter): Access {
  const lowest = lowestTerms(filter);
  const { GROUP, span, isStaged, samplePairs } = bundlesOf(lowest, undefined, Math.max(...GROUPS));
  const own = (OUTPUTS * lowest.down) / lowest.up;
  return { loads: isStaged ? (2 * span) / (GROUP * own) : (2 * samplePairs) / own, buffers: 2 };
}

/** The distribution of outputs to invocations (names as in the kernel), and the taps in the order of use. */
function layoutOf(config: PolyphaseConfig, most: number) {
  const { signals, strands } = config;
  const filter = lowestTerms(config);
  const { up, down } = filter;
  const outputs = (config.length / down) * up;
  const width = filter.complexTaps ? 2 : 1;
  const { length, rows, newest, samplePairs, span, STRANDS, GROUP, isStaged, ROOM } = bundlesOf(filter, strands, most);
  const response = new Float32Array(2 * samplePairs * rows * OUTPUTS * width);
  for (let k = 0; k < 2 * samplePairs; k++) {
    for (let m = 0; m < rows * OUTPUTS; m++) {
      const tap = m * down - (newest[Math.floor(m / OUTPUTS)] - k) * up;
      if (tap < 0 || tap >= length) continue;
      const four = k * rows + Math.floor(m / OUTPUTS);
      for (let part = 0; part < width; part++) {
        response[(four * width + part) * OUTPUTS + (m % OUTPUTS)] = filter.taps[tap * width + part];
      }
    }
  }
  const periods = Math.ceil(outputs / (rows * OUTPUTS));
  const segments = Math.min(periods, STRANDS / greatestDivisor(signals, STRANDS));
  const bundles = rows * Math.ceil(periods / segments);
  const tiles = Math.ceil(bundles / GROUP);
  return {
    constants: {
      GROUP,
      STRANDS,
      ROOM,
      STAGED: Number(isStaged),
      SAMPLE_PARTS: config.kind === "complex" ? 2 : 1,
      TAP_PARTS: width,
    },
    response,
    history: Math.floor((length - 1) / up),
    params: {
      down,
      samplePairs,
      rows,
      period: (rows * OUTPUTS * down) / up,
      segments,
      bundles,
      tiles,
      span,
    },
    workgroups: Math.ceil((signals * segments) / STRANDS) * tiles,
  };
}
