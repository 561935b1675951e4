import { describe, expect, it } from "vitest";
import { poison, readFloats, readWords, run, testDevice, upload } from "../../gpu/testing.ts";
import { WINDOW_LENGTH, WINDOW_ORIGIN } from "../blocks.ts";
import { PACKET_BITS, PACKET_WORDS } from "../packet.ts";
import { type EqualizerName, type EqualizerOptions, EQUALIZERS, MMSE_FOLLOWERS } from "./names.ts";
import { type Equalizer, type EqualizerEntry, type EqualizerInputs, equalizers } from "./registry.ts";
import { ADAPTIVE_REACH, ADAPTIVE_SAMPLES, EQUALIZER_TAPS, FORWARD_TAPS } from "./taps.ts";
import { blockOfImpulses, testPacket } from "./testing.ts";

const SLOTS = 32;

async function inputs(): Promise<EqualizerInputs> {
  const device = await testDevice();
  const { window, impulse, noise } = testPacket("2", 14, 1);
  const windows = new Float32Array(SLOTS * 2 * WINDOW_LENGTH);
  windows.set(window);
  const outputs = new Float32Array(SLOTS * 2 * ADAPTIVE_SAMPLES);
  outputs.set(window.subarray(2 * (WINDOW_ORIGIN - ADAPTIVE_REACH)).subarray(0, 2 * ADAPTIVE_SAMPLES));
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
    // The window's own samples, without an equalizer.
    mmseOutput: upload(device, outputs),
    options: {
      cmaPasses: 3,
      cmaStep: 0.04,
      cmaStart: "blind",
      fdeWeighting: "inverse",
      noiseFactor: 1,
      fde2NoiseFactor: 1,
      lmsStep: 0.002,
      rlsForgetting: 0.999,
      dfeBits: 6,
      loop: "second-order",
    },
  };
}

const resultOf = (plan: Equalizer, kind: EqualizerEntry["kind"]) =>
  (kind === "matched" ? plan.matched?.buffer : plan[kind]) as GPUBuffer;

describe("equalizer registry", () => {
  it("lists the equalizers in the order of the figures", () => {
    expect(Object.keys(equalizers)).toEqual([...EQUALIZERS]);
  });

  it.each(EQUALIZERS)("creates %s with the output of its kind, and zeros without a packet", async (name) => {
    const device = await testDevice();
    const { create, kind } = equalizers[name];
    const plan = await create(device, await inputs());
    const output = resultOf(plan, kind);
    const length = { taps: 2 * EQUALIZER_TAPS, matched: 2 * PACKET_BITS, decisions: PACKET_WORDS }[kind];
    poison(device, output);
    await run(device, plan);
    const values = await (kind === "decisions" ? readWords : readFloats)(device, output, SLOTS * length);
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
      const output = plan.forward ?? resultOf(plan, equalizers[name].kind);
      const values = await readFloats(device, output, plan.forward ? 2 * FORWARD_TAPS : 2 * EQUALIZER_TAPS);
      plan.destroy();
      return [...values];
    };
    expect(await outputOf("mmse", { noiseFactor: 0 })).toEqual(await outputOf("zf"));
    expect(await outputOf("mmse", { fde2NoiseFactor: 0 })).toEqual(await outputOf("mmse"));
    const names = { fde1: "noiseFactor", fde2: "fde2NoiseFactor", dfe: "noiseFactor" } as const;
    for (const [name, factor] of Object.entries(names) as [keyof typeof names, keyof EqualizerOptions][]) {
      const other = factor === "noiseFactor" ? "fde2NoiseFactor" : "noiseFactor";
      expect(await outputOf(name, { [other]: 3 })).toEqual(await outputOf(name));
      expect(await outputOf(name, { [factor]: 3 })).not.toEqual(await outputOf(name));
    }
    expect(await outputOf("fde1", { noiseFactor: 0 })).toEqual(await outputOf("fde2", { fde2NoiseFactor: 0 }));
  });

  it("starts nothing from what MMSE has not made", async () => {
    const given = await inputs();
    for (const name of MMSE_FOLLOWERS) {
      await expect(equalizers[name].create(await testDevice(), { ...given, mmseOutput: undefined })).rejects.toThrow(
        `equalizer/${name}: mmseOutput must be given to start from MMSE, got undefined`,
      );
    }
    const options = { ...given.options, cmaStart: "mmse" as const };
    await expect(equalizers.cma.create(await testDevice(), { ...given, options, mmseTaps: undefined })).rejects.toThrow(
      "equalizer/cma: mmseTaps must be given to start from MMSE, got undefined",
    );
  });
});
