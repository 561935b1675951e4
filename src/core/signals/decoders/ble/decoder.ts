import { bytesToHex } from "@noble/hashes/utils.js";
import type { DecodedFrame, DecoderOptions, RecordingDecoder } from "../decoder.ts";
import { removeOffset } from "../mode-s/envelope.ts";
import { createTuner } from "../tuner.ts";
import { decideBits, fitModel } from "./sequence.ts";
import { checkedPdu, CHECK_BITS, fieldsOfPdu, HEADER_BITS, MOST_PAYLOAD, packedOctets, whitening } from "./packet.ts";

/** The advertising channels and their frequencies, Hz. */
const CHANNELS: ReadonlyMap<number, number> = new Map([
  [37, 2402e6],
  [38, 2426e6],
  [39, 2480e6],
]);
const LEAST_RATE = 2e6;
/** Bits are sent at 1 Mb/s, and demodulated from four samples each. */
const BIT_RATE = 1e6;
const PER_BIT = 4;
const RATE = PER_BIT * BIT_RATE;
/** A channel's filter. It is narrow, since the decisions know what it does to neighbouring bits. Hz. */
const PASS_HZ = 0.4e6;
const STOP_HZ = 0.8e6;
const FILTER_HZ = PASS_HZ + STOP_HZ;
/** The band of the SNR, Hz. */
const BAND_HZ = 1e6;

/** The access address of advertising, 0x8e89bed6, its least significant bit first. */
const ACCESS = Uint8Array.from({ length: 32 }, (_, i) => (0x8e89bed6 >>> i) & 1);
const PREAMBLE_BITS = 8;
/** Most wrong bits of the access address. */
const MOST_WRONG = 3;
const MOST_BITS = HEADER_BITS + 8 * MOST_PAYLOAD + CHECK_BITS;
/** Samples of the longest packet from the access address on, and before it: the preamble, and the noise. */
const PACKET = PER_BIT * (ACCESS.length + MOST_BITS) + PER_BIT;
const BEFORE = 400 * PER_BIT;
const BLOCK = 2 ** 15;
/** Samples that share a receiver's constant: 4 ms. */
const OFFSET_BLOCK = 2 ** 14;
/** Bits after the header that are decided with it, because each bit depends on later ones. */
const DELAY = 8;
/** The sampling instants that are tried, in samples from the best one. */
const INSTANTS = [0, 1, -1];
/** Samples of a part whose power is measured. */
const PART = 16 * PER_BIT;

const whitenings = new Map([...CHANNELS.keys()].map((channel) => [channel, whitening(channel, MOST_BITS)]));

/** One place of the band in which packets are looked for, and the channels that it may be. */
interface Place {
  offsetHz: number;
  channels: readonly number[];
}

/** The channels in the recording's band; if its centre is not known, or shows none, any channel at its centre. */
function placesOf({ sampleRateHz, frequencyHz }: DecoderOptions): Place[] {
  const inBand = [...CHANNELS].flatMap(([channel, hz]) => {
    const offsetHz = frequencyHz === undefined ? Infinity : hz - frequencyHz;
    return Math.abs(offsetHz) <= (sampleRateHz - BAND_HZ) / 2 ? [{ offsetHz, channels: [channel] }] : [];
  });
  return inBand.length > 0 ? inBand : [{ offsetHz: 0, channels: [...CHANNELS.keys()] }];
}

/**
 * Creates the decoder of Bluetooth LE advertising at 1 Mb/s.
 *
 * @throws RangeError when the rate is below 2 MS/s.
 */
export function createBleDecoder(options: DecoderOptions): RecordingDecoder {
  if (!(options.sampleRateHz >= LEAST_RATE)) {
    throw new RangeError(`ble: the sample rate must be at least 2 MS/s, got ${options.sampleRateHz / 1e6} MS/s`);
  }
  const receivers = placesOf(options).map((place) => createReceiver(options.sampleRateHz, place));
  return {
    push: (samples) => receivers.flatMap((receiver) => receiver.push(samples)),
    end: () => receivers.flatMap((receiver) => receiver.end()),
  };
}

