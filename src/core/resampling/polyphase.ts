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
  /** Neighbouring outputs of an invocation, 1 to 8, and strands that it works on, 1 to 4: faster or slower, the same results. */
  bundle?: number;
  strands?: number;
}

/** Bytes of workgroup memory within default limits. */
const ROOM_BYTES = 16384;
const MOST_OUTPUTS = 8;
const MOST_STRANDS = 4;

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
  const { OUTPUTS, STRANDS, GROUP, STAGED, response, history: kept, ...sizes } = layout;
  const room = ROOM_BYTES / SAMPLE_BYTES[firOutput(config)];
  const kernel = await compile(device, {
    label,
    wgsl: [polyphaseKernel, ...firLibrary(config)],
    constants: { GROUP, OUTPUTS, STRANDS, ROOM: room, STAGED: Number(STAGED) },
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
  const workgroups = Math.ceil((signals * sizes.segments) / STRANDS) * sizes.tiles;
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
  const { signals, length, taps, complexTaps, up, down, bundle = 1, strands = 1 } = config;
  for (const [name, value] of Object.entries({ signals, length, up, down })) checkedCount(label, name, value);
  checkTaps(label, taps, complexTaps);
  const multiple = down / greatestDivisor(up, down);
  if (length % multiple) throw new RangeError(`${label}: length must be a multiple of ${multiple}, got ${length}`);
  for (const [name, value, most] of [
    ["bundle", bundle, MOST_OUTPUTS],
    ["strands", strands, MOST_STRANDS],
  ] as const) {
    if (!Number.isInteger(value) || value < 1 || value > most) {
      throw new RangeError(`${label}: ${name} must be an integer from 1 to ${most}, got ${value}`);
    }
  }
  if (MOST_OUTPUTS * up * down >= 2 ** 32) {
    throw new RangeError(`${label}: up · down must be below ${2 ** 32 / MOST_OUTPUTS}, got ${up * down}`);
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
function layoutOf(filter: PolyphaseFilter, config: PolyphaseConfig, outputs: number) {
  const { up, down } = filter;
  const width = filter.complexTaps ? 2 : 1;
  const length = filter.taps.length / width;
  const OUTPUTS = config.bundle ?? 4;
  const rows = up / greatestDivisor(up, OUTPUTS);
  const newest = Array.from({ length: rows }, (_, row) => Math.floor(((row * OUTPUTS + OUTPUTS - 1) * down) / up));
  // The bundle's first output reaches back the furthest.
  const taps = newest.reduce(
    (most, n, row) => Math.max(most, Math.floor((length - 1 - row * OUTPUTS * down + n * up) / up) + 1),
    0,
  );
  const response = new Float32Array(width * taps * OUTPUTS * rows);
  for (let k = 0; k < taps; k++) {
    for (let j = 0; j < OUTPUTS; j++) {
      for (let row = 0; row < rows; row++) {
        const tap = (row * OUTPUTS + j) * down - (newest[row] - k) * up;
        if (tap < 0 || tap >= length) continue;
        const at = ((k * OUTPUTS + j) * rows + row) * width;
        for (let part = 0; part < width; part++) response[at + part] = filter.taps[tap * width + part];
      }
    }
  }
  const periods = Math.ceil(outputs / (rows * OUTPUTS));
  const { signals } = config;
  const STRANDS = config.strands ?? 2;
  const segments = Math.min(periods, STRANDS / greatestDivisor(signals, STRANDS));
  const bundles = rows * Math.ceil(periods / segments);
  const room = ROOM_BYTES / SAMPLE_BYTES[firOutput(filter)] / STRANDS;
  const spanOf = (group: number) => Math.ceil(((group - 1) * OUTPUTS * down) / up) + taps;
  const GROUP = [256, 128, 64, 32].find((group) => spanOf(group) <= room && group * OUTPUTS <= room) ?? 32;
  return {
    OUTPUTS,
    STRANDS,
    GROUP,
    STAGED: spanOf(GROUP) <= room,
    response,
    history: Math.floor((length - 1) / up),
    taps,
    rows,
    period: (rows * OUTPUTS * down) / up,
    segments,
    bundles,
    tiles: Math.ceil(bundles / GROUP),
    span: spanOf(GROUP),
  };
}
