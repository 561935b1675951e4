import type { SignalClass } from "#core/signals/classes.ts";

/** How to recognize each class in the waterfall, the spectrum, the strip of samples and by ear. */
export const SIGNS: Readonly<Record<SignalClass, string>> = {
  OOK: "A line in the middle that is broken: the strip falls to the noise in each gap, and I and Q stop.",
  ASK: "A line in the middle with a band about it. The envelope has two levels, and neither is the noise.",
  "2-FSK": "Two parallel lines, and the signal is always on one of them. The envelope is flat.",
  "4-FSK": "A band with a flat envelope. In a close view the frequency has four levels.",
  GMSK: "A narrow band with a flat envelope and a round top. The frequency moves smoothly between two levels.",
  MSK: "A flat envelope, a broad main lobe and visible side lobes. The frequency has two levels, separated by half the symbol rate.",
  BPSK: "A band without lines. The envelope falls to zero when the sign changes, and x² has a line.",
  QPSK: "A band without lines. The envelope often passes near zero; x⁴ has a line, x² has none.",
  "pi/4-DQPSK": "Like QPSK, but the envelope never reaches zero, and x⁴ has two lines, separated by the symbol rate.",
  OQPSK: "Like QPSK, but I and Q change in turn: the envelope never reaches zero, and |x|² hardly has a line.",
  "8-PSK": "A band without lines. All symbols have one amplitude; x⁸ has a line, x⁴ has none.",
  "16-QAM": "A band without lines. The symbols have three amplitudes.",
  AM: "A steady carrier and two side bands that mirror each other. You hear speech-like noise through an envelope detector.",
  FM: "The envelope is flat, and the frequency wanders like the sound. A high deviation fills a wide band.",
  chirp: "Slanted lines: the frequency sweeps, and jumps back.",
  OFDM: "A band with a flat top and steep edges. It sounds and looks like noise, but each symbol repeats its end at its start.",
  tone: "One thin line and nothing beside it. I and Q are sines.",
  noise: "A band with a flat top, like OFDM, and nothing in it repeats.",
};