/** Receives the packets of one place. */
function createReceiver(sampleRateHz: number, { offsetHz, channels }: Place): RecordingDecoder {
  const tuner = createTuner({ fromHz: sampleRateHz, toHz: RATE, offsetHz, passHz: PASS_HZ, stopHz: STOP_HZ });
  const capacity = BEFORE + BLOCK + PACKET;
  // A block whose constant is estimated. Blocks lie at fixed places, so that frames do not depend on the pieces that come.
  const raw = new Float32Array(2 * OFFSET_BLOCK);
  let filled = 0;
  // Of each sample: its power, and the phase from it to the sample one bit later, in turns. The stream begins after BEFORE empty samples.
  const powers = new Float32Array(capacity);
  const turns = new Float32Array(capacity);
  // The phases between the last samples, and the last sample.
  const steps = new Float64Array(PER_BIT);
  let [sum, phase, lastRe, lastIm] = [0, 0, 0, 0];
  let count = BEFORE;
  /** The stream's sample at index 0, and samples of the recording. */
  let first = -BEFORE;
  let received = 0;
  /** No packet begins before this index: the end of the last one. */
  let free = 0;

  /** Puts samples into the lists; returns how many it took. The phase over a bit is complete with the bit's last sample. */
  const take = (samples: Float32Array, from: number): number => {
    const to = Math.min(samples.length / 2, from + capacity - count);
    for (let n = from; n < to; n++) {
      const re = samples[2 * n];
      const im = samples[2 * n + 1];
      const step = Math.atan2(im * lastRe - re * lastIm, re * lastRe + im * lastIm) / (2 * Math.PI);
      sum += step - steps[phase];
      steps[phase] = step;
      phase = (phase + 1) % PER_BIT;
      powers[count] = re * re + im * im;
      if (count >= PER_BIT) turns[count - PER_BIT] = sum;
      count++;
      lastRe = re;
      lastIm = im;
    }
    return to - from;
  };

  const search = (size: number): DecodedFrame[] => {
    const frames: DecodedFrame[] = [];
    // Sums over the bits of an access address at the next four places.
    const sums = Float64Array.from({ length: PER_BIT }, (_, i) => accessSum(turns, BEFORE + i));
    for (let n = BEFORE; n < BEFORE + size; n++) {
      const place = (n - BEFORE) % PER_BIT;
      const isAccess = n >= free && hasAccess(turns, n, sums[place]);
      sums[place] += turns[n + PER_BIT * ACCESS.length] - turns[n];
      if (!isAccess) continue;
      // The instants around fit, too: the best one has the widest eye.
      let best = n;
      for (let k = n + 1; k < n + PER_BIT; k++) {
        if (hasAccess(turns, k, accessSum(turns, k)) && eyeOf(turns, k) > eyeOf(turns, best)) best = k;
      }
      const frame = decode(best);
      free = best + PER_BIT + 1;
      if (!frame) continue;
      frames.push(frame);
      free = best + PER_BIT * (ACCESS.length + Number(frame.bits?.length) + CHECK_BITS);
    }
    powers.copyWithin(0, size, count);
    turns.copyWithin(0, size, count);
    free = Math.max(0, free - size);
    count -= size;
    first += size;
    return frames;
  };

  const decode = (at: number): DecodedFrame | undefined => {
    for (const instant of INSTANTS) {
      const start = at + instant;
      const turnOf = (k: number) => turns[start + PER_BIT * k];
      const model = fitModel(
        Float64Array.from(ACCESS, (_, k) => turnOf(k)),
        ACCESS,
      );
      const read = (length: number) =>
        decideBits(turnOf, ACCESS, ACCESS.length + length, model).subarray(ACCESS.length);
      const header = read(HEADER_BITS + DELAY);
      for (const channel of channels) {
        const whitener = whitenings.get(channel) as Uint8Array;
        const plain = (bits: Uint8Array) => bits.map((bit, i) => bit ^ whitener[i]);
        const octets = packedOctets(plain(header.subarray(0, HEADER_BITS)))[1];
        const pdu = checkedPdu(plain(read(HEADER_BITS + 8 * octets + CHECK_BITS)));
        if (pdu) return frameOf(start, pdu, channel, model.carrier);
      }
    }
    return undefined;
  };

  const frameOf = (at: number, pdu: Uint8Array, channel: number, middle: number): DecodedFrame => {
    const scale = sampleRateHz / RATE;
    const octets = packedOctets(pdu);
    const from = first + at - PER_BIT * PREAMBLE_BITS;
    const stop = first + at + PER_BIT * (ACCESS.length + pdu.length + CHECK_BITS);
    return {
      decoder: "ble",
      start: Math.max(0, Math.round(from * scale)),
      stop: Math.min(received, Math.round(stop * scale)),
      centreHz: Math.round(offsetHz + middle * BIT_RATE),
      good: true,
      correctedBits: 0,
      snrDb: snrOf(at, stop - first),
      hex: bytesToHex(octets),
      bits: pdu.join(""),
      fields: fieldsOfPdu(octets, channel),
    };
  };

  /** The packet's power over the noise before it, in 1 MHz; null if the recording shows too little of the noise. */
  const snrOf = (at: number, stop: number): number | null => {
    const noises: number[] = [];
    const end = at - PER_BIT * (PREAMBLE_BITS + 4);
    for (let from = end - PART; from >= Math.max(0, end + PART - BEFORE, -first); from -= PART)
      noises.push(mean(powers, from, from + PART));
    if (noises.length < 4) return null;
    // Other packets may fill some parts.
    const noise = noises.toSorted((a, b) => a - b)[noises.length >> 2];
    const signal = mean(powers, at, stop) - noise;
    if (!(noise > 0 && signal > 0)) return null;
    return Number((10 * Math.log10((signal / noise) * (FILTER_HZ / BAND_HZ))).toFixed(1));
  };

  /** Takes a block that lost its constant, or the rest of one. */
  const run = (size: number): DecodedFrame[] => {
    const samples = raw.subarray(0, 2 * size);
    removeOffset(samples, 0, size);
    const frames: DecodedFrame[] = [];
    for (let n = 0; n < size;) {
      n += take(samples, n);
      if (count === capacity) frames.push(...search(BLOCK));
    }
    return frames;
  };

  const collect = (samples: Float32Array): DecodedFrame[] => {
    const frames: DecodedFrame[] = [];
    for (let i = 0; i < samples.length;) {
      const taken = Math.min(raw.length - 2 * filled, samples.length - i);
      raw.set(samples.subarray(i, i + taken), 2 * filled);
      i += taken;
      filled += taken / 2;
      if (2 * filled < raw.length) continue;
      frames.push(...run(filled));
      filled = 0;
    }
    return frames;
  };

  return {
    push(samples) {
      received += samples.length / 2;
      return collect(tuner.push(samples));
    },
    end() {
      const frames = collect(tuner.end());
      if (filled > 0) frames.push(...run(filled));
      const left = count - BEFORE;
      turns.fill(0, Math.max(0, count - PER_BIT));
      powers.fill(0, count);
      count = capacity;
      for (let done = 0; done < left; done += BLOCK) {
        frames.push(...search(Math.min(BLOCK, left - done)));
        turns.fill(0, count);
        powers.fill(0, count);
        count = capacity;
      }
      return frames;
    },
  };
}

