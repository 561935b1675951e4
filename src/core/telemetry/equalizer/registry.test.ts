import { describe, expect, it } from "vitest";
import { poison, readFloats, run, testDevice, upload } from "../../gpu/testing.ts";
import { WINDOW_LENGTH } from "../blocks.ts";
import { PACKET_BITS } from "../packet.ts";
import { type EqualizerName, type EqualizerOptions, EQUALIZERS } from "./names.ts";
import { type EqualizerInputs, equalizers } from "./registry.ts";
import { EQUALIZER_TAPS } from "./taps.ts";
import { blockOfImpulses, testPacket } from "./testing.ts";

const SLOTS = 32;

async function inputs(): Promise<EqualizerInputs> {
  const device = await testDevice();
  const { window, impulse, noise } = testPacket("2", 14, 1);
  const windows = new Float32Array(SLOTS * 2 * WINDOW_LENGTH);
  windows.set(window);
  return {
    slots: SLOTS,
    packets: upload(
      device,
      Uint32Array.from({ length: 4 * SLOTS }, (_, i) => Number(i === 1)),
    ),
    window: upload(device, windows),
    impulse: upload(device, blockOfImpulses([impulse])),
    noise: upload(
      device,
      Float32Array.from({ length: SLOTS }, (_, slot) => (slot ? 0 : noise)),
    ),
    mmseTaps: upload(device, new Float32Array(SLOTS * 2 * EQUALIZER_TAPS)),
    options: {
      cmaPasses: 3,
      cmaStep: 0.04,
      cmaStart: "blind",
      fdeWeighting: "inverse",
      noiseFactor: 1,
      fde2NoiseFactor: 1,
    },
  };
}

describe("equalizer registry", () => {
  it("lists the equalizers in the order of the figures", () => {
    expect(Object.keys(equalizers)).toEqual([...EQUALIZERS]);
  });

  it.each(EQUALIZERS)("creates %s with the output of its kind, and zeros without a packet", async (name) => {
    const device = await testDevice();
    const { create, kind } = equalizers[name];
    const plan = await create(device, await inputs());
    const output = plan[kind] as GPUBuffer;
    const length = 2 * (kind === "taps" ? EQUALIZER_TAPS : PACKET_BITS);
    poison(device, output);
    await run(device, plan);
    const values = await readFloats(device, output, SLOTS * length);
    expect(plan.label).toBe(`equalizer/${name}`);
    expect(values.every(Number.isFinite)).toBe(true);
    expect(values.subarray(0, length).some((value) => value !== 0)).toBe(true);
    if (name !== "cma") expect(values.subarray(length).every((value) => value === 0)).toBe(true);
    plan.destroy();
  });

  it("takes the noise variance times the factors: MMSE is ZF at 0, only FDE2 has its own factor", async () => {
    const device = await testDevice();
    const given = await inputs();
    const outputOf = async (name: EqualizerName, change: Partial<EqualizerOptions> = {}) => {
      const plan = await equalizers[name].create(device, { ...given, options: { ...given.options, ...change } });
      await run(device, plan);
      const output = plan[equalizers[name].kind] as GPUBuffer;
      const values = await readFloats(device, output, 2 * EQUALIZER_TAPS);
      plan.destroy();
      return [...values];
    };
    expect(await outputOf("mmse", { noiseFactor: 0 })).toEqual(await outputOf("zf"));
    expect(await outputOf("mmse", { fde2NoiseFactor: 0 })).toEqual(await outputOf("mmse"));
    const names = { fde1: "noiseFactor", fde2: "fde2NoiseFactor" } as const;
    for (const [name, factor] of Object.entries(names) as [keyof typeof names, keyof EqualizerOptions][]) {
      const other = factor === "noiseFactor" ? "fde2NoiseFactor" : "noiseFactor";
      expect(await outputOf(name, { [other]: 3 })).toEqual(await outputOf(name));
      expect(await outputOf(name, { [factor]: 3 })).not.toEqual(await outputOf(name));
    }
    expect(await outputOf("fde1", { noiseFactor: 0 })).toEqual(await outputOf("fde2", { fde2NoiseFactor: 0 }));
  });

  it("does not start CMA from missing MMSE taps", async () => {
    const given = await inputs();
    const options = { ...given.options, cmaStart: "mmse" as const };
    await expect(equalizers.cma.create(await testDevice(), { ...given, options, mmseTaps: undefined })).rejects.toThrow(
      "equalizer/cma: mmseTaps must be given to start from MMSE, got undefined",
    );
  });
});
