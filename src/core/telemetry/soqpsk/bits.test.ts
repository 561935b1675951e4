import { beforeAll, describe, expect, it } from "vitest";
import { poison, readWords, run, testDevice } from "../../gpu/testing.ts";
import { BLOCK_BIT_ROWS, BLOCK_FIRST_ROW, BLOCK_PACKETS } from "../blocks.ts";
import { packetBits } from "./bits.float64.ts";
import { type DataSource, createPacketBits } from "./bits.ts";
import { KNOWN_BITS, PACKET_BITS, PACKET_WORDS } from "../packet.ts";

const pack = (bits: Uint8Array) => {
  const words = new Uint32Array(bits.length / 32);
  for (const [k, bit] of bits.entries()) words[k >> 5] |= bit << (k & 31);
  return words;
};

/** The rows of `blocks` blocks from `firstBlock` on, one word list a packet. */
async function generate(config: { blocks: number; source: DataSource; seed: number }, firstBlock: number) {
  const device = await testDevice();
  const plan = await createPacketBits(device, config);
  plan.setFirstBlock(firstBlock);
  poison(device, plan.bits);
  await run(device, plan);
  const words = await readWords(device, plan.bits, config.blocks * BLOCK_BIT_ROWS * PACKET_WORDS);
  plan.destroy();
  return Array.from({ length: config.blocks * BLOCK_BIT_ROWS }, (_, i) => ({
    packet: (firstBlock + Math.floor(i / BLOCK_BIT_ROWS)) * BLOCK_PACKETS + (i % BLOCK_BIT_ROWS) - BLOCK_FIRST_ROW,
    words: words.subarray(i * PACKET_WORDS, (i + 1) * PACKET_WORDS),
  }));
}

describe("soqpsk/bits", () => {
  it.each([
    { source: "random", seed: 1, blocks: 1, firstBlock: 0 },
    { source: "random", seed: 0xffffffff, blocks: 3, firstBlock: 2 ** 25 - 2 },
    { source: "pn11", seed: 0, blocks: 2, firstBlock: 0 },
    { source: "pn11", seed: 0, blocks: 1, firstBlock: 2 ** 25 },
  ] as const)("equals the reference, $source data, $blocks blocks from $firstBlock", async (config) => {
    for (const { packet, words } of await generate(config, config.firstBlock)) {
      expect(words.join(), `packet ${packet}`).toBe(pack(packetBits(packet, config)).join());
    }
  });

  it("does not depend on the page", async () => {
    const config = { source: "random", seed: 7, blocks: 2 } as const;
    const [pair, alone] = [await generate(config, 4), await generate({ ...config, blocks: 1 }, 5)];
    expect(pair.slice(BLOCK_BIT_ROWS).map(({ words }) => words.join())).toEqual(alone.map(({ words }) => words.join()));
  });

  it.each([
    [{ blocks: 0, source: "random", seed: 1 }, "soqpsk/bits: blocks must be a positive integer, got 0"],
    [{ blocks: 1, source: "pn9", seed: 1 }, 'soqpsk/bits: source must be "random" or "pn11", got "pn9"'],
    [{ blocks: 1, source: "random", seed: -1 }, "soqpsk/bits: seed must be a whole number from 0 to 2^32 − 1, got -1"],
  ])("refuses %j", async (config, message) => {
    const device = await testDevice();
    await expect(createPacketBits(device, config as Parameters<typeof createPacketBits>[1])).rejects.toThrow(message);
  });
});

describe("packet bits", () => {
  const pn = { source: "pn11", seed: 0 } as const;
  let stream: number[];
  beforeAll(() => {
    stream = [0, 1, 2].flatMap((packet) => [...packetBits(packet, pn).subarray(KNOWN_BITS)]);
  });

  it("PN data start 1000000001 0100…, obey the recursion across packets and have the full period", () => {
    expect(stream.slice(0, 14).join("")).toBe("10000000010100");
    for (let n = 11; n < stream.length; n++) expect(stream[n]).toBe(stream[n - 9] ^ stream[n - 11]);
    expect(stream.slice(0, 2047).reduce((ones, bit) => ones + bit)).toBe(1024);
    expect(stream.slice(2047, 4094)).toEqual(stream.slice(0, 2047));
  });

  it("packet −1 runs into packet 0", () => {
    const before = packetBits(-1, pn);
    for (let k = 0; k < 9; k++) {
      const at = (n: number) => (n < 0 ? before[PACKET_BITS + n] : stream[n]);
      expect(at(k)).toBe(at(k - 9) ^ at(k - 11));
    }
  });

  it("random data differ from packet to packet and seed to seed, in about half of the bits", () => {
    const data = (packet: number, seed: number) => packetBits(packet, { source: "random", seed });
    const differences = (a: Uint8Array, b: Uint8Array) => a.reduce((sum, bit, k) => sum + (bit ^ b[k]), 0);
    // 6144/2 ± 5 standard deviations.
    for (const other of [data(1, 1), data(0, 2), data(-1, 1)]) {
      expect(Math.abs(differences(data(0, 1), other) - 3072)).toBeLessThan(196);
    }
  });
});
