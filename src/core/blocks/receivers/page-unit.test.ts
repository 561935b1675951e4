import { expect, it } from "vitest";
import { readFloats, run, testDevice, testNormals, upload } from "../../gpu/testing.ts";
import { createPageUnit } from "./page-unit.ts";

it.each([
  [1, 0],
  [2 ** -90, -89],
  [2 ** 110, 111],
  [2 ** 10, 0],
])("divides samples of size %d by 2^%i", async (size, exponent) => {
  const device = await testDevice();
  const length = 700;
  // The largest part is 2.5 times the size.
  const x = Float32Array.from(testNormals(5, 2 * length), (value) => size * Math.max(-2.5, Math.min(2.5, value)));
  x[600] = 2.5 * size;
  const input = upload(device, x);
  const output = upload(device, new Float32Array(2 * length));
  const plan = await createPageUnit(device, { input, output, length });
  for (let round = 0; round < 2; round++) {
    await run(device, plan);
    expect(await readFloats(device, output, 2 * length)).toEqual(x.map((value) => value / 2 ** exponent));
  }
  plan.destroy();
});
