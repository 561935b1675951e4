import { describe, expect, it } from "vitest";
import { allocate } from "../../../gpu/pool.ts";
import { readBack } from "../../../gpu/readback.ts";
import { poison, testGpu, testRandom } from "../../../gpu/testing.ts";
import { createAddresses } from "./addresses.ts";
import { claimed, type RingCandidate } from "./claimed-candidates.reference.ts";
import { createClaimedCandidates } from "./claimed-candidates.ts";

const [ring, steps, wait, capacity] = [64, 64, 150, 256];
const [heads, bodies] = [8, 32];

/** Words of candidates in a ring. */
function ringOf(candidates: readonly RingCandidate[], first: number, words: Uint32Array): void {
  for (const [k, { step, kept, checked, isLong, remainders, addresses }] of candidates.entries()) {
    const slot = (first + k) % ring;
    const head = [step % steps, kept | (Number(isLong) << 8) | (checked << 16), ...remainders];
    words.set(head, heads * slot);
    for (const [which, address] of addresses.entries()) {
      words.set([0x8d000000 | address, step], heads * ring + bodies * slot + 8 + 4 * which);
    }
  }
}

describe("mode-s/claimed-candidates", () => {
  it("copies each candidate once whose remainders may be a frame, also of earlier pages, and not of old ones", async () => {
    const { device } = await testGpu();
    const random = testRandom(5);
    const whole = (most: number) => Math.floor(most * random());
    const memory = allocate(device);
    const candidates = memory.storage("candidates", 4 * (heads + bodies) * ring);
    const counts = memory.storage("counts", 12);
    const [short, long] = [new Uint8Array(2 ** 16), new Uint8Array(2 ** 16)];
    short[7] = long[9] = 1;
    const inRing = { candidates, counts, ring, steps };
    const addresses = await createAddresses(device, inRing);
    const config = {
      ...inRing,
      known: addresses.known,
      progress: addresses.progress,
      capacity,
      wait,
      checked: [short, long] as const,
    };
    const claims = await createClaimedCandidates(device, config);
    poison(device, claims.claims);
    // Few addresses, so that they return.
    const address = () => 0x400000 + 97 * whole(20);
    const remainder = () => [0, 7, 9, 0x30007, address(), address(), address(), address()][whole(8)];
    const started: RingCandidate[] = [];
    const known = { addresses: new Set<number>(), copied: new Set<RingCandidate>() };
    const words = new Uint32Array((heads + bodies) * ring);
    for (let page = 0; page < 12; page++) {
      const own = Array.from({ length: whole(25) }, () => {
        const kept = 1 + whole(63);
        const six = (of: () => number) => Array.from({ length: 6 }, of);
        // A clean reading is rare: else each address would be known at once.
        const checked = whole(3) === 0 ? kept & whole(64) : 0;
        return {
          step: steps * page + whole(steps),
          kept,
          checked,
          isLong: whole(2) === 1,
          remainders: six(remainder),
          addresses: six(address),
        };
      });
      const given = page === 7 ? [address()] : [];
      const right = claimed(started, own, known, { page, steps, wait, short, long, given, ring });
      const encoder = device.createCommandEncoder();
      addresses.next(page, [...given], false);
      claims.next(page);
      addresses.begin(encoder);
      device.queue.submit([encoder.finish()]);
      const [ringWords] = await readBack(device, [{ buffer: candidates, size: words.byteLength }]);
      words.set(new Uint32Array(ringWords));
      ringOf(own, started.length, words);
      device.queue.writeBuffer(candidates, 0, words);
      started.push(...own);
      device.queue.writeBuffer(counts, 4, Uint32Array.of(started.length));
      const after = device.createCommandEncoder();
      addresses.encode(after);
      claims.encode(after);
      const sources = [claims.found, addresses.entered, ...claims.partsOf(capacity)];
      const [[found], entered, copiedHeads, copiedBodies] = (await readBack(device, sources, after)).map(
        (bytes) => new Uint32Array(bytes),
      );
      const copied = Array.from({ length: found }, (_, k) => copiedHeads[heads * k]);
      expect(copied.toSorted((a, b) => a - b)).toEqual(right.steps);
      for (let k = 0; k < found; k++) expect(copiedBodies[bodies * k + 9]).toBe(copied[k]);
      const bits = Array.from({ length: steps }, (_, step) => step).filter((s) => (entered[s >> 5] >>> (s & 31)) & 1);
      expect(bits).toEqual(right.entered);
    }
    for (const plan of [claims, addresses]) plan.destroy();
    memory.release();
  });
});
