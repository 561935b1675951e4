import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { testNormals } from "../../../gpu/testing.ts";
import { autocorrelation, risen } from "../../../wifi/acquisition/autocorrelation.reference.ts";
import { candidates } from "../../../wifi/acquisition/candidates.reference.ts";
import { GAP, PLATEAU, RISE, TRAINING_THRESHOLD } from "../../../wifi/acquisition/search.ts";
import { onAir } from "../../../wifi/acquisition/testing.ts";
import { frameSamples } from "../../../wifi/frame/data-field.ts";
import { traffic } from "../../../wifi/receiver/testing.ts";
import type { DecodedFrame } from "../decoder.ts";
import { findCandidates } from "./candidates.ts";
import { createWifiDecoder } from "./decoder.plan.ts";

const captures = "../shared/captures";

function decoded(samples: Float32Array, sampleRateHz = 20e6, chunk = samples.length / 2): DecodedFrame[] {
  const decoder = createWifiDecoder({ sampleRateHz });
  const frames: DecodedFrame[] = [];
  for (let i = 0; i < samples.length; i += 2 * chunk) frames.push(...decoder.push(samples.subarray(i, i + 2 * chunk)));
  return [...frames, ...decoder.end()];
}

const hashOf = (hex: string | null) =>
  createHash("sha256")
    .update(Buffer.from(hex ?? "", "hex"))
    .digest("hex");
const samplesOf = (file: string) => {
  const { buffer, byteOffset, byteLength } = readFileSync(file);
  return buffer.slice(byteOffset, byteOffset + byteLength);
};
const integers = (file: string) => Float32Array.from(new Int16Array(samplesOf(file)), (value) => value / 32768);

describe("signals/decoders/wifi", () => {
  it("finds the candidates of the receiver's definition", () => {
    const { sent, length } = traffic(3, 4, 60, { gap: 300 });
    const samples = Float32Array.from(onAir(length, sent, { seed: 4, snrDb: 12, dc: [0.3, -0.2] }));
    const all = Float64Array.from(samples);
    const above = autocorrelation(all).map((value) => Number(value > TRAINING_THRESHOLD));
    const expected = candidates(above, risen(all, RISE), { plateau: PLATEAU, gap: GAP });
    expect(expected.length).toBeGreaterThanOrEqual(sent.length);
    const [lead, tail] = [512, 512];
    const padded = new Float32Array(samples.length + 2 * (lead + tail));
    padded.set(samples, 2 * lead);
    const found = [0, 700, 1111].flatMap((from, i, borders) =>
      findCandidates(
        padded,
        { from: lead + from, to: lead + (borders[i + 1] ?? length) },
        { start: lead, end: lead + length },
      ),
    );
    expect(found.map((n) => n - lead)).toEqual(expected);
  });

  it("reads frames of all rates in any pieces, with place, offset and SNR", () => {
    const { sent, length } = traffic(1, 8, 60);
    const samples = Float32Array.from(onAir(length, sent, { seed: 2, snrDb: 30 }));
    const frames = decoded(samples);
    expect(frames.map(({ hex, good, fields: { rateMbps, length: octets } }) => [hex, good, rateMbps, octets])).toEqual(
      sent.map(({ frame: { psdu, rate } }) => [
        Buffer.from(Uint8Array.from(psdu)).toString("hex"),
        true,
        rate.mbps,
        psdu.length,
      ]),
    );
    for (const [i, { start, centreHz, snrDb }] of frames.entries()) {
      const { at, offset = 0, gain = 1 } = sent[i];
      expect(Math.abs(start - at)).toBeLessThanOrEqual(2);
      // A carrier has 64/52 of the mean power: 0.9 dB.
      expect(Math.abs(Number(snrDb) - 30.9 - 20 * Math.log10(gain))).toBeLessThan(2.5);
      // Four standard deviations of a phase over 64 samples, from 80 pairs at 20 dB.
      expect(Math.abs(centreHz - (offset / (2 * Math.PI)) * 20e6)).toBeLessThan(1600);
    }
    expect(decoded(samples, 20e6, 9973)).toEqual(frames);
    expect(decoded(samples.map((value) => 1e-6 * value))).toHaveLength(sent.length);
  });

  it("reads frames that begin at, before and after the bounds of its blocks, each once, up to the last sample", () => {
    // A block has 2^16 samples. The frames' ends: long before a bound, on it, behind it.
    const places = [2 ** 16 - 1, 2 ** 17, 3 * 2 ** 16 + 1, 4 * 2 ** 16 - 100, 5 * 2 ** 16 - 330];
    const { sent } = traffic(11, places.length, 60);
    const frames = places.map((at, i) => ({ ...sent[i], at, gain: 1 }));
    const last = frames[places.length - 1];
    const length = last.at + frameSamples(last.frame.psdu.length, last.frame.rate);
    const found = decoded(Float32Array.from(onAir(length, frames, { seed: 2, snrDb: 30 })), 20e6, 2 ** 16 + 1);
    expect(found.map(({ good, hex }) => [good, hex])).toEqual(
      frames.map(({ frame: { psdu } }) => [true, Buffer.from(Uint8Array.from(psdu)).toString("hex")]),
    );
    for (const [i, { start, stop }] of found.entries()) {
      expect(Math.abs(start - places[i])).toBeLessThanOrEqual(2);
      expect(stop).toBeLessThanOrEqual(length);
    }
  });

  it("reads a recording of twice the rate", () => {
    const { sent, length } = traffic(5, 3, 60);
    const samples = onAir(length, sent, { seed: 2, snrDb: 30 });
    // Each sample, and between two of them an interpolation by a windowed sinc.
    const doubled = new Float32Array(4 * length);
    for (let n = 0; n < 2 * length; n++) {
      for (const part of [0, 1]) {
        let sum = 0;
        for (let k = Math.max(0, Math.ceil(n / 2 - 16)); k <= Math.min(length - 1, n / 2 + 16); k++) {
          const t = n / 2 - k;
          sum +=
            samples[2 * k + part] *
            (t === 0 ? 1 : (Math.sin(Math.PI * t) / (Math.PI * t)) * Math.cos((Math.PI * t) / 34));
        }
        doubled[2 * n + part] = sum;
      }
    }
    const frames = decoded(doubled, 40e6);
    expect(frames.map(({ good }) => good)).toEqual([true, true, true]);
    for (const [i, { start }] of frames.entries()) expect(Math.abs(start - 2 * sent[i].at)).toBeLessThanOrEqual(6);
  });

  it("lists a damaged frame as not good, and names 802.11n", () => {
    const { sent, length } = traffic(7, 1, 100);
    const samples = Float32Array.from(onAir(length, sent, { seed: 2, snrDb: 30 }));
    samples.fill(0.05, 2 * (sent[0].at + 480), 2 * (sent[0].at + 640));
    expect(decoded(samples)).toMatchObject([{ good: false, fields: { length: sent[0].frame.psdu.length } }]);
    const file = new URL("../../../wifi/receiver/ht-mixed.vectors.cs16", import.meta.url).pathname;
    const named = { good: false, hex: null, fields: { standard: "802.11n", octets: 138 } };
    expect(decoded(integers(file))).toMatchObject([
      { ...named, start: 300 },
      { ...named, start: 5240 },
    ]);
  });

  it("finds nothing in nothing, and no frame that is cut", () => {
    expect(decoded(new Float32Array(0))).toEqual([]);
    expect(decoded(new Float32Array(300_000))).toEqual([]);
    const { sent, length } = traffic(9, 1, 100);
    const samples = Float32Array.from(onAir(length, sent, { seed: 2, snrDb: 30 }));
    expect(decoded(samples.subarray(0, 2 * (sent[0].at + 500)))).toEqual([]);
  });

  // 661 of 10^8 samples are candidates, and one of 661 candidates has a long training, whose SNR is near 0 dB. A frame also needs
  // SIGNAL's parity and rate, and a check of 32 bits or 5 dB.
  it(
    "finds no frame in white noise (more under THREERAY_SLOW)",
    () => {
      const decoder = createWifiDecoder({ sampleRateHz: 20e6 });
      const noise = Float32Array.from(testNormals(71, 2 * 2 ** 18));
      for (let done = 0; done < (process.env.THREERAY_SLOW ? 1e8 : 1e6); done += 2 ** 18) {
        // Another order each time, so that the noise is new.
        const shift = (done / 2 ** 18) % 997;
        const piece = noise.map((value, i) => value * (((i * (2 * shift + 1)) ^ (i >> 5)) & 8 ? 1 : -1));
        expect(decoder.push(piece)).toEqual([]);
      }
      expect(decoder.end()).toEqual([]);
    },
    process.env.THREERAY_SLOW ? 3_600_000 : 60_000,
  );

  it("refuses 19 MS/s", () => {
    expect(() => createWifiDecoder({ sampleRateHz: 19e6 })).toThrow(/sample rate must be at least 20 MS\/s/);
  });
});

