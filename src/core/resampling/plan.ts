import { bufferStore, checkNewTaps, checkTaps, filterLoad, firLibrary, firOutput, type TapsPlan } from "../fir/plan.ts";
import { compile } from "../gpu/kernel.ts";
import { allocate } from "../gpu/pool.ts";
import { checkedCount } from "../gpu/rows.ts";
import { sequence } from "../gpu/timing.ts";
import { SAMPLE_BYTES, type SampleKind } from "../flow/graph/block.ts";
import { createHistory } from "../flow/build/history.ts";
import type { JoinedPage } from "../flow/build/joined-page.ts";
import { greatestDivisor } from "../flow/graph/rate.ts";

/** A change of rate by up/down, y[m] = Σk h[m·down − k·up]·x[k]; SciPy's upfirdn. */
export interface PolyphaseFilter {
  kind: SampleKind;
  /** h, at `up` times the input rate: real, or pairs where `complexTaps`. A gain of `up` keeps amplitudes. */
  taps: Float64Array;
  complexTaps?: boolean;
  up: number;
  down: number;
}

export interface ResamplerConfig extends JoinedPage, PolyphaseFilter {}

/** Limit of up · down for 32-bit arithmetic in the kernels. */
export const MOST_PRODUCT = 2 ** 29;

/** @throws RangeError naming the number that is out of its range. */
export function checkResampler(label: string, config: ResamplerConfig): void {
  const { signals, length, taps, complexTaps, up, down } = config;
  for (const [name, value] of Object.entries({ signals, length, up, down })) checkedCount(label, name, value);
  checkTaps(label, taps, complexTaps);
  const multiple = down / greatestDivisor(up, down);
  if (length % multiple) throw new RangeError(`${label}: length must be a multiple of ${multiple}, got ${length}`);
  if (up * down >= MOST_PRODUCT) {
    throw new RangeError(`${label}: up · down must be below ${MOST_PRODUCT}, got ${up * down}`);
  }
}

/** The filter with up and down in lowest terms. With a common divisor d, only every d-th tap meets a sample. */
export function lowestTerms<Filter extends Omit<PolyphaseFilter, "kind">>(filter: Filter): Filter {
  const { taps, complexTaps, up, down } = filter;
  const divisor = greatestDivisor(up, down);
  const width = complexTaps ? 2 : 1;
  const met = taps.filter((_, i) => Math.floor(i / width) % divisor === 0);
  return { ...filter, taps: met, up: up / divisor, down: down / divisor };
}

/** The parts of a method that differ from the others. */
interface ResamplerKernel {
  label: string;
  wgsl: readonly string[];
  constants: Readonly<Record<string, number>>;
  /** Returns the taps in the order in which the kernel reads them. */
  response(taps: Float64Array): Float32Array<ArrayBuffer>;
  /** Number of samples before the page that outputs use. */
  history: number;
  /** The method's kernel parameters. */
  params: Readonly<Record<string, number>>;
  workgroups: number;
}

/** Compiles and binds the single kernel of a method, for a checked configuration. */
export async function createResampler(
  device: GPUDevice,
  config: ResamplerConfig,
  { label, wgsl, constants, response: responseOf, history: kept, params, workgroups }: ResamplerKernel,
): Promise<TapsPlan> {
  const { signals, length, kind, input } = config;
  const { up, down } = lowestTerms(config);
  const outputs = (length / down) * up;
  const history = await createHistory(device, { label, kind, signals, length, history: kept, input });
  const memory = allocate(device);
  const load = filterLoad(config);
  const store =
    config.store ?? bufferStore(memory.storage("resampled", signals * outputs * SAMPLE_BYTES[firOutput(config)]));
  const texts = new Set([...wgsl, ...firLibrary(config), ...load.wgsl, ...store.wgsl]);
  const kernel = await compile(device, { label, wgsl: [...texts], constants });
  const response = memory.constant("taps by phase", responseOf(config.taps));
  const bound = kernel.bind({
    ...load.resources,
    ...store.resources,
    history: history.buffer,
    response,
    params: { signals, length, history: kept, outputs, up, ...params },
  });
  const rows = Math.ceil(workgroups / device.limits.maxComputeWorkgroupsPerDimension);
  const groups = [Math.ceil(workgroups / rows), rows] as const;
  return {
    ...sequence(label, [
      { label, encode: (encoder, timestampWrites) => bound.encode(encoder, groups, timestampWrites) },
      ...(kept ? [history] : []),
    ]),
    output: store.output,
    outputs,
    setTaps(next) {
      checkNewTaps(label, next, config);
      device.queue.writeBuffer(response, 0, responseOf(next));
    },
    reset: history.reset,
    destroy() {
      bound.destroy();
      history.destroy();
      memory.release();
    },
  };
}
