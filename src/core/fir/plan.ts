import complex from "#shaders/fir/lib/fir-complex.wgsl?raw";
import complexOutput from "#shaders/fir/lib/fir-complex-output.wgsl?raw";
import complexTaps from "#shaders/fir/lib/fir-complex-taps.wgsl?raw";
import inputBuffer from "#shaders/fir/lib/fir-input.wgsl?raw";
import outputBuffer from "#shaders/fir/lib/fir-output.wgsl?raw";
import page from "#shaders/fir/lib/fir-page.wgsl?raw";
import real from "#shaders/fir/lib/fir-real.wgsl?raw";
import finite from "#shaders/lib/finite.wgsl?raw";
import { owning } from "../gpu/owning.ts";
import { checkedCount, gridOf } from "../gpu/rows.ts";
import { sequence } from "../gpu/timing.ts";
import { SAMPLE_BYTES, type SampleKind, type StreamPlan } from "../flow/graph/block.ts";
import { createHistory } from "../flow/build/history.ts";
import { type JoinedPage, loadStep, type StoreStep } from "../flow/build/joined-page.ts";

/** A FIR filter, y[m] = Σk h[k]·x[m·decimation − k], on a page of signals; samples before the first page are zero. */
export interface FirConfig extends JoinedPage {
  kind: SampleKind;
  /** h, real, or pairs where `complexTaps`. */
  taps: Float64Array;
  complexTaps?: boolean;
  /** Input samples per output sample, of which `length` is a multiple. Default 1. */
  decimation?: number;
  /** Samples that are NaN or infinite count as zero. Otherwise they may spread over outputs that they do not reach. Default false. */
  zeroNonFinite?: boolean;
}

/** The sizes of a filter and a page, which determine a method's cost. */
export interface FirSizes extends Omit<FirConfig, "input" | "store" | "taps" | "zeroNonFinite"> {
  /** Number of taps. */
  taps: number;
}

export const firSizes = ({ taps, ...sizes }: FirConfig): FirSizes => ({
  ...sizes,
  taps: sizes.complexTaps ? taps.length / 2 : taps.length,
});

/** The output's kind: complex, unless samples and taps are real. */
export function firOutput({ kind, complexTaps }: Pick<FirSizes, "kind" | "complexTaps">): SampleKind {
  return complexTaps ? "complex" : kind;
}

/** Bytes that every method must move: each sample and tap is read once, and each output written once. */
export function firBytes(sizes: FirSizes): number {
  const { signals, length, kind, taps, complexTaps, decimation = 1 } = sizes;
  const samples = length * SAMPLE_BYTES[kind] + (length / decimation) * SAMPLE_BYTES[firOutput(sizes)];
  return signals * samples + taps * SAMPLE_BYTES[complexTaps ? "complex" : "real"];
}

/** @throws RangeError naming the number that is out of its range. */
export function checkFir(label: string, { signals, length, taps, complexTaps, decimation = 1 }: FirConfig): void {
  checkedCount(label, "signals", signals);
  checkedCount(label, "length", length);
  checkedCount(label, "decimation", decimation);
  if (length % decimation) {
    throw new RangeError(`${label}: length must be a multiple of the decimation, ${decimation}, got ${length}`);
  }
  checkTaps(label, taps, complexTaps);
}

/** @throws RangeError for no taps, half a pair, or taps that float32 cannot represent. */
export function checkTaps(label: string, taps: Float64Array, complexTaps = false): void {
  const width = complexTaps ? 2 : 1;
  if (taps.length === 0 || taps.length % width) {
    throw new RangeError(
      `${label}: taps must hold one or more ${complexTaps ? "pairs of numbers" : "numbers"}, got ${taps.length}`,
    );
  }
  const wrong = taps.find((tap) => !Number.isFinite(Math.fround(tap)));
  if (wrong !== undefined) throw new RangeError(`${label}: taps must be finite as float32, got ${wrong}`);
}

/** A filter whose taps can change. */
export interface TapsPlan extends StreamPlan {
  /**
   * Changes the taps for later submissions: as many as before, of the same type.
   *
   * @throws RangeError for another number of taps, and for taps that float32 cannot represent.
   */
  setTaps(taps: Float64Array): void;
}

