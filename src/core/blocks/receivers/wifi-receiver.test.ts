import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { createFrameReader } from "../sinks/frame-reader.ts";
import { blockOutputs } from "../testing.ts";

const folder = "../shared/captures";
const EXPECTED = ["conducted_dot11a_6mbps.dat", "conducted_dot11a_24mbps.dat"];

describe("blocks/receivers/wifi-receiver", () => {
  it("receives the frames of the 802.11 source", async () => {
    const source = { bytes: 61, rate: "12", snr: 25, channel: "awgn", offset: 50, clock: 10 };
    const { out, frames: sent } = await blockOutputs("wifi-source", source, { page: 2, firings: 3 });
    const samples = out as Float32Array<ArrayBuffer>;
    const { frames } = await blockOutputs("wifi-receiver", {}, { inputs: { in: samples }, page: 2500 });
    expect(sent).toHaveLength(3 * 17);
    expect(frames).toEqual(sent);
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
