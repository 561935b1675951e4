import type { Rate } from "./frame/rates.ts";
import { PREAMBLE_SAMPLES, SYMBOL_SAMPLES } from "./frame/symbol.ts";

/** A received frame for a capture file. */
export interface CapturedFrame {
  /** Seconds from the recording's first sample to the frame's first sample. */
  seconds: number;
  rate: Rate;
  /** The PSDU with its frame check sequence. */
  psdu: Uint8Array;
  /** Whether the frame check sequence holds. */
  intact: boolean;
  /** Mean power of the frame and of the noise, dB relative to full scale. */
  signalDb?: number;
  noiseDb?: number;
}

/** Facts of the recording that a capture file holds. */
export interface PcapOptions {
  /** True for frames at 10 MHz, as in 802.11p: half the rates. */
  halfRate?: boolean;
  /** Centre frequency of the recording, Hz. */
  frequency?: number;
  /** Time of the recording's first sample, ISO 8601. Default: 1970. */
  datetime?: string;
}

/** Frames with a radiotap header, in the list of link types. */
const LINKTYPE_IEEE802_11_RADIOTAP = 127;
const FILE_HEADER_BYTES = 24;
const RECORD_HEADER_BYTES = 16;
/** Longest record that the file may hold. */
const SNAPSHOT_BYTES = 65_535;
const SAMPLES_PER_SECOND = 20e6;
/** Samples before the first bit of the PSDU: preamble and SIGNAL. */
const SAMPLES_BEFORE_DATA = PREAMBLE_SAMPLES + SYMBOL_SAMPLES;

/** Bits of the word that says which radiotap fields follow. */
const PRESENT = { tsft: 0, flags: 1, rate: 2, channel: 3, dbSignal: 12, dbNoise: 13 };
const FLAG_FCS_AT_END = 0x10;
const FLAG_BAD_FCS = 0x40;
const CHANNEL_OFDM = 0x0040;
const CHANNEL_2GHZ = 0x0080;
const CHANNEL_5GHZ = 0x0100;
const CHANNEL_HALF_RATE = 0x4000;
/** Radiotap's levels are whole dB from 0 to 255 above any fixed reference. This reference is this far below full scale. */
const REFERENCE_DB = 120;

/**
 * Returns a capture file in pcap's classic format with a radiotap header for each frame, as Wireshark reads it: time, rate,
 * check sequence and, where known, channel and levels. Frequencies below 3 GHz count as the band at 2.4 GHz.
 * Source: the libpcap file format (draft-ietf-opsawg-pcap); radiotap.org, defined fields.
 *
 * @throws RangeError when `seconds` or a level is not finite, or a time does not fit into the format.
 *
 * @example
 * ```ts
 * import { acknowledgement, pcapFile, rateOf } from "threeray/wifi";
 *
 * const psdu = acknowledgement([2, 0, 0, 0, 0, 1]);
 * const file = pcapFile([{ psdu, rate: rateOf(6), seconds: 0.5, intact: true }]);
 * console.log(new DataView(file.buffer).getUint32(0, true).toString(16)); // a1b2c3d4
 * ```
 */
export function pcapFile(frames: readonly CapturedFrame[], options: PcapOptions = {}): Uint8Array<ArrayBuffer> {
  const records = frames.map((frame) => recordOf(frame, options));
  const file = new Uint8Array(FILE_HEADER_BYTES + records.reduce((sum, { length }) => sum + length, 0));
  const view = new DataView(file.buffer);
  view.setUint32(0, 0xa1b2c3d4, true);
  view.setUint16(4, 2, true);
  view.setUint16(6, 4, true);
  view.setUint32(16, SNAPSHOT_BYTES, true);
  view.setUint32(20, LINKTYPE_IEEE802_11_RADIOTAP, true);
  let at = FILE_HEADER_BYTES;
  for (const record of records) {
    file.set(record, at);
    at += record.length;
  }
  return file;
}

function recordOf(frame: CapturedFrame, options: PcapOptions): Uint8Array {
  const started = options.datetime === undefined ? 0 : Date.parse(options.datetime);
  if (Number.isNaN(started)) {
    throw new RangeError(`wifi/pcap: datetime must be a time in ISO 8601, got "${options.datetime}"`);
  }
  const microseconds = 1e3 * started + microsecondsOf(frame.seconds);
  const seconds = Math.floor(microseconds / 1e6);
  if (seconds < 0 || seconds >= 2 ** 32) {
    throw new RangeError(`wifi/pcap: a time must be from 1970 to 2106, got ${seconds} s after 1970`);
  }
  const radiotap = radiotapOf(frame, options);
  const record = new Uint8Array(RECORD_HEADER_BYTES + radiotap.length + frame.psdu.length);
  const view = new DataView(record.buffer);
  view.setUint32(0, seconds, true);
  view.setUint32(4, microseconds - 1e6 * seconds, true);
  view.setUint32(8, record.length - RECORD_HEADER_BYTES, true);
  view.setUint32(12, record.length - RECORD_HEADER_BYTES, true);
  record.set(radiotap, RECORD_HEADER_BYTES);
  record.set(frame.psdu, RECORD_HEADER_BYTES + radiotap.length);
  return record;
}

/** Fields follow in the order of their bits, each at a multiple of its own size. */
function radiotapOf(frame: CapturedFrame, { halfRate = false, frequency }: PcapOptions): Uint8Array {
  const { rate, intact, signalDb, noiseDb } = frame;
  const view = new DataView(new ArrayBuffer(24));
  let present = 0;
  let at = 8;
  const field = (bit: number, bytes: number, write: (at: number) => void) => {
    present |= 1 << bit;
    write(at);
    at += bytes;
  };
  const seconds = frame.seconds + (SAMPLES_BEFORE_DATA / SAMPLES_PER_SECOND) * (halfRate ? 2 : 1);
  field(PRESENT.tsft, 8, (at) => view.setBigUint64(at, BigInt(microsecondsOf(seconds)), true));
  field(PRESENT.flags, 1, (at) => view.setUint8(at, FLAG_FCS_AT_END | (intact ? 0 : FLAG_BAD_FCS)));
  field(PRESENT.rate, 1, (at) => view.setUint8(at, 2 * (halfRate ? rate.mbpsAt10MHz : rate.mbps)));
  if (frequency !== undefined) {
    const band = frequency < 3e9 ? CHANNEL_2GHZ : CHANNEL_5GHZ;
    field(PRESENT.channel, 4, (at) => {
      view.setUint16(at, Math.round(frequency / 1e6), true);
      view.setUint16(at + 2, CHANNEL_OFDM | band | (halfRate ? CHANNEL_HALF_RATE : 0), true);
    });
  }
  if (signalDb !== undefined) field(PRESENT.dbSignal, 1, (at) => view.setUint8(at, levelOf(signalDb)));
  if (noiseDb !== undefined) field(PRESENT.dbNoise, 1, (at) => view.setUint8(at, levelOf(noiseDb)));
  view.setUint16(2, at, true);
  view.setUint32(4, present, true);
  return new Uint8Array(view.buffer, 0, at);
}

function microsecondsOf(seconds: number): number {
  if (seconds >= 0 && seconds < 2 ** 32) return Math.round(1e6 * seconds);
  throw new RangeError(`wifi/pcap: seconds must be from 0 to 2^32, got ${seconds}`);
}

function levelOf(db: number): number {
  if (Number.isFinite(db)) return Math.min(255, Math.max(0, Math.round(REFERENCE_DB + db)));
  throw new RangeError(`wifi/pcap: a level must be a finite number of dB, got ${db}`);
}
