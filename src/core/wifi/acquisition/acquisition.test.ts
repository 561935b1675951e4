import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import { readBack } from "../../gpu/readback.ts";
import { readWords, run, testDevice, upload } from "../../gpu/testing.ts";
import { FRAME_BYTES, type FrameLine, frameLines } from "../frame-table.ts";
import { type AcquisitionConfig, createAcquisition } from "./acquisition.ts";

type Options = Partial<Omit<AcquisitionConfig, "samples">>;

/** The lines of the table of samples, and the counts. */
async function acquired(samples: ArrayLike<number>, options: Options = {}) {
  const device = await testDevice();
  const input = upload(device, Float32Array.from(samples));
  const config = { samples: input, length: samples.length / 2, capacity: 100, ...options };
  const plan = await createAcquisition(device, config);
  await run(device, plan);
  const counts = [...(await readWords(device, plan.counts, 5))];
  const [bytes] = await readBack(device, [{ buffer: plan.frames, size: FRAME_BYTES * Math.max(1, counts[0]) }]);
  plan.destroy();
  return { lines: frameLines(bytes, counts[0]), counts };
}

const captures = fileURLToPath(new URL("../../../../../shared/captures/", import.meta.url));

interface Expected {
  start: number;
  rate_mbps: number;
  length: number;
  cfo_cycles_per_sample: number;
}

const received = (lines: readonly FrameLine[]) => lines.filter(({ status }) => status === "received");

describe("wifi/acquisition", () => {
  it.skipIf(!existsSync(captures)).each(["conducted_dot11a_6mbps.dat", "conducted_dot11a_24mbps.dat"])(
    `finds every frame of a capture (skipped where ${captures} is absent): %s`,
    async (file) => {
      const all: Record<string, Expected[]> = JSON.parse(readFileSync(`${captures}dot11a-expected.json`, "utf8"));
      const bytes = readFileSync(captures + file);
      const samples = new Int16Array(bytes.buffer, bytes.byteOffset, bytes.byteLength / 2);
      const { lines } = await acquired(samples);
      const found = received(lines).map(({ start, rate, length }) => ({ start, rate: rate.mbps, length }));
      expect(found).toEqual(
        all[file].map(({ start, rate_mbps: rate, length }) => ({ start: expect.closeTo(start, -1), rate, length })),
      );
    },
  );
});