/** The parts of a method that differ from the others. */
export interface FilterKernel {
  label: string;
  wgsl: readonly string[];
  constants: Readonly<Record<string, number>>;
  /** Returns the contents of the binding `response`: the taps in the kernel's order, or their spectrum. */
  response(taps: Float64Array): Float32Array<ArrayBuffer>;
  /** Contents of the method's other bindings. */
  tables?: Readonly<Record<string, Float32Array<ArrayBuffer>>>;
  /** Number of samples before the page that outputs use. */
  history: number;
  /** Outputs per signal. */
  outputs: number;
  /** The method's kernel parameters. */
  params: Readonly<Record<string, number>>;
  workgroups: number;
  /** Whether `wgsl` declares the binding `input`, and reads it. Default: through lib/fir-input or a load step. */
  hasInput?: boolean;
  /** Whether `wgsl` declares the binding `output`, and writes to it. Default: through lib/fir-output or a store step. */
  hasOutput?: boolean;
}

/** WGSL libraries for the kinds of samples and taps. */
function firLibrary({ kind, complexTaps: areComplex }: Pick<FirConfig, "kind" | "complexTaps">): string[] {
  if (kind === "real") return areComplex ? [finite, page, complexTaps, complexOutput] : [finite, page, real];
  return [finite, page, complex, complexOutput];
}

/** Returns the step that writes outputs to a buffer. */
const bufferStore = (output: GPUBuffer): StoreStep => ({ wgsl: [outputBuffer], resources: { output }, output });

/** Returns the step that reads the samples of a filter's page. */
const filterLoad = ({ input }: Pick<JoinedPage, "input">) => loadStep(input, inputBuffer);

/** Compiles and binds the single kernel of a method, for a checked configuration. */
export function createFilter(
  device: GPUDevice,
  config: JoinedPage & Pick<FirConfig, "kind" | "taps" | "complexTaps" | "zeroNonFinite">,
  {
    label,
    wgsl,
    response: responseOf,
    tables = {},
    history: kept,
    outputs,
    hasInput,
    hasOutput,
    ...kernel
  }: FilterKernel,
): Promise<TapsPlan> {
  return owning(device, async ({ memory, keep, stage }) => {
    const { signals, length, kind, input, taps, complexTaps: areComplex } = config;
    const history = await keep(createHistory(device, { label, kind, signals, length, history: kept, input }));
    const load = filterLoad(config);
    const store =
      config.store ?? bufferStore(memory.storage("filtered", signals * outputs * SAMPLE_BYTES[firOutput(config)]));
    const steps = [...(hasInput ? [] : load.wgsl), ...(hasOutput ? [] : store.wgsl)];
    const response = memory.constant("response", responseOf(taps));
    const constants = Object.entries(tables).map(([name, data]) => [name, memory.constant(name, data)]);
    const filter = await stage({
      label,
      wgsl: [...new Set([...wgsl, ...firLibrary(config), ...steps])],
      constants: { ...kernel.constants, ZERO_NON_FINITE: config.zeroNonFinite ? 1 : 0 },
      resources: {
        ...load.resources,
        ...store.resources,
        history: history.buffer,
        response,
        ...Object.fromEntries(constants),
        params: { signals, length, history: kept, outputs, ...kernel.params },
      },
      groups: gridOf(device, kernel.workgroups),
    });
    return {
      ...sequence(label, kept ? [filter, history] : [filter]),
      output: store.output,
      outputs,
      setTaps(next: Float64Array) {
        checkTaps(label, next, areComplex);
        if (next.length !== taps.length) {
          throw new RangeError(`${label}: taps must have ${taps.length} numbers as before, got ${next.length}`);
        }
        device.queue.writeBuffer(response, 0, responseOf(next));
      },
      reset: history.reset,
    };
  });
}

/** The same for a FIR filter, by its number of workgroups per signal. */
export const createFir = (
  device: GPUDevice,
  config: FirConfig,
  { tiles, params, ...kernel }: Omit<FilterKernel, "history" | "outputs" | "workgroups"> & { tiles: number },
): Promise<TapsPlan> =>
  createFilter(device, config, {
    ...kernel,
    history: firSizes(config).taps - 1,
    outputs: config.length / (config.decimation ?? 1),
    params: { tiles, ...params },
    workgroups: config.signals * tiles,
  });
