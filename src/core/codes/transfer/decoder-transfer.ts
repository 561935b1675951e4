import { gaussianLlrs, normalNumbers } from "../../detection/gaussian-llrs.ts";
import { informationOf, type TransferCurve } from "../../detection/information.ts";
import { allocate } from "../../gpu/pool.ts";
import { readBack } from "../../gpu/readback.ts";
import type { Code, Decoding } from "../code.ts";
import { createDecoder } from "../factories.ts";

export interface DecoderTransferConfig {
  code: Code;
  decoding: Decoding;
  /** Coded bits, [frame][n]. */
  coded: Uint8Array;
  /** Returns what the decoder passes on, from LLRs after decoding and its input. */
  fed(posterior: Float32Array, input: Float32Array): Float32Array;
  /** Of the Gaussian LLRs. */
  seed: number;
}

/** First inputs of the curve, and the number of its points. */
const FIRST_INPUTS = [0, 0.25, 0.5, 0.75, 0.999] as const;
const POINTS = 13;

/**
 * Returns the transfer curve of a decoder: the information of what it passes on, over the information of its input, Gaussian LLRs of all coded
 * bits. The points are dense where the curve is steep. Source: S. ten Brink, "Convergence behavior of iteratively decoded parallel concatenated
 * codes", IEEE Trans. Commun. 49 (2001).
 */
export async function decoderTransfer(
  device: GPUDevice,
  { code, decoding, coded, fed, seed }: DecoderTransferConfig,
): Promise<TransferCurve> {
  const memory = allocate(device);
  const llr = memory.storage("Gaussian LLRs", 4 * coded.length);
  const frames = coded.length / code.length;
  const decoder = await createDecoder(device, { code, frames, llr, decoding, codeword: true });
  try {
    const noise = normalNumbers(coded.length, seed);
    const codedAt = (i: number) => coded[i];
    const at = async (input: number) => {
      const given = gaussianLlrs(noise, codedAt, input);
      device.queue.writeBuffer(llr, 0, given);
      const encoder = device.createCommandEncoder({ label: "transfer curve of the decoder" });
      decoder.encode(encoder);
      const [bytes] = await readBack(device, [{ buffer: decoder.codeword!, size: 4 * coded.length }], encoder);
      return { input, output: informationOf(fed(new Float32Array(bytes), given), codedAt) };
    };
    const curve: TransferCurve = [];
    for (const input of FIRST_INPUTS) curve.push(await at(input));
    while (curve.length < POINTS) {
      const rises = curve.slice(1).map(({ input, output }, i) => {
        return (input - curve[i].input) * 0.3 + Math.abs(output - curve[i].output);
      });
      const steepest = rises.indexOf(Math.max(...rises));
      curve.splice(steepest + 1, 0, await at((curve[steepest].input + curve[steepest + 1].input) / 2));
    }
    return curve;
  } finally {
    decoder.destroy();
    memory.release();
  }
}
