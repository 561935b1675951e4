import { expect, it } from "vitest";
import { readFloats, run, testDevice, upload } from "../gpu/testing.ts";
import type { DetectorSizes } from "./detector.ts";
import { createDetector } from "./factories.ts";
import type { DetectorName } from "./registry.ts";
import { priorsOf, randomUses } from "./testing.ts";

it.each<[DetectorName, Partial<DetectorSizes>]>([
  ["mmse-pic", { antennas: 4, receiveAntennas: 7 }],
  ["mmse-pic", { antennas: 6, bitsPerSymbol: 2 }],
  ["kbest", { antennas: 3, receiveAntennas: 4, sorting: "v-blast" }],
  ["mtt", { sorting: "v-blast" }],
  ["mtt", { antennas: 3, bitsPerSymbol: 2, orders: 3 }],
  ["max-log", {}],
])("%s %j detects again with new priors, and leaves out skipped uses", async (name, change) => {
  const device = await testDevice();
  const sizes = { antennas: 2, bitsPerSymbol: 4, uses: 70, noiseVariance: 0.2, ...change } as const;
  const uses = randomUses(31, sizes);
  const [before, after] = (["zero", "moderate"] as const).map((kind) => priorsOf(uses, kind));
  // Some workgroups lose all their uses, others a few.
  const skipped = Uint32Array.from({ length: sizes.uses }, (_, use) => Number(use >= 48 || use % 5 === 2));
  const inputs = { channel: upload(device, uses.channel), received: upload(device, uses.received) };
  const prior = upload(device, before);
  const detector = await createDetector[name](device, { ...sizes, ...inputs, prior, skipped: upload(device, skipped) });
  detector.setNoiseVariance(sizes.noiseVariance);
  const read = () => readFloats(device, detector.llr, after.length);
  await run(device, detector);
  const first = await read();
  device.queue.writeBuffer(prior, 0, after);
  await run(device, detector.again!);
  const again = await read();
  await run(device, detector);
  const whole = await read();
  const perUse = after.length / sizes.uses;
  const stays = (i: number) => skipped[Math.floor(i / perUse)] === 1;
  expect(again).toEqual(whole.map((value, i) => (stays(i) ? first[i] : value)));
  expect(whole.filter((value, i) => stays(i) && value !== first[i]).length).toBeGreaterThan(0);
  detector.destroy();
});
