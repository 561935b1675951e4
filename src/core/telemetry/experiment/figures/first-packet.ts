import type { FoundPacket } from "./packets.ts";

/** Slots in which the packet of single-packet figures is searched. The figures read their data for all of these slots. */
export const FIRST_SLOTS = 4;

/** The first packet found, if it is among the first slots. */
export function firstPacket(found: readonly FoundPacket[]): FoundPacket | undefined {
  return found.length && found[0].slot < FIRST_SLOTS ? found[0] : undefined;
}

/** Returns a slot's floats from the bytes of the first slots. */
export function ofSlot(bytes: ArrayBuffer, slot: number): Float32Array<ArrayBuffer> {
  const size = bytes.byteLength / 4 / FIRST_SLOTS;
  return new Float32Array(bytes).slice(slot * size, (slot + 1) * size);
}
