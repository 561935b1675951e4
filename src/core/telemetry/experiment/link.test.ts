import { describe, expect, it } from "vitest";
import { NO_PACKET } from "../detection/errors.ts";
import { readWords, run, testDevice } from "../../gpu/testing.ts";
import { BLOCK_PACKETS, blockCount } from "../blocks.ts";
import { createLink } from "./link.ts";
import { createReceiver } from "./receiver.ts";
import { DEFAULT_SCENARIO, recordingLength, type Scenario } from "./scenario.ts";

describe("telemetry/experiment/link", () => {
  it.each([
    { packets: 3, firstOffset: 0, slots: 8 },
    { packets: 8, firstOffset: 12_345, slots: 16 },
    { packets: 33, firstOffset: 77, slots: 40 },
    { packets: 5, firstOffset: 900, slots: 8, channelEstimate: "batch", frequencyEstimate: "batch" },
  ] satisfies (Partial<Scenario> & { slots: number })[])(
    "finds all of $packets packets in $slots slots, and counts what 32 slots a block count",
    async (case_) => {
      const { slots, ...change } = case_;
      const device = await testDevice();
      const scenario: Scenario = { ...DEFAULT_SCENARIO, ...change, ebn0: 8, equalizers: ["none", "zf", "fde1"] };
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
