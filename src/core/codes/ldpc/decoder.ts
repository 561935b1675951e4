import decoderKernel from "#shaders/codes/ldpc/decoder.wgsl?raw";
import { compile } from "../../gpu/kernel.ts";
import { allocate } from "../../gpu/pool.ts";
import { checkedCount, wordsOf } from "../../gpu/rows.ts";
import type { Stage } from "../../gpu/timing.ts";
import { blockTable, type LdpcCode } from "./code.ts";
import { FACTOR, type LdpcDecoding, MOST_LDPC_ITERATIONS } from "./decoding.ts";
import { groupsOf } from "./groups.ts";

export interface LdpcDecoderConfig extends LdpcDecoding {
  code: LdpcCode;
  /** Frames per page. */
  frames: number;
  /**
   * log p(1)/p(0) of the coded bits, f32 [frame][n]; 0 for a bit that was not sent. Values beyond ±2^20 count as ±2^20, and NaN as 0: see {@link checkLdpcLlrs}. */
  llr: GPUBuffer;
  /** True to output the coded bits' LLRs. Default false. */
  posterior?: boolean;
}

export interface LdpcDecoder extends Stage {
  /** Decided bits, u32 [frame][ceil(K/32)], LSB first; the unused bits of a frame's last word are 0. */
  readonly decisions: GPUBuffer;
  /** Iterations run, u32 [frame]. */
  readonly iterations: GPUBuffer;
  /** LLRs of the coded bits after the last iteration, f32 [frame][n], if requested. */
  readonly posterior?: GPUBuffer;
  destroy(): void;
}

/** Most invocations per workgroup: their bits' LLRs fill workgroup memory. */
const MOST_GROUP = 160;

/**
 * Layered LDPC decoder, in one dispatch from LLRs to bits. A frame that stops early takes no further time. Messages of
 * sum-product are limited to ±115·ln 2 ≈ ±80. Sources: M. M. Mansour and N. R. Shanbhag, High-throughput LDPC decoders,
 * IEEE Trans. VLSI Syst. 11, 2003; J. Chen et al., Reduced-complexity decoding of LDPC codes, IEEE Trans. Commun. 53, 2005.
 *
 * @throws RangeError when `frames`, `algorithm`, `factor`, `iterations` or `stop` is out of range.
 */
export async function createLdpcDecoder(device: GPUDevice, config: LdpcDecoderConfig): Promise<LdpcDecoder> {
  const label = "ldpc/decoder";
  const { algorithm, factor, iterations, stop } = checked(label, config);
  const frames = checkedCount(label, "frames", config.frames);
  const { code, llr } = config;
  const { z, length, information } = code;
  const { group, rows, groups } = groupsOf(z, frames, MOST_GROUP);
  const constants = { GROUP: group, MIN_SUM: Number(algorithm === "min-sum") };
  const kernel = await compile(device, { label, wgsl: [decoderKernel], constants });
  const memory = allocate(device);
  const outputs = {
    decisions: memory.storage("decisions", frames * wordsOf(information) * 4),
    iterations: memory.storage("iterations", frames * 4),
    // The kernel's bindings must exist, even if it does not write them.
    posterior: memory.storage("posterior", config.posterior ? frames * length * 4 : 4),
  };
  const rules = { iterations, factor, stop: Number(stop === "checks"), report: Number(config.posterior === true) };
  const params = { frames, rows, z, ...rules, blocks: blockTable(code) };
  const bound = kernel.bind({ llr, ...outputs, params });
  return {
    label,
    decisions: outputs.decisions,
    iterations: outputs.iterations,
    posterior: config.posterior ? outputs.posterior : undefined,
    encode: (encoder, timestampWrites) => bound.encode(encoder, groups, timestampWrites),
    destroy() {
      bound.destroy();
      memory.release();
    },
  };
}

function checked(label: string, config: LdpcDecoderConfig): Required<LdpcDecoding> {
  const { algorithm, factor = FACTOR, iterations, stop = "checks" } = config;
  if (algorithm !== "sum-product" && algorithm !== "min-sum") {
    throw new RangeError(`${label}: algorithm must be "sum-product" or "min-sum", got ${JSON.stringify(algorithm)}`);
  }
  if (!(factor >= 0 && factor <= 1)) {
    throw new RangeError(`${label}: factor must be 0 to 1, got ${factor}`);
  }
  if (!Number.isInteger(iterations) || iterations < 1 || iterations > MOST_LDPC_ITERATIONS) {
    throw new RangeError(`${label}: iterations must be an integer, 1 to ${MOST_LDPC_ITERATIONS}, got ${iterations}`);
  }
  if (stop !== "none" && stop !== "checks") {
    throw new RangeError(`${label}: stop must be "none" or "checks", got ${JSON.stringify(stop)}`);
  }
  return { algorithm, factor, iterations, stop };
}

/**
 * Checks untrusted LLRs before they go to the GPU. * @returns Number of frames. @throws RangeError for an incomplete frame, or an LLR that is NaN or infinite.
 */
export function checkLdpcLlrs(llr: ArrayLike<number>, { name, length }: LdpcCode): number {
  const label = "ldpc/decoder";
  if (llr.length === 0 || llr.length % length) {
    throw new RangeError(`${label}: LLRs of ${name} must come in frames of ${length}, got ${llr.length} of them`);
  }
  for (let i = 0; i < llr.length; i++) {
    if (!Number.isFinite(llr[i])) {
      const [frame, place] = [Math.floor(i / length), i % length];
      throw new RangeError(`${label}: LLRs must be finite, got ${llr[i]} in frame ${frame}, place ${place}`);
    }
  }
  return llr.length / length;
}
