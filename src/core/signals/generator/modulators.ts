import type { SignalClass } from "../classes.ts";
import { chirp } from "./chirp.ts";
import { fsk } from "./fsk.ts";
import { keyedAmplitude } from "./keyed-amplitude.ts";
import { linear } from "./linear.ts";
import { ofdm } from "./ofdm.ts";
import { bandNoise, tone } from "./steady.ts";
import { am, fm } from "./voice.ts";
import type { BurstModulator } from "./waveform.ts";

export const MODULATORS: Readonly<Record<SignalClass, BurstModulator>> = {
  OOK: keyedAmplitude,
  ASK: keyedAmplitude,
  "2-FSK": fsk,
  "4-FSK": fsk,
  GMSK: fsk,
  MSK: fsk,
  BPSK: linear,
  QPSK: linear,
  "pi/4-DQPSK": linear,
  OQPSK: linear,
  "8-PSK": linear,
  "16-QAM": linear,
  AM: am,
  FM: fm,
  chirp,
  OFDM: ofdm,
  tone,
  noise: bandNoise,
};
