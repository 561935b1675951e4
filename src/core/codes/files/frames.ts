import { createArrayPlan, type PlannedArrays } from "../../gpu/array-plan.ts";
import type { Gpu } from "../../gpu/device.ts";
import { pack, unpack, wordsOf } from "../../gpu/rows.ts";
import type { Code, Decoding } from "../code.ts";
import { createDecoder, createEncoder } from "../factories.ts";

/** Frames from elsewhere, possibly more than fit into memory. */
export interface Frames<Values> {
  /** Name of the file, for messages. */
  name: string;
  count: number;
  /** Returns frames [first, first + count), row by row. */
  read(first: number, count: number): Promise<Values>;
}

/** A part of the frames, to begin with and to end. */
export interface FramesPart {
  /** First frame. Default 0. */
  from?: number;
  /** Frames per step, at most. Default {@link usualPage}. */
  page?: number;
}

/** One page of frames. */
export interface CodingStep {
  /** Frames done so far. */
  state: number;
  progress: number;
  /** Bits, one per byte: codewords [frame][n] after encoding, decided bits [frame][K] after decoding. */
  bits: Uint8Array<ArrayBuffer>;
}

export interface DecodingStep extends CodingStep {
  /** Iterations run, per frame. */
  iterations: Uint32Array;
}

/** Coded bits per page: enough to occupy a GPU, in short steps. */
const PAGE_BITS = 2 ** 22;

/** Returns the usual number of frames per page. */
export const usualPage = ({ length }: Code) => Math.max(1, Math.floor(PAGE_BITS / length));

/**
 * Encodes frames, one page per step.
 *
 * @param source Information bits, one per byte, [frame][K].
 * @throws RangeError for values other than 0 and 1, with their place; and the errors of `createEncoder`.
 */
export async function* encodeFrames(
  gpu: Gpu,
  code: Code,
  source: Frames<Uint8Array>,
  part: FramesPart = {},
): AsyncGenerator<CodingStep> {
  const { information, length } = code;
  const read = async (first: number, count: number) => {
    const bits = await source.read(first, count);
    checkBits(source.name, bits, information, first);
    return pack(Array.from({ length: count }, (_, f) => bits.subarray(f * information, (f + 1) * information)));
  };
  const pages = paged(gpu, code, { ...source, read }, part, async (input, frames) => {
    const plan = await createEncoder(gpu.device, { code, frames, bits: input });
    return { plan, outputs: [{ buffer: plan.code, size: 4 * frames * wordsOf(length) }] };
  });
  for await (const { outputs, frames, ...step } of pages) {
    yield { ...step, bits: unpack(new Uint32Array(outputs[0]), frames, length) };
  }
}

/**
 * Decodes frames, one page per step.
 *
 * @param source log p(1)/p(0) of the coded bits, [frame][n]; 0 for a bit that was not received.
 * @throws RangeError for LLRs that are NaN or infinite, with their place; and the errors of `createDecoder`.
 */
export async function* decodeFrames(
  gpu: Gpu,
  { code, decoding }: { code: Code; decoding: Decoding },
  source: Frames<Float32Array<ArrayBuffer>>,
  part: FramesPart = {},
): AsyncGenerator<DecodingStep> {
  const { information } = code;
  const read = async (first: number, count: number) => {
    const llrs = await source.read(first, count);
    checkLlrs(source.name, llrs, code.length, first);
    return llrs;
  };
  const pages = paged(gpu, code, { ...source, read }, part, async (input, frames) => {
    const plan = await createDecoder(gpu.device, { code, frames, llr: input, decoding });
    const decisions = { buffer: plan.decisions, size: 4 * frames * wordsOf(information) };
    return { plan, outputs: [decisions, { buffer: plan.iterations, size: 4 * frames }] };
  });
  for await (const { outputs, frames, ...step } of pages) {
    const [decided, iterations] = outputs.map((output) => new Uint32Array(output));
    yield { ...step, bits: unpack(decided, frames, information), iterations };
  }
}

/** Runs frames through plans for whole pages and for the last, shorter one. */
async function* paged(
  gpu: Gpu,
  code: Code,
  { count, read }: Frames<Uint32Array<ArrayBuffer> | Float32Array<ArrayBuffer>>,
  { from = 0, page = usualPage(code) }: FramesPart,
  create: (input: GPUBuffer, frames: number) => Promise<PlannedArrays>,
) {
  // LLRs take the most bytes.
  const most = Math.max(
    1,
    Math.min(page, Math.floor(gpu.device.limits.maxStorageBufferBindingSize / (4 * code.length))),
  );
  for (let first = from; first < count;) {
    const frames = Math.min(most, count - first);
    let values = await read(first, frames);
    const plan = await createArrayPlan(gpu, { values: values.byteLength }, (input) => create(input.values, frames));
    try {
      for (;;) {
        const results = await plan.run({ values });
        first += frames;
        yield { state: first, progress: first / count, frames, outputs: results };
        if (first + frames > count) break;
        values = await read(first, frames);
      }
    } finally {
      plan.destroy();
    }
  }
}

/**
 * Checks untrusted bits before they go to the GPU.
 *
 * @param name Name of their file. @param first Index of the first frame. Both are for the message.
 * @throws RangeError for a value other than 0 and 1.
 */
function checkBits(name: string, bits: ArrayLike<number>, length: number, first: number): void {
  for (let i = 0; i < bits.length; i++) {
    if (bits[i] <= 1) continue;
    throw new RangeError(`${name}: bits must be 0 or 1, got ${bits[i]} in ${placeOf(i, length, first)}`);
  }
}

/**
 * Checks untrusted LLRs before they go to the GPU.
 *
 * @param name Name of their file. @param first Index of the first frame. Both are for the message.
 * @throws RangeError for an LLR that is NaN or infinite.
 */
function checkLlrs(name: string, llrs: ArrayLike<number>, length: number, first: number): void {
  for (let i = 0; i < llrs.length; i++) {
    if (Number.isFinite(llrs[i])) continue;
    throw new RangeError(`${name}: LLRs must be finite, got ${llrs[i]} in ${placeOf(i, length, first)}`);
  }
}

const placeOf = (i: number, length: number, first: number) =>
  `frame ${first + Math.floor(i / length)}, place ${i % length}`;
