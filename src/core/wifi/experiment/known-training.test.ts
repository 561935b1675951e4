import { expect, it } from "vitest";
import { errorDb, poison, readFloats, run, testDevice, testNormals, upload } from "../../gpu/testing.ts";
import { trainingChannel } from "../equalization/testing.ts";
import { tableLines, uploadTable } from "../testing.ts";
import { createKnownTraining } from "./known-training.ts";

it("wifi/experiment/known-training equals the reference, for every offset of carrier and constant", async () => {
  const device = await testDevice();
  const frames = [
    { start: 0, offset: 0 },
    { start: 333, offset: 0.06, dcReal: 0.5 },
    { start: 700, offset: -1.5, dcReal: -0.25, dcImaginary: 2 },
  ];
  const samples = Float32Array.from(testNormals(3, 2 * 1100));
  const lines = tableLines(frames);
  const table = uploadTable(device, lines);
  const plan = await createKnownTraining(device, { ...table, samples: upload(device, samples), capacity: 3 });
  poison(device, plan.channel);
  await run(device, plan);
  const channel = await readFloats(device, plan.channel, 3 * 128);
  plan.destroy();
  for (const [f, line] of lines.entries()) {
    expect(errorDb(channel.subarray(128 * f, 128 * (f + 1)), trainingChannel(samples, line))).toBeLessThan(-115);
  }
});
