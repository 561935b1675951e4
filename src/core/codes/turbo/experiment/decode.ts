import { createDecoder } from "../../factories.ts";
import { codeOf } from "../../registry.ts";
import { checkLlrs } from "../decoder.ts";
import type { Gpu } from "../../../gpu/device.ts";
import { allocate } from "../../../gpu/pool.ts";
import { readBack } from "../../../gpu/readback.ts";
import { mostCodewords } from "./chain.ts";
import { codeName, decodersOf, stopRule, type TurboExperiment } from "./experiment.ts";

/** Codewords per page. */
const PAGE = 512;

/** Received codewords, possibly more than fit into memory. */
export interface ReceivedCodewords {
  count: number;
  /**
   * log p(1)/p(0) of codewords [first, first + count), [codeword][3K + 12]: d0 d1 d2 of each bit, then the tail; 0 for what was
   * not received.
   */
  read(first: number, count: number): Promise<Float32Array<ArrayBuffer>>;
}

/** One page of decoded codewords. */
export interface DecodeStep {
  /** Codewords decoded so far. */
  state: number;
  progress: number;
  /** Decided bits, one per byte, [codeword][K], and iterations per codeword. */
  bits: Uint8Array<ArrayBuffer>;
  iterations: Uint32Array;
}

/**
 * Decodes received codewords with the single decoder of an experiment, one page per step. * @throws RangeError for incomplete codewords, NaN or infinite numbers, or an experiment with several decoders.
 */
export async function* decodeCodewords(
  gpu: Gpu,
  config: TurboExperiment,
  { count, read }: ReceivedCodewords,
  from = 0,
): AsyncGenerator<DecodeStep> {
  const { device } = gpu;
  const { length } = config;
  const decoders = decodersOf(config);
  if (decoders.length !== 1) {
    throw new RangeError(`turbo: one algorithm, number of windows and of iterations at a time, got ${decoders.length}`);
  }
  const most = Math.min(PAGE, mostCodewords(device, config));
  for (let first = from; first < count; first += most) {
    const frames = Math.min(most, count - first);
    const llrs = await read(first, frames);
    checkLlrs(llrs, length, first);
    const memory = allocate(device);
    const llr = memory.constant("LLRs", llrs);
    const decoding = { ...decoders[0], ...stopRule(config) };
    const plan = await createDecoder(device, { code: codeOf(codeName(config)).code, frames, llr, decoding });
    const encoder = device.createCommandEncoder({ label: plan.label });
    plan.encode(encoder);
    const words = Math.ceil(length / 32);
    const [decided, iterations] = await readBack(
      device,
      [
        { buffer: plan.decisions, size: 4 * frames * words },
        { buffer: plan.iterations, size: 4 * frames },
      ],
      encoder,
    );
    plan.destroy();
    memory.release();
    const state = first + frames;
    const bits = unpack(new Uint32Array(decided), frames, length);
    yield { state, progress: state / count, bits, iterations: new Uint32Array(iterations) };
  }
}

/** Unpacks rows of bits, one bit per byte. */
export function unpack(words: Uint32Array, rows: number, length: number): Uint8Array<ArrayBuffer> {
  const width = Math.ceil(length / 32);
  const bits = new Uint8Array(rows * length);
  for (let row = 0; row < rows; row++) {
    for (let k = 0; k < length; k++) bits[row * length + k] = (words[row * width + (k >> 5)] >>> (k & 31)) & 1;
  }
  return bits;
}
