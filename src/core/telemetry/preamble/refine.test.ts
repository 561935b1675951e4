import { describe, expect, it } from "vitest";
import { readBack } from "../../gpu/readback.ts";
import { poison, run, testDevice, testRandom, upload } from "../../gpu/testing.ts";
import { PACKET_SAMPLES } from "../packet.ts";
import { BLOCK_HOP, BLOCK_LEAD, BLOCK_PACKETS } from "../blocks.ts";
import { REACH, PREAMBLE_THRESHOLD } from "./chain.ts";
import { METRIC_LENGTH, METRIC_MARGIN } from "./metric.ts";
import type { RecordingSpan } from "../page.ts";
import { refineStart } from "./refine.reference.ts";
import { createPacketRefinement } from "./refine.ts";
import { NONE } from "./track.ts";

interface Row {
  start: number;
  found: boolean;
  metric: number;
  index: number;
}

const endless = { firstBlock: 0, length: 2 ** 31 };

async function refine(
  rows: Float32Array<ArrayBuffer>,
  chains: readonly number[],
  page: RecordingSpan,
  firstOffset?: number,
) {
  const device = await testDevice();
  const blocks = chains.length - 1;
  const plan = await createPacketRefinement(device, {
    blocks,
    metric: upload(device, rows),
    chains: upload(device, Int32Array.from(chains)),
    ...endless,
  });
  plan.setPage(page);
  plan.setFirstOffset(firstOffset);
  poison(device, plan.packets);
  await run(device, plan);
  const [bytes] = await readBack(device, [{ buffer: plan.packets, size: blocks * BLOCK_PACKETS * 16 }]);
  plan.destroy();
  const [integers, floats] = [new Int32Array(bytes), new Float32Array(bytes)];
  return Array.from({ length: blocks * BLOCK_PACKETS }, (_, slot): Row => {
    const [start, found, , index] = integers.subarray(4 * slot, 4 * slot + 4);
    return { start, found: found === 1, metric: floats[4 * slot + 2], index };
  });
}

describe("preamble/refine", () => {
  it.each([
    {
      chains: [NONE, 5000],
      firstBlock: 2 ** 25,
      length: 2 ** 25 * BLOCK_HOP + 300_000,
      firstOffset: undefined,
      seed: 1,
    },
    { chains: [-63, -63, 0, 12671, NONE, 12735], firstBlock: 1, length: 2 ** 31, firstOffset: undefined, seed: 2 },
    { chains: [NONE, 40, 12730], firstBlock: 0, length: 2 * BLOCK_HOP + 25400, firstOffset: 12700, seed: 3 },
    { chains: [NONE, 3, 12671], firstBlock: 0, length: BLOCK_HOP + 25341, firstOffset: -9000, seed: 4 },
    { chains: [NONE, -60, 12671], firstBlock: 0, length: BLOCK_HOP, firstOffset: undefined, seed: 5 },
  ])("agrees with the reference on chains $chains", async ({ chains, firstBlock, length, firstOffset, seed }) => {
    const random = testRandom(seed);
    const blocks = chains.length - 1;
    // Coarse values, so that equal ones compete.
    const rows = Float32Array.from({ length: blocks * METRIC_LENGTH }, () => Math.floor(random() * 8) / 32);
    const expected = Array.from({ length: blocks * BLOCK_PACKETS }, (_, slot): Row => {
      const [block, place] = [Math.floor(slot / BLOCK_PACKETS), slot % BLOCK_PACKETS];
      const chain = chains[block + 1];
      const at = METRIC_MARGIN + place * PACKET_SAMPLES + chain;
      const origin = (firstBlock + block) * BLOCK_HOP - METRIC_MARGIN;
      const T = Float64Array.from(rows.subarray(block * METRIC_LENGTH, (block + 1) * METRIC_LENGTH));
      const last = Math.min(at + REACH, length - PACKET_SAMPLES - origin);
      const start = chain === NONE ? undefined : refineStart(T, Math.max(at - REACH, -origin), last);
      if (start === undefined) {
        return { start: BLOCK_LEAD + place * PACKET_SAMPLES, found: false, metric: 0, index: place };
      }
      const n = start - METRIC_MARGIN;
      const index = firstOffset === undefined ? place : Math.round((n - firstOffset) / PACKET_SAMPLES);
      return { start: n + BLOCK_LEAD, found: T[start] >= PREAMBLE_THRESHOLD, metric: T[start], index };
    });
    expect(await refine(rows, chains, { firstBlock, length }, firstOffset)).toEqual(expected);
  });

  it("does not find the previous block's last packet again", async () => {
    const rows = new Float32Array(2 * METRIC_LENGTH).fill(0.5);
    const packets = await refine(rows, [12700, 30, 12671 + 63], { firstBlock: 3, length: 2 ** 31 });
    expect(packets.map(({ found }) => found)).toEqual(packets.map((_, slot) => slot !== 0));
    const last = packets[BLOCK_PACKETS - 1].start;
    expect(packets[BLOCK_PACKETS].start + BLOCK_HOP - last).toBeGreaterThan(PACKET_SAMPLES);
  });

  it("refuses an offset that is not an integer", async () => {
    const device = await testDevice();
    const config = {
      blocks: 1,
      metric: upload(device, new Float32Array(METRIC_LENGTH)),
      chains: upload(device, Int32Array.of(NONE, NONE)),
      ...endless,
    };
    await expect(createPacketRefinement(device, { ...config, firstOffset: 0.5 })).rejects.toThrow(
      "preamble/refine: firstOffset must be an integer of less than 2^30 samples, got 0.5",
    );
    await expect(createPacketRefinement(device, { ...config, blocks: -1 })).rejects.toThrow(
      "preamble/refine: blocks must be a positive integer, got -1",
    );
  });
});
