import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { testGpu } from "../../gpu/testing.ts";
import type { EstimatorName } from "../equalization/registry.ts";
import { receiveFrames } from "./receive.ts";
import type { ReceivedFrame } from "./received-frame.ts";

const folder = "../shared/captures";

interface Expected {
  start: number;
  rate_mbps: number;
  length: number;
  fcs_ok: boolean;
  cfo_cycles_per_sample: number;
  psdu_sha256: string;
}

async function receive(file: string, estimator: EstimatorName): Promise<ReceivedFrame[]> {
  const { buffer, byteOffset, byteLength } = readFileSync(`${folder}/${file}`);
  const values = new Int16Array(buffer, byteOffset, byteLength / 2);
  const source = {
    samples: values.length / 2,
    read: async (start: number, count: number) =>
      Float32Array.from(values.subarray(2 * start, 2 * (start + count)), (value) => value / 32768),
  };
  const scale = { sampleRate: 20e6, place: (sample: number) => sample };
  const frames: ReceivedFrame[] = [];
  for await (const step of receiveFrames(await testGpu(), source, { estimator, scale })) frames.push(...step.frames);
  return frames;
}

describe(`wifi/receiver, recordings made on a cable (skipped where ${folder} is absent)`, () => {
  it.skipIf(!existsSync(folder)).each([
    ["conducted_dot11a_6mbps.dat", "ls"],
    ["conducted_dot11a_24mbps.dat", "ls"],
    ["conducted_dot11a_6mbps.dat", "lmmse"],
    ["conducted_dot11a_24mbps.dat", "lmmse"],
  ] as const)(
    "receives every frame with its rate, length, check sequence and octets: %s, %s",
    async (file, estimator) => {
      const all: Record<string, Expected[]> = JSON.parse(readFileSync(`${folder}/dot11a-expected.json`, "utf8"));
      const frames = await receive(file, estimator);
      const told = frames.map(({ rateMbps, length, fcsOk, psdu }) => {
        const hash = createHash("sha256").update(psdu).digest("hex");
        return { rate_mbps: rateMbps, length, fcs_ok: fcsOk, psdu_sha256: hash };
      });
      const expected = all[file].map(({ rate_mbps, length, fcs_ok, psdu_sha256 }) => {
        return { rate_mbps, length, fcs_ok, psdu_sha256 };
      });
      expect(told).toEqual(expected);
      for (const [f, { start, cfo_cycles_per_sample: cfo }] of all[file].entries()) {
        // The list counts from the sample at which its own receiver places the frame.
        expect(Math.abs(frames[f].start - start)).toBeLessThanOrEqual(8);
        expect(Math.abs(frames[f].cfoHz - cfo * 20e6)).toBeLessThan(1000);
        expect(frames[f].snrDb).toBeGreaterThan(25);
        expect(frames[f].evmDb).toBeLessThan(-20);
      }
    },
  );
});
