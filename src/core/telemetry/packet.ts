/**
 * The telemetry packet: 128 preamble bits (8 × CD98), 64 attached-sync-marker bits, 6144 data bits, at two samples per bit.
 * Source: J. T. Ravert, GPU Implementation of Data-Aided Equalizers, BYU 2017, section 2.1.
 */
export const PREAMBLE_BITS = 128;
export const MARKER_BITS = 64;
export const DATA_BITS = 6144;
/** Bits of preamble and marker: known to the receiver. */
export const KNOWN_BITS = PREAMBLE_BITS + MARKER_BITS;
export const PACKET_BITS = KNOWN_BITS + DATA_BITS;
export const SAMPLES_PER_BIT = 2;
export const PACKET_SAMPLES = PACKET_BITS * SAMPLES_PER_BIT;

/** Bits are packed in 32-bit words: bit k is bit k % 32 of word k / 32, and 1 stands for +1. */
export const PACKET_WORDS = PACKET_BITS / 32;
export const KNOWN_WORDS = KNOWN_BITS / 32;
export const DATA_WORDS = DATA_BITS / 32;

/** Bit/s on the channel. */
export const BIT_RATE = 10.3125e6;
/** Samples/s. */
export const SAMPLE_RATE = SAMPLES_PER_BIT * BIT_RATE;

/** Packets of the thesis's batch; real time for it is 1907 ms. */
export const BATCH_PACKETS = 3104;
