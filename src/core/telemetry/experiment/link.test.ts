import { describe, expect, it } from "vitest";
import { NO_PACKET } from "../detection/errors.ts";
import { readWords, run, TEST_INVOCATIONS, testDevice, withLimits } from "../../gpu/testing.ts";
import { BLOCK_HOP, BLOCK_PACKETS, blockCount } from "../blocks.ts";
import { createLink, type Link, type LinkProgress } from "./link.ts";
import { createReceiver } from "../link/receiver.ts";
import { DEFAULT_SCENARIO, type EqualizerName, recordingLength, type Scenario } from "./scenario.ts";

describe("telemetry/experiment/link", () => {
  it("counts the same in steps as at once, one equalizer after the other, in every page", async () => {
    const device = await testDevice();
    const equalizers: EqualizerName[] = ["none", "mmse", "cma", "fde1", "fde2"];
    const scenario: Scenario = { ...DEFAULT_SCENARIO, packets: 40, ebn0: 7, cmaPasses: 2, equalizers };
    const link = await createLink(device, { scenario, blocks: 1 });
    for (const firstBlock of [0, 1]) {
      link.setPage({ firstBlock, ebn0: scenario.ebn0 });
      const expected = await link.run();
      const progress: LinkProgress[] = [];
      for await (const step of link.runInSteps()) progress.push(step);
      for (const { errors } of progress) expect(errors).toEqual(expected.slice(0, errors.length));
      expect(progress.at(-1)).toEqual({ share: 1, errors: expected });
      const shares = progress.map(({ share }) => share);
      expect(shares).toEqual(shares.toSorted((a, b) => a - b));
      // By the kernels; later pages go by the times of the page before.
      if (firstBlock === 0) expect(shares[1]).toBeLessThan(0.4);
      expect(new Set(progress.map(({ errors }) => errors.length)).size).toBe(scenario.equalizers.length + 1);
    }
    link.destroy();
  });

  it.each([{ equalizers: ["none", "mmse", "fde1", "dfe", "lms"] }, { equalizers: ["none", "cma"] }] as const)(
    "counts the same where the windows take two bindings: $equalizers",
    async ({ equalizers }) => {
      const device = await testDevice();
      const scenario: Scenario = {
        ...DEFAULT_SCENARIO,
        packets: 73,
        ebn0: 7,
        cmaPasses: 2,
        cmaStart: "blind",
        equalizers: [...equalizers],
      };
      const blocks = blockCount(recordingLength(scenario));
      // Room for the samples of three blocks and for 77 windows.
      const small = withLimits(device, { maxStorageBufferBindingSize: 10_200_000 });
      const [one, halved] = await Promise.all([device, small].map((given) => createLink(given, { scenario, blocks })));
      for (const link of [one, halved]) {
        expect(link.receiver.slots).toBe(80);
        link.setPage({ firstBlock: 0, ebn0: scenario.ebn0 });
      }
      const expected = await one.run();
      for (const counts of expected)
        expect(counts.filter((count) => count !== NO_PACKET)).toHaveLength(scenario.packets);
      expect(await halved.run()).toEqual(expected);
      let alone: Uint32Array[] = [];
      for await (const { errors } of halved.runInSteps()) alone = errors;
      expect(alone).toEqual(expected);
      one.destroy();
      halved.destroy();
    },
  );

  it("counts the last packets of long recordings like the first ones", async () => {
    const device = await testDevice();
    const placed = { ...DEFAULT_SCENARIO, firstOffset: 12_671, seed: 2 ** 32 - 1 };
    const linkOf = (change: Partial<Scenario>, blocks: number) =>
      createLink(device, { scenario: { ...placed, ...change }, blocks });
    const countsOf = async (link: Link, firstBlock: number) => {
      link.setPage({ firstBlock, ebn0: 8 });
      return link.run();
    };
    const found = (slots: Uint32Array) => slots.filter((count) => count !== NO_PACKET);
    const sum = (slots: Uint32Array) => found(slots).reduce((total, count) => total + count, 0);

    // These errors were counted when a recording had at most 2^31 samples, and this was the last block of the longest one.
    const before = await linkOf({ packets: 169_465, equalizers: ["none", "mmse"] }, 1);
    const known = await countsOf(before, 5295);
    before.destroy();
    expect(found(known[0])).toHaveLength(25);
    // Workgroups of another size add in another order, which turned some decisions.
    expect(known.map(sum)).toEqual([16_471, TEST_INVOCATIONS < 256 ? 5180 : 5177]);
    const rate = sum(known[0]) / 25;

    const longest: Partial<Scenario> = { packets: 2 ** 30, equalizers: ["none"] };
    const [pair, one] = [await linkOf(longest, 2), await linkOf(longest, 1)];
    const after = 2 ** 33 / BLOCK_HOP;
    for (const [firstBlock, packets] of [
      // The recording passes 2^31 samples here, then 2^33, and ends.
      [5295, [32, 32]],
      [Math.floor(after), [32, 32]],
      [2 ** 25 - 1, [32, 0]],
    ] as const) {
      const [counts] = await countsOf(pair, firstBlock);
      const perBlock = [counts.slice(0, BLOCK_PACKETS), counts.slice(BLOCK_PACKETS)];
      expect(perBlock.map((slots) => found(slots).length)).toEqual(packets);
      // Packets have the same rate everywhere; the means of 25 and 32 packets vary by less than 1 %. Other bits would give 3072.
      for (const slots of perBlock.filter((slots) => sum(slots) > 0)) {
        expect(Math.abs(sum(slots) / found(slots).length / rate - 1)).toBeLessThan(0.05);
      }
      if (firstBlock === 5295) expect((await countsOf(one, firstBlock + 1))[0]).toEqual(perBlock[1]);
    }
    pair.destroy();
    one.destroy();
  });

  it.each([
    { packets: 3, firstOffset: 0, slots: 8 },
    { packets: 8, firstOffset: 12_345, slots: 16 },
    { packets: 33, firstOffset: 77, slots: 40 },
    { packets: 5, firstOffset: 900, slots: 8, channelEstimate: "batch", frequencyEstimate: "batch" },
  ] satisfies (Partial<Scenario> & { slots: number })[])(
    "finds all of $packets packets in $slots slots, and counts the same as with 32 slots per block",
    async (case_) => {
      const { slots, ...change } = case_;
      const device = await testDevice();
      const equalizers: EqualizerName[] = change.packets === 3 ? ["none", "fde1", "rls"] : ["none", "fde1"];
      const scenario: Scenario = { ...DEFAULT_SCENARIO, ...change, ebn0: 8, equalizers };
      const blocks = blockCount(recordingLength(scenario));
      const link = await createLink(device, { scenario, blocks });
      expect(link.receiver.slots).toBe(slots);
      link.setPage({ firstBlock: 0, ebn0: scenario.ebn0 });
      const errors = await link.run();
      const length = recordingLength(scenario);
      const { bits: sent, samples } = link;
      const whole = await createReceiver(device, { blocks, samples, sent, length, scenario });
      await run(device, ...whole.stages);
      for (const [b, branch] of whole.branches.entries()) {
        const expected = await readWords(device, branch.errors!, blocks * BLOCK_PACKETS);
        expect(errors[b].filter((count) => count !== NO_PACKET)).toHaveLength(scenario.packets);
        expect([...errors[b]]).toEqual([...expected.subarray(0, slots)]);
        expect(expected.subarray(slots).every((count) => count === NO_PACKET)).toBe(true);
      }
      whole.destroy();
      link.destroy();
    },
  );
});
