import type { Stage } from "../gpu/timing.ts";
import type { CrcName } from "./crc/crc.ts";
import type { BitOrder } from "./interleaving/order.ts";

/** A channel code of one length, as data. */
export interface Code {
  /** Its name in links and files, e.g. "wimax-2304-1/2", "lte-6144". */
  readonly name: string;
  /** Information bits K of a frame; a CRC's bits are among them. */
  readonly information: number;
  /** Bits n of a codeword. */
  readonly length: number;
  /**
   * Which bits of a codeword are sent, and in which order, for a number E of bits sent. Codes without rate matching lack it.
   *
   * @param redundancyVersion Where the sent bits begin, 0 to 3.
   * @throws RangeError when `sent` or `redundancyVersion` is out of range.
   */
  matching?(sent: number, redundancyVersion: number): BitOrder;
}

/** Code rate: information bits per transmitted bit, where `sent` bits of a frame are sent. */
export const rateOf = ({ information, length }: Code, sent = length): number => information / sent;

/** How a frame is decoded, in the same words for every code. What a code's family lacks is ignored. */
export interface Decoding {
  /** One of the family's algorithms. */
  algorithm: string;
  /** Most iterations. */
  iterations: number;
  /** Factor on the messages of an approximate algorithm, 0 to 1. */
  scale?: number;
  /** When a frame is done before its last iteration: one of the family's stops. */
  stop?: string;
  /** The CRC at the end of the information bits, for a stop by it. */
  crc?: CrcName;
  /** Parts of a frame that are decoded side by side. */
  windows?: number;
}

export interface EncoderConfig {
  code: Code;
  /** Frames in the page. */
  frames: number;
  /** Information bits, u32 [frame][ceil(K/32)], LSB first; the unused bits of a frame's last word are 0. */
  bits: GPUBuffer;
}

export interface Encoder extends Stage {
  /** Codewords, u32 [frame][ceil(n/32)], LSB first. */
  readonly code: GPUBuffer;
  destroy(): void;
}

/** LLRs that a decoder hands on: of all it knows of a bit, or of that without the LLR it was given of the same bit. */
export type SoftOutput = "posterior" | "extrinsic";

export interface DecoderConfig {
  code: Code;
  /** Frames in the page. */
  frames: number;
  /** log p(1)/p(0) of the codewords' bits, f32 [frame][n]; 0 for a bit that was not sent. */
  llr: GPUBuffer;
  decoding: Decoding;
  /** LLRs that are wanted beside the decisions, of those that the family gives. Default none. */
  soft?: SoftOutput;
}

export interface Decoder extends Stage {
  /** Decided information bits, u32 [frame][ceil(K/32)], LSB first; the unused bits of a frame's last word are 0. */
  readonly decisions: GPUBuffer;
  /** Iterations run, u32 [frame]. */
  readonly iterations: GPUBuffer;
  /** Where asked for: log p(1)/p(0) after the last iteration, f32 [frame][K] or [frame][n] as the family says. */
  readonly soft?: GPUBuffer;
  destroy(): void;
}
