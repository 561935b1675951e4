import { frameSamples } from "../frame/data-field.ts";
import { FFT_LENGTH } from "../frame/symbol.ts";
import { FCS_OCTETS } from "../frame/fcs.ts";
import { type MacHeader, parseMacHeader } from "../frame/mac-header.ts";
import type { FrameLine, Status } from "../frame-table.ts";

/** One frame of a recording, as a frame list shows it. What could not be received is null. */
export interface ReceivedFrame {
  /** Sample of the recording at which the frame begins. */
  start: number;
  /** Samples of the recording, from preamble to the last symbol; null where SIGNAL is refused. */
  samples: number | null;
  status: Status;
  rateMbps: number | null;
  /** Octets of the PSDU. */
  length: number | null;
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
  /** The start of the intact frame inside of which this one begins. */
  inside: number | null;
}

/** What the GPU found of one frame. */
export interface FoundFrame {
  line: FrameLine;
  /** H of the long training, complex [64] by bin. */
  channel: Float32Array;
  /** At least the PSDU's octets. */
  octets: Uint8Array;
}

/** What a sample and a rate mean in a recording. */
export interface Scale {
  /** Samples per second of the receiver's samples: 20e6, or 10e6 for channels of 10 MHz. */
  sampleRate: number;
  /** Returns the recording's sample for a sample of the receiver. */
  place(sample: number): number;
}

/** Carriers with power. */
const USED_CARRIERS = 52;
/** The sampling rate of 20 MHz. */
const FULL_RATE = 20e6;

const decibels = (ratio: number) => (ratio > 0 && Number.isFinite(ratio) ? 10 * Math.log10(ratio) : null);

/**
 * Returns a frame of the list.
 *
 * @param first The receiver's sample at which the page begins.
 */
export function receivedFrame(
  { line, channel, octets }: FoundFrame,
  first: number,
  { sampleRate, place }: Scale,
): ReceivedFrame {
  const { status, rate, length, noise, error, offset } = line;
  const begin = first + line.start;
  const start = place(begin);
  const isReceived = status === "received";
  const isKnown = isReceived || status === "cut off" || status === "no room";
  const psdu = Uint8Array.from(octets.subarray(0, isReceived ? length : 0));
  const header = line.intact ? parseMacHeader(psdu.subarray(0, -FCS_OCTETS)) : undefined;
  // Of both long symbols' mean, half of the noise is left.
  const energy = channel.reduce((sum, value) => sum + value * value, 0) / USED_CARRIERS - noise / 2;
  return {
    start,
    samples: isKnown ? place(begin + frameSamples(length, rate)) - start : null,
    status,
    rateMbps: isKnown ? (sampleRate === FULL_RATE ? rate.mbps : rate.mbpsAt10MHz) : null,
    length: isKnown ? length : null,
    fcsOk: line.intact,
    psdu,
    cfoHz: (offset / (2 * Math.PI)) * sampleRate,
    snrDb: decibels(energy / noise),
    evmDb: isReceived ? decibels(error) : null,
    signalDb: decibels((USED_CARRIERS * energy) / FFT_LENGTH ** 2),
    noiseDb: decibels(noise / FFT_LENGTH),
    type: header?.name ?? null,
    addresses: header?.addresses ?? [],
    sequence: header?.sequence ?? null,
    header: header ?? null,
    scrambler: isReceived ? line.scrambler : null,
    inside: null,
  };
}
