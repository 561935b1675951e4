import { bytesToHex } from "@noble/hashes/utils.js";
import { describe, expect, it } from "vitest";
import { testNormals } from "../../../gpu/testing.ts";
import { recording } from "../../../telemetry/channel/recording.float64.ts";
import { NAMED_PATHS } from "../../../telemetry/channel/rays.ts";
import { DATA_BITS, KNOWN_BITS, PACKET_SAMPLES, SAMPLE_RATE } from "../../../telemetry/packet.ts";
import { packetBits } from "../../../telemetry/soqpsk/bits.float64.ts";
import type { DecodedFrame } from "../decoder.ts";
import { createTuner } from "../tuner.ts";
import { createTelemetryDecoder } from "./decoder.ts";

const DATA = { source: "random", seed: 5 } as const;
const FIRST = 5000;

interface Sent {
  channel: string;
  /** Energy per bit over the noise density, dB. */
  ebn0: number;
  /** The packets of the stream that are sent; in place of the others is noise. */
  packets: readonly number[];
}

/** Samples at the receiver's rate, by the transmitter and the channel of the telemetry lab. */
function sent({ channel, ebn0, packets }: Sent): Float32Array {
  const count = packets[packets.length - 1] + 1;
  const length = FIRST + count * PACKET_SAMPLES + 5000;
  const quiet = { phase: 1, noiseVariance: 0, timing: 0.3, frequencyOffset: 0.01, firstOffset: FIRST, ...DATA };
  const clean = recording({ ...quiet, paths: NAMED_PATHS[channel] }, 0, length);
  const isSent = (n: number) => packets.includes(Math.floor((n - FIRST) / PACKET_SAMPLES));
  const energy = clean.reduce((sum, value, i) => sum + (isSent(i >> 1) ? value * value : 0), 0);
  const power = energy / (packets.length * PACKET_SAMPLES);
  // Two samples per bit: noise of power 2 P / (Eb/N0), half of it in each part.
  const deviation = Math.sqrt(power / 10 ** (ebn0 / 10));
  const noise = testNormals(3, clean.length);
  return Float32Array.from(clean, (value, i) => (isSent(i >> 1) ? value : 0) + deviation * noise[i]);
}

function decoded(samples: Float32Array, sampleRateHz = SAMPLE_RATE, chunk = samples.length / 2): DecodedFrame[] {
  const decoder = createTelemetryDecoder({ sampleRateHz });
  const frames: DecodedFrame[] = [];
  for (let i = 0; i < samples.length; i += 2 * chunk) frames.push(...decoder.push(samples.subarray(i, i + 2 * chunk)));
  return [...frames, ...decoder.end()];
}

function resampled(samples: Float32Array, toHz: number): Float32Array {
  const tuner = createTuner({ fromHz: SAMPLE_RATE, toHz, offsetHz: 0, passHz: 5.5e6 });
  return Float32Array.from([...tuner.push(samples), ...tuner.end()]);
}

/** The data of a packet, the first bit highest. */
function dataOf(packet: number): string {
  const bits = packetBits(packet, DATA).subarray(KNOWN_BITS);
  return bytesToHex(
    Uint8Array.from({ length: DATA_BITS / 8 }, (_, k) => Number.parseInt(bits.slice(8 * k, 8 * k + 8).join(""), 2)),
  );
}

describe("signals/decoders/telemetry", () => {
  it("reads packets that come alone and one behind another, in any pieces", () => {
    const packets = [0, 2, 3];
    const samples = sent({ channel: "none", ebn0: 13, packets });
    const frames = decoded(samples);
    expect(frames.map(({ hex }) => hex)).toEqual(packets.map(dataOf));
    for (const [i, { start, stop, centreHz, good, snrDb, fields }] of frames.entries()) {
      expect(Math.abs(start - (FIRST + packets[i] * PACKET_SAMPLES))).toBeLessThanOrEqual(1);
      expect([stop - start, good, fields]).toEqual([
        PACKET_SAMPLES,
        true,
        { dataBits: DATA_BITS, markerErrors: 0, preambleErrors: expect.any(Number) },
      ]);
      // The estimate's standard deviation is 3 kHz: 160 samples at lag 32, 10 dB.
      expect(Math.abs(centreHz - (0.01 / (2 * Math.PI)) * SAMPLE_RATE)).toBeLessThan(8000);
      // Eb/N0 of two samples per bit.
      expect(Math.abs(snrDb! - 10)).toBeLessThan(1);
    }
    expect(decoded(samples, SAMPLE_RATE, 7001)).toEqual(frames);
  });

  it.each([12.5e6, 20e6, 25e6, 61.44e6])("reads packets over three rays in recordings of %i S/s", (rate) => {
    const packets = [0, 2];
    const samples = resampled(sent({ channel: "1", ebn0: 25, packets }), rate);
    const frames = decoded(samples, rate);
    expect(frames.map(({ hex }) => hex)).toEqual(packets.map(dataOf));
    const places = packets.map((packet) => ((FIRST + packet * PACKET_SAMPLES) * rate) / SAMPLE_RATE);
    for (const [i, { start }] of frames.entries()) expect(Math.abs(start - places[i])).toBeLessThan(8);
  });

  it("leaves out a packet without its end, finds nothing in noise, and refuses low rates", () => {
    const samples = sent({ channel: "none", ebn0: 15, packets: [0, 1] });
    const cut = samples.subarray(0, 2 * (FIRST + 2 * PACKET_SAMPLES - 50));
    expect(decoded(cut).map(({ hex }) => hex)).toEqual([dataOf(0)]);
    expect(decoded(Float32Array.from(testNormals(9, 400_000)))).toEqual([]);
    expect(() => createTelemetryDecoder({ sampleRateHz: 10e6 })).toThrow(/at least 12 MS\/s, got 10 MS\/s/);
  });
});
