import bundleFours from "#shaders/resampling/lib/bundle-fours.wgsl?raw";
import bundleNumbers from "#shaders/resampling/lib/bundle-numbers.wgsl?raw";
import inputFoursComplex from "#shaders/resampling/lib/input-fours-complex.wgsl?raw";
import inputFoursReal from "#shaders/resampling/lib/input-fours-real.wgsl?raw";
import inputNumbers from "#shaders/resampling/lib/input-numbers.wgsl?raw";
import type { TapsPlan } from "../fir/plan.ts";
import type { Access } from "../flow/build/joined-page.ts";
import { greatestDivisor } from "../flow/graph/rate.ts";
import { checkResampler, createResampler, lowestTerms, type PolyphaseFilter, type ResamplerConfig } from "./plan.ts";

/** Vectors of four taps that an invocation keeps in registers. */
const MOST_TAPS = 32;
/** Invocations per workgroup: as many as there are rows, or a multiple of them near this number. */
const GROUP = 128;
/** Most rows. On an H100 the method wins with 2 and 4 rows, and not with 147; between them no other method was timed. */
const MOST_ROWS = 32;
/** Bytes of workgroup memory within default limits. */
const ROOM_BYTES = 16384;
/** Workgroups that occupy a large GPU. More of them would load their taps for fewer outputs. */
const WORKGROUPS = 1024;
/** Neighbouring outputs per invocation: more need fewer reads per product. */
const BUNDLES = [4, 2] as const;
/** Bundles per invocation between two barriers. */
const DEPTHS = [4, 2, 1] as const;

/** Bundles of outputs that repeat, and their distribution to workgroups; names as in the kernel. */
interface Layout {
  OUTPUTS: number;
  GROUP: number;
  DEPTH: number;
  TAPS: number;
  FOURS: number;
  history: number;
  lead: number;
  rows: number;
  period: number;
}

/** The smallest multiple of four that is not below a number, and the largest one that is not above it. */
const fourFrom = (n: number) => 4 * Math.ceil(n / 4);
const fourTo = (n: number) => 4 * Math.floor(n / 4);

/** The layout of bundles with a number of outputs, for a filter in lowest terms; `undefined` where they do not fit. */
function layoutWith(OUTPUTS: number, { kind, taps, complexTaps, up, down }: PolyphaseFilter): Layout | undefined {
  if (complexTaps) return undefined;
  const turn = up / greatestDivisor(up, OUTPUTS);
  const rows = (turn * 4) / greatestDivisor((turn * OUTPUTS * down) / up, 4);
  if (rows > MOST_ROWS) return undefined;
  const period = (rows * OUTPUTS * down) / up;
  const history = Math.floor((taps.length - 1) / up);
  const lead = fourFrom(history);
  let [window, last] = [0, 0];
  for (let row = 0; row < rows; row++) {
    const begin = fourTo(Math.floor((row * OUTPUTS * down) / up) + lead - history);
    const newest = Math.floor(((row * OUTPUTS + OUTPUTS - 1) * down) / up) + lead;
    window = Math.max(window, newest + 1 - begin);
    last = begin;
  }
  // In vectors: four of them at a time.
  const TAPS = fourFrom(Math.ceil((window * OUTPUTS) / 4));
  const groups = Array.from({ length: Math.max(1, Math.floor(GROUP / rows)) }, (_, i) => rows * (i + 1));
  const idle = (group: number) => (32 * Math.ceil(group / 32)) / group;
  const group = groups.reduce((best, one) => (idle(one) <= idle(best) ? one : best));
  if (TAPS > MOST_TAPS) return undefined;
  for (const DEPTH of DEPTHS) {
    const FOURS = (last + ((DEPTH * group) / rows - 1) * period + (4 * TAPS) / OUTPUTS) / 4;
    const bytes = (kind === "complex" ? 2 : 1) * (16 * FOURS + 4 * OUTPUTS * DEPTH * group);
    if (FOURS > 4 * group || bytes > ROOM_BYTES) continue;
    return { OUTPUTS, GROUP: group, DEPTH, TAPS, FOURS, history, lead, rows, period };
  }
  return undefined;
}

