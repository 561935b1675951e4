/**
 * The classes of signals.
 *
 * @example
 * ```ts
 * import { SIGNAL_CLASSES } from "threeray/signals";
 *
 * console.log(SIGNAL_CLASSES.includes("QPSK")); // true
 * ```
 */
export const SIGNAL_CLASSES = [
  "OOK",
  "ASK",
  "2-FSK",
  "4-FSK",
  "GMSK",
  "MSK",
  "BPSK",
  "QPSK",
  "pi/4-DQPSK",
  "OQPSK",
  "8-PSK",
  "16-QAM",
  "AM",
  "FM",
  "chirp",
  "OFDM",
  "tone",
  "noise",
] as const;

/** A name in `SIGNAL_CLASSES`. */
export type SignalClass = (typeof SIGNAL_CLASSES)[number];
