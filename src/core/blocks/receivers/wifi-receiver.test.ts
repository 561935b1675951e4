import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { addTo, onAir } from "../../wifi/acquisition/testing.ts";
import { estimators } from "../../wifi/equalization/registry.ts";
import { rateOf } from "../../wifi/frame/rates.ts";
import { he, heSingle, htMixed, vht } from "../../wifi/signal/testing.ts";
import { randomPsdu } from "../../wifi/testing.ts";
import { createFrameReader } from "../sinks/frame-reader.ts";
import { blockOutputs, inFloat64 } from "../testing.ts";
import { wifiReceiverFloat64 } from "./wifi-receiver.reference.ts";
import { wifiReceiver } from "./wifi-receiver.ts";

const folder = "../shared/captures";
const EXPECTED = ["conducted_dot11a_6mbps.dat", "conducted_dot11a_24mbps.dat"];

describe("blocks/receivers/wifi-receiver", () => {
  it("receives the frames of the 802.11 source", async () => {
    const source = { bytes: 61, rate: "12", snr: 25, channel: "awgn", offset: 50, clock: 10 };
    const { out, frames: sent } = await blockOutputs("wifi-source", source, { page: 2, firings: 3 });
    const samples = out as Float32Array<ArrayBuffer>;
    expect(sent).toHaveLength(3 * 17);
    for (const size of [1, 1e-30, 1e30]) {
      const inputs = { in: samples.map((value) => size * value) };
      const { frames } = await blockOutputs("wifi-receiver", {}, { inputs, page: 2500 });
      expect(frames).toEqual(sent);
    }
  });

  const realizable = Object.keys(estimators).filter((name) => name !== "genie");
  it.each(realizable)("gives the frames of float64 for several pages, across their borders: %s", async (estimator) => {
    const source = { bytes: 40, rate: "24", snr: 24, channel: "exponential", offset: -80, clock: 20, seed: 4 };
    const samples = Float32Array.from(inFloat64("wifi-source", source, {}, 3).out);
    const parameters = { estimator, frames: "all" };
    const { frames: expected } = inFloat64("wifi-receiver", parameters, { in: samples }, samples.length / 2);
    expect(expected).toHaveLength(3 * 11);
    for (const page of estimator === "ls" ? [700, 1555, samples.length / 2] : [1555]) {
      const { frames } = await blockOutputs("wifi-receiver", parameters, { inputs: { in: samples }, page });
      expect(Array.from(frames)).toEqual(Array.from(expected));
    }
  });

  it("gives intact and damaged frames as float64 does, which takes the samples in pieces too", async () => {
    const source = { bytes: 60, rate: "24", snr: 8, seed: 5 };
    const samples = Float32Array.from(inFloat64("wifi-source", source, {}, 4).out);
    const [all, intact] = (["all", "intact"] as const).map((frames) =>
      Array.from(inFloat64("wifi-receiver", { frames }, { in: samples }).frames),
    );
    expect(intact.length).toBeGreaterThan(0);
    expect(intact.length).toBeLessThan(all.length);
    const page = { inputs: { in: samples }, page: 2000 };
    expect([...(await blockOutputs("wifi-receiver", { frames: "all" }, page)).frames]).toEqual(all);
    expect([...(await blockOutputs("wifi-receiver", { frames: "intact" }, page)).frames]).toEqual(intact);
    const receive = wifiReceiverFloat64({ ...wifiReceiver.defaults, frames: "all" });
    const pieces = [0, 2100, 2101, samples.length / 2].map((place) => 2 * place);
    const again = pieces.slice(1).flatMap((end, i) => {
      const piece = Float64Array.from(samples.subarray(pieces[i], end));
      return [...receive({ in: piece }, piece.length / 2).frames];
    });
    expect(again).toEqual(all);
  });

  it("gives a note on each frame of another standard, once, and nothing that begins within a frame's duration", async () => {
    const frames = [
      htMixed({ mcs: 3, octets: 150 }),
      vht({ mcs: 4, length: 90 }),
      he({ kind: "SU", bits: heSingle({ mcs: 5 }), length: 91 }),
      htMixed({ mcs: 1, octets: 90, wrong: true }),
    ];
    const inner = { rate: rateOf(12), psdu: randomPsdu(4, 40), scramblerState: 5 };
    let at = 300;
    const places = frames.map(({ claim }) => {
      const place = at;
      at += claim + 320;
      return place;
    });
    const samples = onAir(at + 1400, [{ frame: inner, at }], { snrDb: 25 });
    for (const [i, { samples: frame }] of frames.entries()) addTo(samples, frame, { at: places[i], offset: 0.01 });
    const input = { inputs: { in: Float32Array.from(samples) } };
    const { frames: words } = await blockOutputs("wifi-receiver", { frames: "all" }, { ...input, page: 1000 });
    const read = createFrameReader().read(words as Uint32Array, []);
    expect(read.map(({ facts }) => facts.note)).toEqual([
      "802.11n, MCS 3, 150 octets, not received (20 MHz, 1 stream, mixed format)",
      "802.11ac, MCS 4, not received (20 MHz, 1 stream, single user)",
      expect.stringContaining("802.11ax, MCS 5, not received"),
      "802.11n, HT-SIG damaged, not received (mixed format)",
      undefined,
    ]);
    expect(read[4].bytes).toEqual(inner.psdu);
    for (const given of ["all", "intact"] as const) {
      const expected = inFloat64("wifi-receiver", { frames: given }, { in: input.inputs.in }).frames;
      expect(Array.from(expected)).toEqual(Array.from(words));
    }
  });

  it.skipIf(!existsSync(folder))(
    `receives all 39 frames of two recordings, also those across borders of pages (skipped where ${folder} is absent)`,
    async () => {
      const all: Record<string, { length: number; psdu_sha256: string }[]> = JSON.parse(
        readFileSync(`${folder}/dot11a-expected.json`, "utf8"),
      );
      let frames = 0;
      for (const [i, file] of EXPECTED.entries()) {
        const { buffer, byteOffset, byteLength } = readFileSync(`${folder}/${file}`);
        const samples = Float32Array.from(new Int16Array(buffer, byteOffset, byteLength / 2), (value) => value / 32768);
        // Each page ends within a frame; the last one is short.
        const { frames: words } = await blockOutputs(
          "wifi-receiver",
          {},
          { inputs: { in: samples }, page: [27_001, 11_191][i] },
        );
        const found = createFrameReader()
          .read(words as Uint32Array, [])
          .map(({ bytes }) => ({
            length: bytes.length,
            psdu_sha256: createHash("sha256").update(bytes).digest("hex"),
          }));
        expect(found).toEqual(all[file].map(({ length, psdu_sha256 }) => ({ length, psdu_sha256 })));
        frames += found.length;
      }
      expect(frames).toBe(39);
    },
  );
});