/** Sum of the turns over the bits of an access address. */
function accessSum(turns: Float32Array, at: number): number {
  let sum = 0;
  for (let i = 0; i < ACCESS.length; i++) sum += turns[at + PER_BIT * i];
  return sum;
}

/** True if the bits from an index on are the access address, about their mean and except few. */
function hasAccess(turns: Float32Array, at: number, sum: number): boolean {
  const middle = sum / ACCESS.length;
  let wrong = 0;
  for (let i = 0; i < ACCESS.length; i++) {
    if (turns[at + PER_BIT * i] > middle !== (ACCESS[i] === 1) && ++wrong > MOST_WRONG) return false;
  }
  return true;
}

/** The levels of ones and zeros in the access address, and the middle between them, turns per bit. */
function levelsOf(turns: Float32Array, at: number) {
  const sums = [0, 0];
  const counts = [0, 0];
  for (let i = 0; i < ACCESS.length; i++) {
    sums[ACCESS[i]] += turns[at + PER_BIT * i];
    counts[ACCESS[i]]++;
  }
  const [zero, one] = [sums[0] / counts[0], sums[1] / counts[1]];
  return { zero, one, middle: (zero + one) / 2 };
}

/** The distance of the levels less the spread within them: wide at the right instant. */
function eyeOf(turns: Float32Array, at: number): number {
  const { zero, one } = levelsOf(turns, at);
  let spread = 0;
  for (let i = 0; i < ACCESS.length; i++) spread += Math.abs(turns[at + PER_BIT * i] - (ACCESS[i] ? one : zero));
  return one - zero - (2 * spread) / ACCESS.length;
}

function mean(values: Float32Array, from: number, to: number): number {
  let sum = 0;
  for (let n = from; n < to; n++) sum += values[n];
  return sum / (to - from);
}
