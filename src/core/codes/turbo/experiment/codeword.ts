import { atStage, beginTurboFrame, type HalfIteration, windowMetrics } from "../decoder.float64.ts";
import type { TurboDecoding } from "../decoding.ts";
import { NEXT_STATE, PARITY, TURBO_STATES } from "../trellis.ts";
import { informationOf, type TransferCurve } from "../../../detection/information.ts";
import { transferCurves } from "./transfer-curves.ts";
import { equal } from "../../../configuration/equal.ts";
import { compileAhead } from "../../../gpu/compile-ahead.ts";
import type { Gpu } from "../../../gpu/device.ts";
import { readBack } from "../../../gpu/readback.ts";
import { unpack } from "../../../gpu/rows.ts";
import { createTimeSlice } from "../../../thread/time-slice.ts";
import { createTurboChain } from "./chain.ts";
import { type DecoderChoice, decodersOf, type TurboExperiment } from "./experiment.ts";

/** One codeword of an experiment, and one of its decoders. */
export interface CodewordQuery {
  ebn0Db: number;
  codeword: number;
  /** Index in `decodersOf`. */
  decoder: number;
}

/** The decoding of a codeword from the channel to the last iteration, without early stops. */
export interface CodewordView {
  query: CodewordQuery;
  decoder: DecoderChoice;
  /** Transmitted information bits, [K]. */
  bits: Uint8Array<ArrayBuffer>;
  /** log p(1)/p(0) of each of them by iteration, [0 … iterations][K]; 0 is the channel alone. */
  llrs: Float32Array<ArrayBuffer>[];
  /** Wrong decisions, by iteration. */
  errors: number[];
  /** Information in bits per bit of the extrinsic LLRs that the decoders pass on, scaled, by iteration from 1. */
  information: { first: number; second: number }[];
  /** The information from each decoder for Gaussian LLRs from the other, with this codeword's channel LLRs. */
  curves: { first: TransferCurve; second: TransferCurve };
  /** Largest difference of the last LLRs from the float64 decoder's, relative to max(1, |L|). */
  maxError: number;
}

/** @throws RangeError when the decoder does not exist. */
export async function inspectCodeword(gpu: Gpu, config: TurboExperiment, query: CodewordQuery): Promise<CodewordView> {
  const decoder = decoderOf(config, query);
  const { received, bits, posteriors, half } = await decoded(gpu, config, query);
  // The trellis of the same codeword needs the first half-iterations only, and is shown first.
  await createTimeSlice().pass();
  const systematic = Float32Array.from({ length: config.length }, (_, k) => received[3 * k]);
  const llrs = [systematic, ...posteriors];
  const passedOn = Array.from({ length: 2 * decoder.iterations }, (_, i) => {
    const { order, extrinsic } = half(i);
    return informationOf(extrinsic, (stage) => bits[order[stage]], decoder.scale);
  });
  const information = posteriors.map((_, i) => ({ first: passedOn[2 * i], second: passedOn[2 * i + 1] }));
  const last = llrs[llrs.length - 1];
  const expected = half(2 * decoder.iterations - 1).posterior;
  const maxError = last.reduce((most, value, k) => {
    const right = expected[k];
    return Math.max(most, Math.abs(value - right) / Math.max(1, Math.abs(right)));
  }, 0);
  const errors = llrs.map((llr) => llr.reduce((count, value, k) => count + Number(value > 0 !== bits[k] > 0), 0));
  const curves = transferCurves(received, bits, decoder);
  return { query, decoder, bits, llrs, errors, information, curves, maxError };
}

/** A few stages of the first constituent decoder's trellis. */
export interface CodewordTrellis {
  /** First stage, and stages per window. */
  from: number;
  window: number;
  /** Transmitted bit of each stage. */
  bits: number[];
  /** Branch metrics, [stage][state][information bit]; natural logarithms, as all here. */
  gamma: number[][][];
  /** [stage 0 … n][state], the largest of a stage 0. */
  alpha: number[][];
  beta: number[][];
  /** States on the transmitted path, [stage 0 … n]. */
  path: number[];
  /** log p(1)/p(0) of each stage's bit. */
  llr: number[];
}

/** A range of stages and an iteration (from 1). */
export interface TrellisPart {
  from: number;
  stages: number;
  iteration: number;
}