describe(`signals/decoders/wifi, recordings of others (skipped where ${captures} is absent)`, () => {
  it.skipIf(!existsSync(captures)).each(["conducted_dot11a_6mbps.dat", "conducted_dot11a_24mbps.dat"])(
    "reads every frame of %s",
    (file) => {
      const expected = JSON.parse(readFileSync(`${captures}/dot11a-expected.json`, "utf8"))[file];
      const frames = decoded(integers(`${captures}/${file}`));
      expect(
        frames.map(({ hex, good, fields: { rateMbps, length } }) => [rateMbps, length, good, hashOf(hex)]),
      ).toEqual(
        expected.map((frame: Record<string, unknown>) => [
          frame.rate_mbps,
          frame.length,
          frame.fcs_ok,
          frame.psdu_sha256,
        ]),
      );
      for (const [i, { start }] of frames.entries()) expect(Math.abs(start - expected[i].start)).toBeLessThanOrEqual(8);
    },
  );

  it.skipIf(!existsSync(captures))("reads the frame at 9 Mb/s", () => {
    const { recordings } = JSON.parse(readFileSync(`${captures}/signals-given.json`, "utf8"));
    const given = recordings.find(({ file }: { file: string }) => file === "wifi_bpsk34_20M.cf32");
    const [{ start, rateMbps, length, psduSha256 }] = given.frames;
    const frames = decoded(new Float32Array(samplesOf(`${captures}/${given.file}`)));
    expect(frames).toMatchObject([{ good: true, fields: { rateMbps, length } }]);
    expect(hashOf(frames[0].hex)).toBe(psduSha256);
    expect(Math.abs(frames[0].start - start)).toBeLessThanOrEqual(32);
  });
});
