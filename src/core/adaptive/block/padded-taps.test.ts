import { expect, it } from "vitest";
import { poison, readFloats, run, testDevice, testNormals, upload } from "../../gpu/testing.ts";
import { createPaddedTaps } from "./padded-taps.ts";

it.each([
  [3, 8, 5, true],
  [8, 8, 67, true],
  [1, 128, 3, false],
])(
  "adaptive/padded-taps: %i taps are followed by zeros up to %i, %i packets, own taps %s",
  async (tapCount, length, packets, hasOwnTaps) => {
    const device = await testDevice();
    const channels = hasOwnTaps ? packets : 1;
    const taps = Float32Array.from(testNormals(4, 2 * tapCount * channels));
    const plan = await createPaddedTaps(device, { packets, taps: upload(device, taps), hasOwnTaps, tapCount }, length);
    poison(device, plan.padded);
    await run(device, plan);
    const found = await readFloats(device, plan.padded, 2 * length * channels);
    const expected = Array.from({ length: channels }, (_, channel) =>
      Array.from({ length: 2 * length }, (__, i) =>
        i < 2 * tapCount ? taps[2 * ((i >> 1) * channels + channel) + (i % 2)] : 0,
      ),
    );
    expect(Array.from(found)).toEqual(expected.flat());
    plan.destroy();
  },
);

it("adaptive/padded-taps: refuses more taps than a block has symbols", async () => {
  const device = await testDevice();
  const taps = upload(device, new Float32Array(18));
  await expect(createPaddedTaps(device, { packets: 1, taps, hasOwnTaps: false, tapCount: 9 }, 8)).rejects.toThrow(
    /tapCount.*8.*got 9/,
  );
});