/** @throws RangeError when the decoder, a stage or the iteration does not exist. */
export async function codewordTrellis(
  gpu: Gpu,
  config: TurboExperiment,
  query: CodewordQuery,
  { from, stages, iteration }: TrellisPart,
): Promise<CodewordTrellis> {
  const decoder = decoderOf(config, query);
  const { length } = config;
  if (!Number.isInteger(from) || !(stages >= 1) || from < 0 || from + stages > length) {
    throw new RangeError(`turbo: stages must be in 0 … ${length - 1}, got ${from} … ${from + stages - 1}`);
  }
  if (!(iteration >= 1 && iteration <= decoder.iterations)) {
    throw new RangeError(`turbo: iteration must be 1 to ${decoder.iterations}, got ${iteration}`);
  }
  const { bits, half } = await decoded(gpu, config, query);
  const run = half(2 * (iteration - 1));
  const { u, p, extrinsic } = run;
  const { windows } = decoder;
  const span = length / windows;
  const end = from + stages;
  const known = new Map<number, ReturnType<typeof windowMetrics>>();
  const metrics = (window: number) => {
    const found = known.get(window) ?? windowMetrics(decoder.algorithm, run, window);
    known.set(window, found);
    return found;
  };
  const edges = Array.from({ length: stages + 1 }, (_, i) => from + i);
  // Between two windows, α is the one that the later window starts with, and β the one that the earlier window starts with.
  const alpha = edges.map((k) => {
    const window = Math.min(Math.floor(k / span), windows - 1);
    return topped(atStage(metrics(window).alpha, k - window * span));
  });
  const beta = edges.map((k) => {
    const window = Math.max(Math.ceil(k / span) - 1, 0);
    return topped(atStage(metrics(window).beta, k - window * span));
  });
  const shown = Array.from({ length: stages }, (_, i) => from + i);
  let state = 0;
  const path: number[] = [];
  for (let k = 0; k <= end; k++) {
    if (k >= from) path.push(state);
    if (k < end) state = NEXT_STATE[state][bits[k]];
  }
  return {
    from,
    window: span,
    bits: shown.map((k) => bits[k]),
    gamma: shown.map((k) =>
      Array.from({ length: TURBO_STATES }, (_, s) => [PARITY[s][0] * p[k], u[k] + PARITY[s][1] * p[k]]),
    ),
    alpha,
    beta,
    path,
    llr: shown.map((k) => u[k] + extrinsic[k]),
  };
}

const topped = (metrics: number[]) => metrics.map((metric) => metric - Math.max(...metrics));

function decoderOf(config: TurboExperiment, { decoder }: CodewordQuery): DecoderChoice {
  const decoders = decodersOf(config);
  if (decoders[decoder]) return decoders[decoder];
  throw new RangeError(`turbo: decoder must be 0 to ${decoders.length - 1}, got ${decoder}`);
}

function decodingOf({ length }: TurboExperiment, decoder: DecoderChoice): TurboDecoding {
  return { length, ...decoder, stop: "none" };
}

/** A codeword at the receiver, on the GPU and in float64. */
interface Decoded {
  bits: Uint8Array<ArrayBuffer>;
  received: Float32Array<ArrayBuffer>;
  /** The GPU's LLRs by iteration. */
  posteriors: Float32Array<ArrayBuffer>[];
  /** The run of a constituent decoder with this number, in float64. It computes those before it when they are first needed. */
  half(number: number): HalfIteration;
}

/** The last codeword of each device: its view and its trellis need the same decoding. */
const lastDecoded = new WeakMap<GPUDevice, { key: unknown; result: Promise<Decoded> }>();

function decoded(gpu: Gpu, config: TurboExperiment, query: CodewordQuery): Promise<Decoded> {
  const key = [config, query];
  const last = lastDecoded.get(gpu.device);
  if (last && equal(last.key, key)) return last.result;
  const decode = async (): Promise<Decoded> => {
    const found = await receive(gpu, config, query);
    const frame = beginTurboFrame(found.received, decodingOf(config, decoderOf(config, query)));
    const halves: HalfIteration[] = [];
    const half = (number: number) => {
      while (halves.length <= number) halves.push(frame.next());
      return halves[number];
    };
    return { ...found, half };
  };
  const result = decode();
  lastDecoded.set(gpu.device, { key, result });
  result.catch(() => {
    if (lastDecoded.get(gpu.device)?.result === result) lastDecoded.delete(gpu.device);
  });
  return result;
}

/** Returns the received LLRs of the codeword, and the LLRs of the GPU's decoder after each iteration. */
async function receive(gpu: Gpu, config: TurboExperiment, query: CodewordQuery) {
  const { length } = config;
  const decoder = decoderOf(config, query);
  const decoders = Array.from({ length: decoder.iterations }, (_, i) => ({ ...decoder, iterations: i + 1 }));
  const create = (device: GPUDevice) =>
    createTurboChain(device, { ...config, stop: "none" }, 1, { decoders, soft: "posterior" });
  await compileAhead(gpu.device, create);
  const chain = await create(gpu.device);
  try {
    chain.setPage({ firstCodeword: query.codeword, ebn0Db: query.ebn0Db });
    const encoder = gpu.device.createCommandEncoder({ label: "one codeword" });
    for (const stage of chain.stages) stage.encode(encoder);
    const words = Math.ceil(length / 32);
    const sources = [
      { buffer: chain.bits, size: 4 * words },
      { buffer: chain.llr, size: 4 * (3 * length + 12) },
      ...chain.decoders.map(({ soft }) => ({ buffer: soft as GPUBuffer, size: 4 * length })),
    ];
    const [sent, llr, ...read] = await readBack(gpu.device, sources, encoder);
    return {
      bits: unpack(new Uint32Array(sent), 1, length),
      received: new Float32Array(llr),
      posteriors: read.map((bytes) => new Float32Array(bytes)),
    };
  } finally {
    chain.destroy();
  }
}
