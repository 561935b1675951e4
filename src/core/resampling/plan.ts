import { checkTaps, createFilter, type FilterKernel, type TapsPlan } from "../fir/plan.ts";
import { checkedCount } from "../gpu/rows.ts";
import type { SampleKind } from "../flow/graph/block.ts";
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
  /** Samples that are NaN or infinite count as zero. Otherwise they may spread over outputs that they do not reach. Default false. */
  zeroNonFinite?: boolean;
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

/** Compiles and binds the single kernel of a method, for a checked configuration. */
export function createResampler(
  device: GPUDevice,
  config: ResamplerConfig,
  { params, ...kernel }: Omit<FilterKernel, "outputs">,
): Promise<TapsPlan> {
  const { up, down } = lowestTerms(config);
  return createFilter(device, config, { ...kernel, outputs: (config.length / down) * up, params: { up, ...params } });
}
