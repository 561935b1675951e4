import { describe, expect, it } from "vitest";
import { poison, readWords, run, testDevice, testRandom, upload } from "../../gpu/testing.ts";
import { BLOCK_BIT_ROWS, BLOCK_FIRST_ROW, BLOCK_PACKETS } from "../blocks.ts";
import { PACKET_BITS, PACKET_WORDS } from "../packet.ts";
import { type DecidedPacket, errorPositions } from "./error-positions.reference.ts";
import { createErrorPositions } from "./error-positions.ts";

const unpack = (words: Uint32Array) =>
  Array.from({ length: words.length * 32 }, (_, k) => (words[k >> 5] >>> (k & 31)) & 1);

describe("detection/error-positions", () => {
  it.each([
    { blocks: 1, rate: 0, seed: 1 },
    { blocks: 1, rate: 0.5, seed: 2 },
    { blocks: 3, rate: 1e-3, seed: 3 },
  ])("counts like the reference, $blocks blocks at BER $rate", async ({ blocks, rate, seed }) => {
    const device = await testDevice();
    const random = testRandom(seed);
    const slots = blocks * BLOCK_PACKETS;
    const bits = Uint32Array.from({ length: blocks * BLOCK_BIT_ROWS * PACKET_WORDS }, () => random() * 2 ** 32);
    const decisions = Uint32Array.from({ length: slots * PACKET_WORDS }, () => random() * 2 ** 32);
    const table = new Int32Array(slots * 4);
    const counted: DecidedPacket[] = [];
    for (let slot = 0; slot < slots; slot++) {
      const found = random() < 0.9;
      // The last index lies beyond the bits that are known of a block.
      const index = slot % 7 === 5 ? BLOCK_BIT_ROWS : (slot % BLOCK_PACKETS) + Math.floor(random() * 3) - 1;
      table.set([512, Number(found), 0, index], slot * 4);
      if (!found || index === BLOCK_BIT_ROWS) continue;
      const row = (Math.floor(slot / BLOCK_PACKETS) * BLOCK_BIT_ROWS + index + BLOCK_FIRST_ROW) * PACKET_WORDS;
      const sent = bits.subarray(row, row + PACKET_WORDS);
      const decided = decisions.subarray(slot * PACKET_WORDS, (slot + 1) * PACKET_WORDS);
      decided.set(sent);
      for (let k = 0; k < PACKET_BITS; k++) if (random() < rate) decided[k >> 5] ^= 1 << (k & 31);
      counted.push({ decided: unpack(decided), sent: unpack(sent) });
    }
    const plan = await createErrorPositions(device, {
      slots,
      packets: upload(device, table),
      bits: upload(device, bits),
      decisions: upload(device, decisions),
    });
    poison(device, plan.errors);
    await run(device, plan);
    expect([...(await readWords(device, plan.errors, PACKET_WORDS))]).toEqual(errorPositions(counted));
    plan.destroy();
  });

  it.each([0, 31, -32, 1.5, Number.NaN])("refuses %s slots", async (slots) => {
    const device = await testDevice();
    const buffer = upload(device, new Uint32Array(64));
    const config = { slots, packets: buffer, bits: buffer, decisions: buffer };
    await expect(createErrorPositions(device, config)).rejects.toThrow(
      `detection/error-positions: slots must be a positive multiple of 8, got ${slots}`,
    );
  });
});
