import { PACKET_BITS } from "../packet.ts";

/** Pairs of bits between two values of the phase trace. */
export const PHASE_PAIRS = 32;
/** Values in a packet's phase trace. */
export const PHASE_LENGTH = PACKET_BITS / (2 * PHASE_PAIRS);
