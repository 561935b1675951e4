import { type OtherFrame, otherFrame } from "../frame/formats.ts";
import { FFT_LENGTH } from "../frame/symbol.ts";
import { FCS_OCTETS } from "../frame/fcs.ts";
import { type MacHeader, parseMacHeader } from "../frame/mac-header.ts";
import type { FrameLine, Status } from "../frame-table.ts";

/** One frame of a recording, as a frame list shows it. What could not be received is null. */
export interface ReceivedFrame {
  /** Sample of the recording at which the frame begins. */
  start: number;
  /** Samples of the recording, from the preamble to the end that SIGNAL or HT-SIG gives; null if neither gives it. */
  samples: number | null;
  status: Status;
  /** Null where SIGNAL does not contain it: all frames of other standards have SIGNAL with 6 Mbit/s. */
  rateMbps: number | null;
  /** Octets of the PSDU. */
  length: number | null;
  /** The contents of another standard's signal field; null for frames of 802.11a, g and p. Such frames are not received. */
  other: OtherFrame | null;
  /** Whether the frame check sequence holds. */
  fcsOk: boolean;
  /** Empty unless the status is "received". */
  psdu: Uint8Array<ArrayBuffer>;
  /** Carrier frequency offset. */
  cfoHz: number;
  /** Per carrier, from the long training; null if it shows no noise. */
  snrDb: number | null;
  /** Mean error of the equalized points relative to the points' mean energy. */
  evmDb: number | null;
  /** Mean power of frame and noise, dB relative to full scale. */
  signalDb: number | null;
  noiseDb: number | null;
  /** Name of the MAC frame's type and subtype, for example "Beacon". It comes from an intact frame only, like what follows. */
  type: string | null;
  addresses: string[];
  sequence: number | null;
  header: MacHeader | null;
  /** The scrambler's initial state. */
  scrambler: number | null;
  /** The start of the frame within whose duration this one begins. Its own check holds, or it would not be listed. */
  inside: number | null;
}

/** One frame's results from the GPU. */
export interface FoundFrame {
  line: FrameLine;
  /** H of the long training, complex [64] by bin. */
  channel: Float32Array;
  /** At least the PSDU's octets. */
  octets: Uint8Array;
}

/** The receiver's sample rate, and its samples' places in a recording. */
export interface Scale {
  /** Samples per second of the receiver's samples: 20e6, or 10e6 for channels of 10 MHz. */
  sampleRate: number;
  /** Returns the recording's sample for a sample of the receiver. */
  place(sample: number): number;
}

/** A page of the recording. */
export interface PagePlace {
  /** The receiver's sample at which it begins. */
  first: number;
  /** The receiver's samples are in this unit. */
  unit: number;
  scale: Scale;
}

/** Carriers with power. */
const USED_CARRIERS = 52;
/** The sampling rate of 20 MHz. */
const FULL_RATE = 20e6;

const decibels = (ratio: number) => (ratio > 0 && Number.isFinite(ratio) ? 10 * Math.log10(ratio) : null);

/** Returns a frame of the list. */
export function receivedFrame(
  { line, channel, octets }: FoundFrame,
  { first, unit, scale: { sampleRate, place } }: PagePlace,
): ReceivedFrame {
  const { status, rate, length, noise, error, offset } = line;
  const begin = first + line.start;
  const start = place(begin);
  // A field whose CRC does not hold names the standard only once the frame's own check has failed.
  const other = line.intact ? undefined : otherFrame(line);
  const isReceived = status === "received" && !other;
  // SIGNAL of 6 Mbit/s begins the frames of all standards.
  const isKnown = (isReceived || status === "cut off" || status === "no room") && !other && line.format !== "undecided";
  const psdu = Uint8Array.from(octets.subarray(0, isReceived ? length : 0));
  const header = line.intact ? parseMacHeader(psdu.subarray(0, -FCS_OCTETS)) : undefined;
  // Of both long symbols' mean, half of the noise is left.
  const energy = channel.reduce((sum, value) => sum + value * value, 0) / USED_CARRIERS - noise / 2;
  return {
    start,
    samples: line.claim > 0 ? place(begin + line.claim) - start : null,
    status: other ? "other standard" : status,
    rateMbps: isKnown ? (sampleRate === FULL_RATE ? rate.mbps : rate.mbpsAt10MHz) : null,
    length: isKnown ? length : (other?.octets ?? null),
    other: other ?? null,
    fcsOk: line.intact,
    psdu,
    cfoHz: (offset / (2 * Math.PI)) * sampleRate,
    snrDb: decibels(energy / noise),
    evmDb: isReceived ? decibels(error) : null,
    signalDb: decibels(((USED_CARRIERS * energy) / FFT_LENGTH ** 2) * unit * unit),
    noiseDb: decibels((noise / FFT_LENGTH) * unit * unit),
    type: header?.name ?? null,
    addresses: header?.addresses ?? [],
    sequence: header?.sequence ?? null,
    header: header ?? null,
    scrambler: isReceived ? line.scrambler : null,
    inside: null,
  };
}
