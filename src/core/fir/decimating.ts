import { SAMPLE_BYTES } from "../flow/graph/block.ts";
import type { Access } from "../flow/build/joined-page.ts";
import { checkFir, createFir, type FirConfig, type FirSizes, firSizes, type TapsPlan } from "./plan.ts";

/** Bytes of workgroup memory within default limits. */
const ROOM_BYTES = 16384;
/** Invocations per workgroup. */
const GROUPS = [128, 96, 64, 32];
/** Outputs per invocation, and most bytes from its samples to the next one's: more would leave room for few invocations. */
const RUNS = [8, 4, 2, 1] as const;
const MOST_STEP_BYTES = 160;
/** The smallest decimation that this method takes. On an H100 `fir/direct` is faster for 4 and slower for 8; 5 to 7 were not timed. */
const LEAST_DECIMATION = 6;

type Filter = Pick<FirSizes, "kind" | "taps" | "complexTaps" | "decimation">;

/** The distribution of outputs to invocations; names as in the kernel. `LAST` is its `newest`. */
interface Layout {
  GROUP: number;
  RUN: number;
  STEP: number;
  WINDOW: number;
  LAST: number;
  PADDING: number;
}

function layoutOf({ kind, taps, complexTaps, decimation = 1 }: Filter): Layout | undefined {
  if (complexTaps || decimation < LEAST_DECIMATION) return undefined;
  const RUN = RUNS.find((run) => run * decimation * SAMPLE_BYTES[kind] <= MOST_STEP_BYTES);
  if (!RUN) return undefined;
  const STEP = RUN * decimation;
  const LAST = STEP - decimation;
  const WINDOW = 4 * Math.ceil((LAST + taps) / 4);
  const PADDING = STEP % 4 === 0 ? 1 : 0;
  const bytesOf = (group: number) =>
    4 * WINDOW * RUN + SAMPLE_BYTES[kind] * (group * (STEP + PADDING) + WINDOW + Math.floor(WINDOW / STEP));
  const GROUP = GROUPS.find((group) => bytesOf(group) <= ROOM_BYTES);
  return GROUP === undefined ? undefined : { GROUP, RUN, STEP, WINDOW, LAST, PADDING };
}

/** True if the method supports a filter. */
export const suitsDecimating = (filter: Filter): boolean => layoutOf(filter) !== undefined;

/** A workgroup reads the samples of its outputs once. */
export function decimatingFirAccess(filter: Filter): Access {
  const { GROUP: group, STEP, WINDOW } = checkedLayout(filter);
  return { loads: ((group - 1) * STEP + WINDOW) / (group * STEP), buffers: 2 };
}

function checkedLayout(filter: Filter): Layout {
  const layout = layoutOf(filter);
  if (layout) return layout;
  const { taps, complexTaps, decimation = 1 } = filter;
  const what = `1/${decimation} with ${taps} ${complexTaps ? "complex " : ""}taps`;
  throw new RangeError(
    `fir/decimating: a rate must be at most 1/${LEAST_DECIMATION}, with real taps and samples for one workgroup's memory, got ${what}; use fir/direct`,
  );
}

/**
 * FIR filter in the time domain that keeps every `decimation`-th output: each sample is read once, and meets all outputs that use it.
 * Pages of any size give identical bits.
 *
 * @throws RangeError for a size out of its range, for taps that float32 cannot represent, and for filters that `suitsDecimating` denies.
 */
export async function createDecimatingFir(device: GPUDevice, config: FirConfig): Promise<TapsPlan> {
  const label = "fir/decimating";
  checkFir(label, config);
  const { length, kind, decimation = 1 } = config;
  const { LAST, ...constants } = checkedLayout(firSizes(config));
  // Few programs need this kernel, so it is fetched when it is used.
  const { default: kernel } = await import("#shaders/fir/decimating.wgsl?raw");
  const { GROUP: group, RUN, WINDOW } = constants;
  const responseOf = (taps: Float64Array) => {
    const response = new Float32Array(WINDOW * RUN);
    for (const i of response.keys()) {
      const tap = (i % RUN) * decimation - (LAST - WINDOW + 1 + Math.floor(i / RUN));
      if (tap >= 0 && tap < taps.length) response[i] = taps[tap];
    }
    return response;
  };
  return createFir(device, config, {
    label,
    wgsl: [kernel],
    constants: { ...constants, SAMPLE_PARTS: kind === "complex" ? 2 : 1 },
    response: responseOf,
    params: { newest: LAST, window: WINDOW },
    tiles: Math.ceil(length / decimation / (group * RUN)),
  });
}
