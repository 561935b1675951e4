import type { Scratch } from "../gpu/owning.ts";
import type { Stage, Plan } from "../gpu/timing.ts";
import type { LinearCrcName } from "./crc/crc.ts";
import type { BitOrder } from "./interleaving/order.ts";

/** A channel code of one length, as data. */
export interface Code {
  /** Its name in links and files, e.g. "wimax-2304-1/2", "lte-6144". */
  readonly name: string;
  /** Information bits K per frame, including a CRC. */
  readonly information: number;
  /** Bits n per codeword. */
  readonly length: number;
  /** Bits of the codeword that only end it, which a code's usual rate does not count. Default 0. */
  readonly tail?: number;
  /** Possible differences from other programs, in one or two sentences, for exchanging codewords with them. */
  readonly doubt?: string;
  /**
   * Which bits of a codeword are sent, and in which order, for a number E of bits sent. Codes without rate matching lack it.
   *
   * @param redundancyVersion Where the sent bits begin, 0 to 3.
   * @throws RangeError when `sent` or `redundancyVersion` is out of range.
   */
  matching?(sent: number, redundancyVersion: number): BitOrder;
}

/**
 * Code rate: information bits per transmitted bit, where `sent` bits of a frame are sent.
 *
 * @example
 * ```ts
 * import { codeOf, codeRate } from "threeray/codes";
 *
 * const { code } = codeOf("lte-6144");
 * console.log(codeRate(code).toFixed(3), codeRate(code, 2 * code.information).toFixed(3)); // 0.333 0.500
 * ```
 */
export const codeRate = ({ information, length }: Code, sent = length): number => information / sent;

/** Settings of a decoder, with the same names for every code. A family ignores settings that it lacks. */
export interface Decoding {
  /** One of the family's algorithms. */
  algorithm: string;
  /** Most iterations. */
  iterations: number;
  /** Factor on the messages of an approximate algorithm, 0 to 1. */
  scale?: number;
  /** The rule that stops the decoding of a frame before its last iteration: one of the family's stops. */
  stop?: string;
  /** The CRC at the end of the information bits, for a stop by it. */
  crc?: LinearCrcName;
  /** Number of parts of a frame that are decoded in parallel. */
  windows?: number;
  /**
   * Order of an LDPC decoder's updates. `layered`, the default: a layer's checks use the results of the layers before it. `flooding`: all checks
   * use the results of the last iteration.
   */
  schedule?: "layered" | "flooding";
}

export interface EncoderConfig {
  code: Code;
  /** Frames per page. */
  frames: number;
  /** Information bits, u32 [frame][ceil(K/32)], LSB first; the unused bits of a frame's last word are 0. */
  bits: GPUBuffer;
}

export interface Encoder extends Plan {
  /** Codewords, u32 [frame][ceil(n/32)], LSB first. */
  readonly code: GPUBuffer;
}

/** Soft outputs of a decoder: posterior LLRs, or extrinsic LLRs, which exclude the input LLR of the same bit. */
export type SoftOutput = "posterior" | "extrinsic";

export interface DecoderConfig {
  code: Code;
  /** Frames per page. */
  frames: number;
  /**
   * log p(1)/p(0) of the codewords' bits, f32 [frame][n]; 0 for a bit that was not sent. Values beyond ±2^20 count as ±2^20, and
   * NaN as 0.
   */
  llr: GPUBuffer;
  decoding: Decoding;
  /**
   * Memory for intermediate results, which others may change before the decoder runs, but not between its run and the last
   * {@link Decoder.continued}. Default: its own.
   */
  scratch?: Scratch;
  /** Soft outputs in addition to the decisions, if the family supports them. Default none. */
  soft?: SoftOutput;
  /** True for {@link Decoder.codeword}. Default false. */
  codeword?: boolean;
  /** True for {@link Decoder.continued}. Default false. */
  keepsMessages?: boolean;
  /** True for {@link Continuation.first} of an LDPC decoder that keeps its messages. Default false. */
  keepsFromBits?: boolean;
  /** True for {@link Decoder.continued} that leaves out ended frames: those whose `iterations` the caller set to 0. Default false. */
  skipsEnded?: boolean;
  /** True for {@link Decoder.exact}, which LDPC decoders support. Default false. */
  endsExactly?: boolean;
}

/** A further run of a decoder. */
export interface Continuation extends Stage {
  /**
   * Its first iteration, with the LLRs of the last run: it runs before they change. Then the first checks use the last
   * run's messages from bits, which contain the LLRs of that run. Without it they use messages of the LLRs of now. Present if requested.
   */
  readonly first?: Stage;
}

export interface Decoder extends Plan {
  /** Decided information bits, u32 [frame][ceil(K/32)], LSB first; the unused bits of a frame's last word are 0. */
  readonly decisions: GPUBuffer;
  /** Iterations run, u32 [frame]. */
  readonly iterations: GPUBuffer;
  /** 1 if all checks hold for the decided bits, else 0, u32 [frame], for LDPC decoders with a stop by checks. */
  readonly holds?: GPUBuffer;
  /** Requested log p(1)/p(0) after the last iteration, f32 [frame][K] or [frame][n], depending on the family. */
  readonly soft?: GPUBuffer;
  /** Posterior log p(1)/p(0) of all bits of the codeword after the last iteration, f32 [frame][n], if requested. */
  readonly codeword?: GPUBuffer;
  /**
   * Decodes the same frames again, because an iterative receiver has improved their LLRs since. With `keepsMessages` the
   * messages begin with their values after the last run instead of zero; a decoder without messages starts again. With `skipsEnded`
   * ended frames keep all results, and their `iterations` stay 0. Present if one of both is requested.
   */
  readonly continued?: Continuation;
  /** Decodes by the family's exact algorithm, and like `continued` if that is present. Present if requested and supported. */
  readonly exact?: Continuation;
}

/** Names the nearest lengths below and above one that no code has, in brackets, for a message. */
export function nearest(lengths: readonly number[], length: number): string {
  const below = lengths.filter((other) => other < length).toSorted((a, b) => b - a)[0];
  const above = lengths.filter((other) => other > length).toSorted((a, b) => a - b)[0];
  const near = [below, above].filter((other) => other !== undefined);
  return near.length > 0 ? ` (nearest: ${near.join(" and ")})` : "";
}
