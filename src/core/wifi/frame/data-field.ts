import { bitsOfOctets, octetsOfBits } from "./octets.ts";
import type { Rate } from "./rates.ts";
import { scramblerSequence, scramblerState } from "./scrambler.ts";
import { PREAMBLE_SAMPLES, SYMBOL_SAMPLES } from "./symbol.ts";

/** Bits before the PSDU, all 0. */
export const SERVICE_BITS = 16;
/** Bits after the PSDU that return the convolutional encoder to its state 0. */
export const TAIL_BITS = 6;
/** Most octets of a PSDU. */
export const MOST_OCTETS = 4095;

/** @throws RangeError when `length` is not an integer from 1 to 4095. */
export function checkedLength(label: string, length: number): number {
  if (Number.isInteger(length) && length >= 1 && length <= MOST_OCTETS) return length;
  throw new RangeError(`${label} must be a whole number of octets from 1 to ${MOST_OCTETS}, got ${length}`);
}

/** Symbols of a frame's data, N_SYM: without SIGNAL. */
export const dataSymbols = (octets: number, { dataBits }: Pick<Rate, "dataBits">): number =>
  Math.ceil((SERVICE_BITS + 8 * octets + TAIL_BITS) / dataBits);

/** Samples of a frame: preamble, SIGNAL and data. */
export const frameSamples = (octets: number, rate: Pick<Rate, "dataBits">): number =>
  PREAMBLE_SAMPLES + SYMBOL_SAMPLES * (1 + dataSymbols(octets, rate));

/**
 * Returns the bits of a frame's data before the scrambler: SERVICE, PSDU, tail, and zeros up to a whole symbol.
 * Source: IEEE Std 802.11-2012, 18.3.5.2 to 18.3.5.4.
 *
 * @returns [N_SYM · N_DBPS].
 * @throws RangeError when the PSDU does not have 1 to 4095 octets.
 */
export function dataFieldBits(psdu: ArrayLike<number>, rate: Pick<Rate, "dataBits">): Uint8Array {
  const octets = checkedLength("wifi/data-field: the PSDU's length", psdu.length);
  const bits = new Uint8Array(dataSymbols(octets, rate) * rate.dataBits);
  bits.set(bitsOfOctets(psdu), SERVICE_BITS);
  return bits;
}

/** @throws RangeError when the scrambler's state is not an integer from 1 to 127. */
export function checkedState(label: string, state: number): number {
  if (Number.isInteger(state) && state >= 1 && state <= 127) return state;
  throw new RangeError(`${label}: the scrambler's state must be an integer from 1 to 127, got ${state}`);
}

/**
 * Scrambles the bits of a frame's data. The tail is 0 again afterwards.
 *
 * @param octets Octets of the PSDU.
 * @param state The scrambler's initial state, 1 to 127.
 * @throws RangeError when the state is out of range.
 */
export function scrambled(bits: Uint8Array, octets: number, state: number): Uint8Array {
  const sequence = scramblerSequence(checkedState("wifi/data-field", state), bits.length);
  const output = bits.map((bit, k) => bit ^ sequence[k]);
  const tail = SERVICE_BITS + 8 * octets;
  return output.fill(0, tail, tail + TAIL_BITS);
}

/** The contents of a frame's decoded data bits. */
export interface DataField {
  /** The scrambler's initial state, 1 to 127; 0 if the seven bits that show it are all 0. */
  state: number;
  /** The nine reserved bits of SERVICE: 0 in frames of 802.11a, g and p. */
  service: Uint8Array;
  psdu: Uint8Array<ArrayBuffer>;
}

/** Descrambles the decoded bits of a frame's data, after recovering the scrambler's state from SERVICE. */
export function descrambled(bits: Uint8Array, octets: number): DataField {
  const state = scramblerState(bits);
  const end = SERVICE_BITS + 8 * octets;
  const sequence = scramblerSequence(state, end);
  const plain = bits.subarray(0, end).map((bit, k) => bit ^ sequence[k]);
  return { state, service: plain.slice(7, SERVICE_BITS), psdu: octetsOfBits(plain.subarray(SERVICE_BITS)) };
}
