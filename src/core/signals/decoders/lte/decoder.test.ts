import { existsSync, readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { testNormals, testRandom } from "../../../gpu/testing.ts";
import type { DecodedFrame, DecoderOptions, RecordingDecoder } from "../decoder.ts";
import { loadLteDecoder } from "./decoder.ts";
import { type MadeCell, madeLte } from "./testing.ts";

const captures = "../shared/captures";
let create: (options: DecoderOptions) => RecordingDecoder;
beforeAll(async () => {
  create = await loadLteDecoder();
});

function decoded(samples: Float32Array, sampleRateHz = 1.92e6, chunk = samples.length / 2): DecodedFrame[] {
  const decoder = create({ sampleRateHz });
  const frames: DecodedFrame[] = [];
  for (let i = 0; i < samples.length; i += 2 * chunk) frames.push(...decoder.push(samples.subarray(i, i + 2 * chunk)));
  return [...frames, ...decoder.end()].toSorted((a, b) => a.start - b.start);
}

const summary = (frames: readonly DecodedFrame[]) =>
  frames.map(({ fields: { cell, ports, prb, sfn, cp, duplex } }) => [cell, ports, prb, sfn, cp, duplex].join(" "));

/** Sample rate, what is sent, and the carrier offset. */
const SENT: [rate: number, made: MadeCell][] = [
  [1.92e6, { cell: 0, ports: 1, sfn: 0 }],
  [1.92e6, { cell: 503, ports: 2, sfn: 1023, delay: 3.21e-3, offsetHz: 10_300 }],
  [1.92e6, { cell: 167, ports: 4, sfn: 513, delay: -2.2e-3, offsetHz: -3_700, load: 0 }],
  [1.92e6, { cell: 301, ports: 2, extended: true, sfn: 78, delay: 7e-3, offsetHz: 7_500 }],
  [1.92e6, { cell: 92, ports: 4, extended: true, sfn: 255, offsetHz: -61_000 }],
  [1.92e6, { cell: 222, ports: 1, duplex: "TDD", sfn: 4, delay: 1.1e-3, offsetHz: 29_000 }],
  [1.92e6, { cell: 401, ports: 2, duplex: "TDD", extended: true, sfn: 1022, delay: 5.5e-3, offsetHz: 74_000 }],
  [2.4e6, { cell: 17, ports: 2, sfn: 99, delay: 0.4e-3, offsetHz: -15_000, contents: "1011110000000000" }],
  [3.84e6, { cell: 333, ports: 4, sfn: 700, delay: 2e-3, offsetHz: 1_000 }],
];

describe("signals/decoders/lte, made recordings", () => {
  it.each(SENT)("at %i S/s reads %o", (rate, made) => {
    const { cell, ports, sfn, extended, duplex = "FDD", delay = 0, offsetHz = 0, contents = "0000100000000000" } = made;
    const samples = madeLte(testRandom(cell), { rate, samples: Math.round(13e-3 * rate), noiseDb: -10 }, [made]);
    const frames = decoded(samples, rate);
    // The frames whose first subframe is there, except its first samples.
    const sent = [0, 1].filter((f) => delay + f * 10e-3 > -0.4e-3 && delay + f * 10e-3 < 12.1e-3);
    const prb = [6, 15, 25, 50, 75, 100][Number.parseInt(contents.slice(0, 3), 2)];
    const cp = extended ? "extended" : "normal";
    expect(summary(frames)).toEqual(sent.map((f) => [cell, ports, prb, (sfn + f) % 1024, cp, duplex].join(" ")));
    for (const [i, { start, centreHz, snrDb, bits, fields }] of frames.entries()) {
      expect(Math.abs(start / rate - Math.max(0, delay + sent[i] * 10e-3))).toBeLessThan(1.5e-6);
      expect(Math.abs(centreHz - offsetHz)).toBeLessThan(100);
      expect(Math.abs(Number(snrDb) - 10)).toBeLessThan(6);
      expect(bits).toBe(fields.mib);
      const number = Math.floor(((sfn + sent[i]) % 1024) / 4)
        .toString(2)
        .padStart(8, "0");
      expect(bits).toBe(contents.slice(0, 6) + number + contents.slice(6));
    }
  });

  it("reads all frames at −4 dB, with the help of their neighbours", () => {
    const made: MadeCell = { cell: 123, ports: 2, sfn: 402, delay: 1e-3, offsetHz: 4_000 };
    const samples = madeLte(testRandom(3), { rate: 1.92e6, samples: 1.92e6 * 0.065, noiseDb: 4 }, [made]);
    expect(decoded(samples).map(({ fields }) => fields.sfn)).toEqual(Array.from({ length: 7 }, (_, f) => 402 + f));
  });

  it("reads two cells of one place, also where a network sends both at the same time", () => {
    const sent: MadeCell[] = [
      { cell: 30, ports: 1, sfn: 8, delay: 1e-3, offsetHz: 500 },
      { cell: 31, ports: 2, sfn: 8, delay: 1e-3, offsetHz: 500, amplitude: 0.8 },
    ];
    const samples = madeLte(testRandom(4), { rate: 1.92e6, samples: 1.92e6 * 0.043, noiseDb: -20 }, sent);
    const frames = decoded(samples);
    for (const { cell } of sent) {
      expect(frames.filter(({ fields }) => fields.cell === cell).length).toBeGreaterThanOrEqual(4);
    }
  });

  it("gives the same frames for any size of pieces", () => {
    const made: MadeCell = { cell: 444, ports: 1, sfn: 30, delay: 1e-3, offsetHz: 4_000 };
    const samples = madeLte(testRandom(5), { rate: 2.4e6, samples: 2.4e6 * 0.095, noiseDb: 0 }, [made]);
    const whole = decoded(samples, 2.4e6);
    expect(whole.map(({ fields }) => fields.sfn)).toEqual(Array.from({ length: 10 }, (_, f) => 30 + f));
    expect(decoded(samples, 2.4e6, 9973)).toEqual(whole);
  });

  // A block has 8 frames: the cell's frames begin with a block, a sample before it and a sample after it.
  it.each([-1, 0, 1])("reads frames that begin %i samples from the bounds of its blocks", (late) => {
    const made: MadeCell = { cell: 77, ports: 1, sfn: 60, delay: (19_200 + late) / 1.92e6, offsetHz: 1_000 };
    const samples = madeLte(testRandom(13), { rate: 1.92e6, samples: 9.5 * 19_200, noiseDb: -15 }, [made]);
    const frames = decoded(samples, 1.92e6, 19_200);
    expect(frames.map(({ fields }) => fields.sfn)).toEqual([60, 61, 62, 63, 64, 65, 66, 67, 68]);
    for (const [i, { start }] of frames.entries()) {
      expect(Math.abs(start - 19_200 * (i + 1) - late)).toBeLessThanOrEqual(2);
    }
  });

  it("reads a recording of one subframe, and one whose cell begins and ends in it", () => {
    const made: MadeCell = { cell: 150, ports: 2, sfn: 20, offsetHz: -500 };
    const one = madeLte(testRandom(6), { rate: 1.92e6, samples: 1920, noiseDb: -20 }, [made]);
    expect(decoded(one)).toMatchObject([{ start: 0, stop: 1920, fields: { cell: 150, sfn: 20 } }]);
    const noise = testNormals(7, 2 * 200_000).map((value) => 0.1 * value);
    const part = madeLte(testRandom(6), { rate: 1.92e6, samples: 80_000, noiseDb: -20 }, [made]);
    const samples = Float32Array.from(noise, (value, i) => value + (part[i - 160_000] ?? 0));
    expect(decoded(samples).map(({ fields }) => fields.sfn)).toEqual([20, 21, 22, 23, 24]);
  });

  it.each([
    ["clipped", (x: number) => Math.max(-3, Math.min(3, x))],
    ["with an offset", (x: number) => x + 8],
    ["of 8 bits", (x: number) => Math.round(3 * x) / 3],
    ["tiny", (x: number) => 1e-6 * x],
  ])("reads samples %s", (_, change) => {
    const made: MadeCell = { cell: 111, ports: 2, sfn: 13, delay: 2e-3, offsetHz: 2_000 };
    const samples = madeLte(testRandom(8), { rate: 1.92e6, samples: 26_000, noiseDb: -15 }, [made]);
    expect(decoded(samples.map(change)).map(({ fields }) => fields.sfn)).toEqual([13, 14]);
  });

  it("finds nothing in nothing, and no cell in a carrier or an impulse", () => {
    expect(decoded(new Float32Array(0))).toEqual([]);
    expect(decoded(new Float32Array(100_000))).toEqual([]);
    const tone = Float32Array.from({ length: 100_000 }, (_, i) => Math.cos(0.01 * (i >> 1) - (i & 1) * (Math.PI / 2)));
    expect(decoded(tone)).toEqual([]);
    expect(decoded(Float32Array.from({ length: 100_000 }, (_, i) => Number(i % 5000 === 0)))).toEqual([]);
  });

  // A step of 80 ms has about three places whose likeness noise reaches, each passes for a cell with a probability of 3·10^-4, and for a
  // block with 30/2^16 in each of 12 frames, without the second test: 4·10^-6 in 1.5·10^5 samples, and the second test passes 1 in 10^3 of them.
  it(
    "finds no frame in white noise (more under THREERAY_SLOW)",
    () => {
      const decoder = create({ sampleRateHz: 1.92e6 });
      const random = testRandom(9);
      const samples = new Float32Array(2 * 100_000);
      for (let done = 0; done < (process.env.THREERAY_SLOW ? 1e8 : 3e5); done += samples.length / 2) {
        for (let i = 0; i < samples.length; i++) samples[i] = random() + random() + random() + random() - 2;
        expect(decoder.push(samples)).toEqual([]);
      }
      expect(decoder.end()).toEqual([]);
    },
    process.env.THREERAY_SLOW ? 3_600_000 : 60_000,
  );

  it("refuses 1.9 MS/s", () => {
    expect(() => create({ sampleRateHz: 1.9e6 })).toThrow(/rate must be at least 1.92 MS\/s/);
  });
});

describe(`signals/decoders/lte, recordings of others (skipped where ${captures} is absent)`, () => {
  it.skipIf(!existsSync(captures))("reads the frame of a base station", () => {
    const { recordings } = JSON.parse(readFileSync(`${captures}/signals-given.json`, "utf8"));
    const given = recordings.find(({ file }: { file: string }) => file === "lte_amari_1920k.cf32");
    const { buffer, byteOffset, byteLength } = readFileSync(`${captures}/${given.file}`);
    const frames = decoded(new Float32Array(buffer.slice(byteOffset, byteOffset + byteLength)), given.rateHz);
    const { cell, ports, prb, cp, mib, sfn } = given;
    expect(frames).toMatchObject([
      { good: true, start: 0, fields: { cell, ports, prb, cp, mib: mib[0], sfn: sfn[0] } },
    ]);
    expect(Math.abs(frames[0].centreHz - given.cfoHz)).toBeLessThan(150);
  });
});
