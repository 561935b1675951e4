import { createArrayPlan, floatsOf } from "../gpu/array-plan.ts";
import type { Gpu } from "../gpu/device.ts";
import { pack, unpack, wordsOf } from "../gpu/rows.ts";
import type { Decoder, Encoder } from "./code.ts";

/** Frames of a code: [frame][K] information bits, [frame][n] coded bits. */
export interface CodedSizes {
  /** Frames that are coded together, ≥ 1. */
  frames: number;
  /** K, information bits per frame. */
  information: number;
  /** n, bits per codeword. */
  length: number;
}

/** Encodes frames of arrays on the GPU. */
export interface ArrayEncoder extends CodedSizes {
  /**
   * @param bits Information bits, 0 or 1, [frame][K].
   * @returns Codewords, one bit per byte, [frame][n].
   * @throws RangeError for another number of bits, or for values other than 0 and 1; DeviceLostError.
   */
  encode(bits: ArrayLike<number>): Promise<Uint8Array<ArrayBuffer>>;
  /** Gives the device's memory back. */
  destroy(): void;
}

/** The decisions on frames. */
export interface DecodedFrames {
  /** Decided information bits, one per byte, [frame][K]. */
  bits: Uint8Array<ArrayBuffer>;
  /** Iterations that each frame took. */
  iterations: Uint32Array<ArrayBuffer>;
  /** log p(1)/p(0) after the last iteration if requested: [frame][K] or [frame][n], depending on the family. */
  soft?: Float32Array<ArrayBuffer>;
}

/** Decodes frames of arrays on the GPU. */
export interface ArrayDecoder extends CodedSizes {
  /**
   * @param llr log p(1)/p(0) of the coded bits, [frame][n]; 0 for a bit that was not received. Values beyond ±2^20 count as ±2^20,
   *   and NaN as 0.
   * @throws RangeError for another number of LLRs; DeviceLostError.
   */
  decode(llr: ArrayLike<number>): Promise<DecodedFrames>;
  /** Gives the device's memory back. */
  destroy(): void;
}

/** Returns an encoder of arrays around an encoder of buffers. @throws What `create` throws. */
export async function arrayEncoder(
  gpu: Gpu,
  sizes: CodedSizes,
  create: (bits: GPUBuffer) => Promise<Encoder>,
): Promise<ArrayEncoder> {
  const { frames, information, length } = sizes;
  const { run, destroy } = await createArrayPlan(
    gpu,
    { bits: bytesOf(frames, wordsOf(information)) },
    async (inputs) => {
      const plan = await create(inputs.bits);
      return { plan, outputs: [{ buffer: plan.code, size: 4 * frames * wordsOf(length) }] };
    },
  );
  return {
    ...sizes,
    async encode(bits) {
      checkBits(bits, frames * information);
      const rows = Array.from({ length: frames }, (_, f) =>
        Uint8Array.from({ length: information }, (_, k) => bits[f * information + k]),
      );
      const [code] = await run({ bits: pack(rows) });
      return unpack(new Uint32Array(code), frames, length);
    },
    destroy,
  };
}

/**
 * Returns a decoder of arrays around a decoder of buffers.
 *
 * @param softBits Soft outputs per frame; 0 without any.
 * @throws What `create` throws.
 */
export async function arrayDecoder(
  gpu: Gpu,
  sizes: CodedSizes,
  softBits: number,
  create: (llr: GPUBuffer) => Promise<Decoder>,
): Promise<ArrayDecoder> {
  const { frames, information, length } = sizes;
  const { run, destroy } = await createArrayPlan(gpu, { llr: bytesOf(frames, length) }, async (inputs) => {
    const plan = await create(inputs.llr);
    const decisions = { buffer: plan.decisions, size: 4 * frames * wordsOf(information) };
    const outputs = [decisions, { buffer: plan.iterations, size: 4 * frames }];
    return { plan, outputs: plan.soft ? [...outputs, { buffer: plan.soft, size: 4 * frames * softBits }] : outputs };
  });
  return {
    ...sizes,
    async decode(llr) {
      const [bits, iterations, soft] = await run({ llr: floatsOf("codes: llr [frame][n]", llr, frames * length) });
      return {
        bits: unpack(new Uint32Array(bits), frames, information),
        iterations: new Uint32Array(iterations),
        ...(soft && { soft: new Float32Array(soft) }),
      };
    },
    destroy,
  };
}

/** Bytes of an input; the plan itself refuses a number of frames out of its range. */
const bytesOf = (frames: number, words: number) => (Number.isInteger(frames) && frames > 0 ? 4 * frames * words : 4);

function checkBits(bits: ArrayLike<number>, count: number): void {
  if (bits.length !== count) throw new RangeError(`codes: bits [frame][K]: expected ${count} bits, got ${bits.length}`);
  for (let i = 0; i < count; i++) {
    if (bits[i] !== 0 && bits[i] !== 1) throw new RangeError(`codes: bits must be 0 or 1, got ${bits[i]} at ${i}`);
  }
}
