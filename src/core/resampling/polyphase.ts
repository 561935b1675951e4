import polyphaseKernel from "#shaders/resampling/polyphase.wgsl?raw";
import { checkTaps, firLibrary, firOutput } from "../fir/plan.ts";
import { compile } from "../gpu/kernel.ts";
import { allocate } from "../gpu/pool.ts";
import { checkedCount } from "../gpu/rows.ts";
import { sequence } from "../gpu/timing.ts";
import { type Page, SAMPLE_BYTES, type SampleKind, type StreamPlan } from "../stream/block.ts";
import { createHistory } from "../stream/history.ts";
import { greatestDivisor } from "../stream/rate.ts";

/** A change of rate by up/down, y[m] = Σk h[m·down − k·up]·x[k]; SciPy's upfirdn. */
export interface PolyphaseFilter {
  kind: SampleKind;
  /** h, at `up` times the input rate: real, or pairs where `complexTaps`. A gain of `up` keeps amplitudes. */
  taps: Float64Array;
  complexTaps?: boolean;
  up: number;
  down: number;
}

export interface PolyphaseConfig extends Page, PolyphaseFilter {
  /** Strands that an invocation works on, 1 to 4: faster or slower, the same results. Default: as many as have room. */
  strands?: number;
}

/** Bytes of workgroup memory within default limits. */
const ROOM_BYTES = 16384;
/** Neighbouring outputs of an invocation. */
const OUTPUTS = 4;
const MOST_STRANDS = 4;
/** Invocations per workgroup. */
const GROUPS = [32, 64, 128, 256];

/**
 * Rational change of rate in the time domain, in pages of a multiple of `down` samples (in lowest terms). The outputs are
 * the same, bit for bit, for pages of any size.
 *
 * @throws RangeError for a size out of its range, and for taps that are no float32 numbers.
 */
export async function createPolyphase(device: GPUDevice, config: PolyphaseConfig): Promise<StreamPlan> {
  const label = "resampling/polyphase";
  checkPolyphase(label, config);
  const { signals, length, kind, input } = config;
  const filter = lowestTerms(config);
  const { up, down } = filter;
  const outputs = (length / down) * up;
  const layout = layoutOf(filter, config, outputs);
  const { constants, response, history: kept, ...sizes } = layout;
  const kernel = await compile(device, {
    label,
    wgsl: [polyphaseKernel, ...firLibrary(config)],
    constants,
  });
  const history = await createHistory(device, { label, kind, signals, length, history: kept, input });
  const memory = allocate(device);
  const output = memory.storage("resampled", signals * outputs * SAMPLE_BYTES[firOutput(config)]);
  const bound = kernel.bind({
    input,
    history: history.buffer,
    response: memory.constant("taps by phase", response),
    output,
    params: { signals, length, history: kept, outputs, up, down, ...sizes },
  });
  const workgroups = Math.ceil((signals * sizes.segments) / constants.STRANDS) * sizes.tiles;
  const rows = Math.ceil(workgroups / device.limits.maxComputeWorkgroupsPerDimension);
  const groups = [Math.ceil(workgroups / rows), rows] as const;
  return {
    ...sequence(label, [
      { label, encode: (encoder, timestampWrites) => bound.encode(encoder, groups, timestampWrites) },
      ...(kept ? [history] : []),
    ]),
    output,
    outputs,
    reset: history.reset,
    destroy() {
      bound.destroy();
      history.destroy();
      memory.release();
    },
  };
}

function checkPolyphase(label: string, config: PolyphaseConfig): void {
  const { signals, length, taps, complexTaps, up, down, strands = 1 } = config;
  for (const [name, value] of Object.entries({ signals, length, up, down })) checkedCount(label, name, value);
  checkTaps(label, taps, complexTaps);
  const multiple = down / greatestDivisor(up, down);
  if (length % multiple) throw new RangeError(`${label}: length must be a multiple of ${multiple}, got ${length}`);
  if (!Number.isInteger(strands) || strands < 1 || strands > MOST_STRANDS) {
    throw new RangeError(`${label}: strands must be an integer from 1 to ${MOST_STRANDS}, got ${strands}`);
  }
  if (2 * OUTPUTS * up * down >= 2 ** 32) {
    throw new RangeError(`${label}: up · down must be below ${2 ** 32 / (2 * OUTPUTS)}, got ${up * down}`);
  }
}

/** Of rates that share a divisor, only every so many-th tap meets a sample. */
function lowestTerms({ kind, taps, complexTaps, up, down }: PolyphaseFilter): PolyphaseFilter {
  const divisor = greatestDivisor(up, down);
  const width = complexTaps ? 2 : 1;
  const met = taps.filter((_, i) => Math.floor(i / width) % divisor === 0);
  return { kind, taps: met, complexTaps, up: up / divisor, down: down / divisor };
}

/** How the outputs are dealt to invocations (names as in the kernel), and the taps in the order in which they are met. */
function layoutOf(filter: PolyphaseFilter, { signals, strands }: PolyphaseConfig, outputs: number) {
  const { up, down } = filter;
  const width = filter.complexTaps ? 2 : 1;
  const length = filter.taps.length / width;
  const turn = up / greatestDivisor(up, OUTPUTS);
  const isEven = ((turn * OUTPUTS * down) / up) % 2 === 0;
  const rows = isEven ? turn : 2 * turn;
  const newest = Array.from({ length: rows }, (_, row) => Math.floor((((row + 1) * OUTPUTS - 1) * down) / up) | 1);
  // The bundle's first output reaches back the furthest.
  const samples = newest.reduce(
    (most, n, row) => Math.max(most, Math.floor((length - 1 - row * OUTPUTS * down + n * up) / up) + 1),
    0,
  );
  const twos = Math.ceil(samples / 2);
  const response = new Float32Array(2 * twos * rows * OUTPUTS * width);
  for (let k = 0; k < 2 * twos; k++) {
    for (let m = 0; m < rows * OUTPUTS; m++) {
      const tap = m * down - (newest[Math.floor(m / OUTPUTS)] - k) * up;
      if (tap < 0 || tap >= length) continue;
      const met = filter.taps.subarray(tap * width, (tap + 1) * width);
      response.set(met, (k * rows * OUTPUTS + m) * width);
    }
  }
  const periods = Math.ceil(outputs / (rows * OUTPUTS));
  const spanOf = (group: number) => twos + Math.ceil((Math.ceil(((group - 1) * OUTPUTS * down) / up) + 1) / 2);
  const roomOf = (group: number, strands: number) => strands * Math.max(spanOf(group), (group * OUTPUTS) / 2);
  const most = ROOM_BYTES / (2 * SAMPLE_BYTES[firOutput(filter)]);
  const STRANDS = strands ?? [4, 3, 2].find((count) => roomOf(GROUPS[0], count) <= most) ?? 1;
  const GROUP = GROUPS.findLast((group) => roomOf(group, STRANDS) <= most) ?? GROUPS[0];
  const STAGED = roomOf(GROUP, STRANDS) <= most;
  const ROOM = STAGED ? roomOf(GROUP, STRANDS) : (STRANDS * GROUP * OUTPUTS) / 2;
  const segments = Math.min(periods, STRANDS / greatestDivisor(signals, STRANDS));
  const bundles = rows * Math.ceil(periods / segments);
  return {
    constants: { GROUP, STRANDS, ROOM, STAGED: Number(STAGED) },
    response,
    history: Math.floor((length - 1) / up),
    twos,
    rows,
    period: (rows * OUTPUTS * down) / up,
    segments,
    bundles,
    tiles: Math.ceil(bundles / GROUP),
    span: spanOf(GROUP),
  };
}
