import { describe, expect, it } from "vitest";
import { allocate } from "../../gpu/pool.ts";
import { readBack } from "../../gpu/readback.ts";
import { poison, run, testDevice, testRandom, upload } from "../../gpu/testing.ts";
import { CANDIDATES, REACH } from "./chain.ts";
import { trackChains } from "./track.reference.ts";
import { createChainTrack, NONE, WRAP } from "./track.ts";

/** A block's candidates, of which `residue` is the best; of equal ones the smallest. */
function candidates(residues: readonly (number | undefined)[], random: () => number): ArrayBuffer {
  const bytes = new ArrayBuffer(residues.length * CANDIDATES * 8);
  const [scores, values] = [new Float32Array(bytes), new Uint32Array(bytes)];
  for (const [block, residue] of residues.entries()) {
    const winner = Math.floor(random() * CANDIDATES);
    for (let i = 0; i < CANDIDATES; i++) {
      const at = 2 * (block * CANDIDATES + i);
      scores[at] = residue === undefined ? 0 : i === winner ? 3 : random() * 3;
      values[at + 1] = i === winner ? (residue ?? 9) : Math.floor(random() * 12672);
    }
  }
  return bytes;
}

async function track(pages: readonly (readonly (number | undefined)[])[], anchor?: number) {
  const device = await testDevice();
  const blocks = pages[0].length;
  const input = allocate(device).storage("candidates", blocks * CANDIDATES * 8);
  const plan = await createChainTrack(device, { blocks, candidates: input, anchor });
  poison(device, plan.chains);
  plan.reset();
  const found: (number | undefined)[] = [];
  for (const page of pages) {
    device.queue.writeBuffer(input, 0, candidates(page, testRandom(blocks)));
    await run(device, plan);
    const [bytes] = await readBack(device, [{ buffer: plan.chains, size: (1 + blocks) * 4 }]);
    const chains = [...new Int32Array(bytes)].map((chain) => (chain === NONE ? undefined : chain));
    expect(chains[0]).toBe(found.at(-1));
    found.push(...chains.slice(1));
  }
  plan.destroy();
  return found;
}

describe("preamble/track", () => {
  const none = undefined;
  it.each([
    { name: "the middle", residues: [5000, 5001, 4999], chains: [5000, 5001, 4999] },
    { name: "up across the wrap", residues: [12667, 0, 63, 64], chains: [12667, 12672, 12735, 64] },
    { name: "down across the wrap", residues: [0, 12671, 12609, 12608], chains: [0, -1, -63, 12608] },
    { name: "a silence", residues: [12667, none, 1, 12670], chains: [12667, none, 1, -2] },
    { name: "a first packet that seems to start too early", residues: [12668, 3, 12671], chains: [-4, 3, -1] },
    { name: "nothing at all", residues: [none, none], chains: [none, none] },
  ])("unwraps $name", async ({ residues, chains }) => {
    expect(await track([residues])).toEqual(chains);
    expect(await track(residues.map((residue) => [residue]))).toEqual(chains);
  });

  it.each([0, 63, 64, 12608, 12671])("unwraps every block to the anchor %i", async (anchor) => {
    const residues = [12671, 0, 63, 64, 12608, 12609, none, 6000];
    expect(await track([residues], anchor)).toEqual(trackChains(residues, { wrap: WRAP, reach: REACH, anchor }));
  });

  it("agrees with the reference on a wandering residue, for any page size", async () => {
    const random = testRandom(7);
    let at = 12600;
    const residues = Array.from({ length: 150 }, () => {
      at = (at + Math.floor((random() - 0.5) * 120) + 12672) % 12672;
      return random() < 0.1 ? undefined : at;
    });
    const expected = trackChains(residues, { wrap: WRAP, reach: REACH });
    expect(await track([residues])).toEqual(expected);
    expect(await track(Array.from({ length: 10 }, (_, i) => residues.slice(15 * i, 15 * i + 15)))).toEqual(expected);
  });

  it("refuses an anchor that is not a residue", async () => {
    const device = await testDevice();
    const config = { blocks: 1, candidates: upload(device, new Float32Array(2 * CANDIDATES)) };
    await expect(createChainTrack(device, { ...config, anchor: 12672 })).rejects.toThrow(
      "preamble/track: anchor must be an integer from 0 to 12671, got 12672",
    );
    await expect(createChainTrack(device, { ...config, blocks: 1.5 })).rejects.toThrow(
      "preamble/track: blocks must be a positive integer, got 1.5",
    );
  });
});