function layoutOf(filter: PolyphaseFilter): Layout | undefined {
  for (const outputs of BUNDLES) {
    const layout = layoutWith(outputs, filter);
    if (layout) return layout;
  }
  return undefined;
}

/** True if the method supports a change of rate: a real filter, few taps per output, and a short period. */
export const suitsRegisterTaps = (filter: PolyphaseFilter): boolean => layoutOf(lowestTerms(filter)) !== undefined;

/** A workgroup reads the samples of its bundles once. */
export function registerTapsAccess(filter: PolyphaseFilter): Access {
  const lowest = lowestTerms(filter);
  const { GROUP: group, DEPTH, OUTPUTS, FOURS } = checkedLayout(lowest);
  return { loads: (4 * FOURS * lowest.up) / (group * DEPTH * OUTPUTS * lowest.down), buffers: 2 };
}

function checkedLayout(filter: PolyphaseFilter): Layout {
  const layout = layoutOf(filter);
  if (layout) return layout;
  throw new RangeError(
    `resampling/register-taps: a period must be short and its outputs must use few real taps each, got ${filter.up}/${filter.down} with ${filter.taps.length} ${filter.complexTaps ? "parts of complex taps" : "taps"}; use resampling/polyphase`,
  );
}

/** Taps by rows, samples and outputs, in the kernel's vectors. */
function responseOf({ taps, up, down }: PolyphaseFilter, layout: Layout): Float32Array<ArrayBuffer> {
  const { OUTPUTS, TAPS, rows, lead, history } = layout;
  const response = new Float32Array(4 * TAPS * rows);
  for (let row = 0; row < rows; row++) {
    const begin = fourTo(Math.floor((row * OUTPUTS * down) / up) + lead - history) - lead;
    for (let i = 0; i < 4 * TAPS; i++) {
      const tap = (row * OUTPUTS + (i % OUTPUTS)) * down - (begin + Math.floor(i / OUTPUTS)) * up;
      if (tap >= 0 && tap < taps.length) response[(Math.floor(i / 4) * rows + row) * 4 + (i % 4)] = taps[tap];
    }
  }
  return response;
}

/**
 * Rational change of rate as `createPolyphase` does it, for filters that meet few samples at a time.
 * Pages of any size give identical bits, as long as samples are finite numbers.
 *
 * @throws RangeError for a size out of its range, for taps that float32 cannot represent, and for filters that `suitsRegisterTaps`
 *   denies.
 */
export async function createRegisterTaps(device: GPUDevice, config: ResamplerConfig): Promise<TapsPlan> {
  const label = "resampling/register-taps";
  checkResampler(label, config);
  const filter = lowestTerms(config);
  const layout = checkedLayout(filter);
  const { OUTPUTS, GROUP: group, DEPTH, TAPS, FOURS, history, lead, rows, period } = layout;
  const outputs = (config.length / filter.down) * filter.up;
  const tiles = Math.ceil(outputs / (group * DEPTH * OUTPUTS));
  const segments = Math.min(tiles, Math.ceil(WORKGROUPS / config.signals));
  const parts = config.kind === "complex" ? 2 : 1;
  // Load and store steps take numbers one by one.
  const hasInput = !("wgsl" in config.input) && (config.length * parts) % 4 === 0;
  const hasOutput = !config.store && (outputs * parts) % 4 === 0 && OUTPUTS * parts >= 4;
  const inputFours = parts === 2 ? inputFoursComplex : inputFoursReal;
  // Few programs need this kernel, so it is fetched when it is used.
  const { default: kernel } = await import("#shaders/resampling/register-taps.wgsl?raw");
  return createResampler(device, config, {
    label,
    wgsl: [kernel, hasInput ? inputFours : inputNumbers, hasOutput ? bundleFours : bundleNumbers],
    hasInput,
    hasOutput,
    constants: { GROUP: group, OUTPUTS, DEPTH, TAPS, FOURS, SAMPLE_PARTS: parts },
    response: (taps) => responseOf(lowestTerms({ ...config, taps }), layout),
    history,
    params: { down: filter.down, lead, rows, period, tiles, segments },
    workgroups: config.signals * segments,
  });
}
