import { bytesToHex } from "@noble/hashes/utils.js";
import {
  packetStarts,
  receiveSinglePacket,
  SINGLE_LEAD,
  SINGLE_REACH,
  type SinglePacket,
} from "../../../telemetry/link/single-packets.float64.ts";
import { PACKET_SAMPLES, SAMPLE_RATE } from "../../../telemetry/packet.ts";
import type { DecodedFrame, DecoderOptions, RecordingDecoder } from "../decoder.ts";
import { type BlockOfSamples, createBlocksOfSamples } from "../sample-blocks.ts";
import { createTuner } from "../tuner.ts";

/** A recording's rate within a clock's error counts as the receiver's. */
const TOLERANCE = 1e-4;
/** Half the band that holds the signal, and where the neighbours' may begin; Hz. */
const PASS_HZ = 5.2e6;
const STOP_HZ = 10.3e6;
/** Samples of a step. */
const STEP = 2 ** 16;
/** Most wrong bits of the sync marker's 64. Random bits have as few once in 4·10⁹ places, of which the preamble leaves none. */
const MOST_WRONG = 8;
/** The least sample rate: what the band folds into stays outside of the signal, Hz. */
const LEAST_RATE = 12e6;

/**
 * Creates the decoder of SOQPSK-TG packets of 6336 bits at 10.3125 Mbit/s (docs/telemetry.md) about the recording's centre: the receiver of
 * `telemetry/` in float64 with the MMSE equalizer.
 *
 * @throws RangeError when the rate is below 12 MS/s.
 */
export function createTelemetryDecoder({ sampleRateHz }: DecoderOptions): RecordingDecoder {
  if (!(sampleRateHz >= LEAST_RATE)) {
    throw new RangeError(`telemetry: the sample rate must be at least 12 MS/s, got ${sampleRateHz / 1e6} MS/s`);
  }
  const isOwn = Math.abs(sampleRateHz / SAMPLE_RATE - 1) < TOLERANCE;
  const scale = isOwn ? 1 : sampleRateHz / SAMPLE_RATE;
  const tuner = isOwn
    ? undefined
    : createTuner({ fromHz: sampleRateHz, toHz: SAMPLE_RATE, offsetHz: 0, passHz: PASS_HZ, stopHz: STOP_HZ });
  const blocks = createBlocksOfSamples<Float32Array>(
    { reach: SINGLE_LEAD, size: STEP, beyond: SINGLE_REACH },
    (length) => new Float32Array(length),
  );
  /** Samples of the recording, and the end of the last packet in the stream. */
  let [received, taken] = [0, 0];

  const step = ({ first, size, samples, to }: BlockOfSamples<Float32Array>): DecodedFrame[] => {
    const block = Float64Array.from(samples.subarray(0, 2 * to));
    return packetStarts(block, SINGLE_LEAD, SINGLE_LEAD + size).flatMap((start) => {
      const place = first - SINGLE_LEAD + start;
      // A packet without its end cannot be received.
      if (place < taken || start + PACKET_SAMPLES > to) return [];
      const packet = receiveSinglePacket(block, start);
      if (packet.markerErrors > MOST_WRONG) return [];
      taken = place + PACKET_SAMPLES;
      return [listed(packet, place)];
    });
  };

  const listed = (packet: SinglePacket, place: number): DecodedFrame => ({
    decoder: "telemetry",
    start: Math.round(place * scale),
    stop: Math.min(received, Math.round((place + PACKET_SAMPLES) * scale)),
    centreHz: Math.round((packet.frequencyOffset / (2 * Math.PI)) * SAMPLE_RATE),
    good: true,
    correctedBits: 0,
    snrDb: snrOf(packet),
    hex: bytesToHex(octetsOf(packet.data)),
    bits: null,
    fields: { dataBits: packet.data.length, markerErrors: packet.markerErrors, preambleErrors: packet.preambleErrors },
  });

  return {
    push(samples) {
      received += samples.length / 2;
      return blocks.push(tuner ? tuner.push(samples) : samples).flatMap(step);
    },
    end() {
      const last = tuner ? blocks.push(tuner.end()) : [];
      return [...last, ...blocks.end()].flatMap(step);
    },
  };
}

/** Signal over noise per sample, from a window of unit power. */
function snrOf({ noise }: SinglePacket): number | null {
  const power = 2 * noise;
  return power > 0 && power < 1 ? Number((10 * Math.log10((1 - power) / power)).toFixed(1)) : null;
}

/** Bits as octets; the first bit is the highest. */
const octetsOf = (bits: readonly number[]) =>
  Uint8Array.from({ length: bits.length / 8 }, (_, k) =>
    bits.slice(8 * k, 8 * k + 8).reduce((octet, bit) => 2 * octet + bit, 0),
  );
