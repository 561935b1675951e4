import { assert, asyncProperty, double, integer } from "fast-check";
import { describe, expect, it } from "vitest";
import { pack } from "../../gpu/rows.ts";
import { gpuRuns, poison, readWords, run, testDevice, testRandom, upload } from "../../gpu/testing.ts";
import { candidates, type Rule } from "./candidates.reference.ts";
import { createCandidates } from "./candidates.ts";
import { LEAD, type SearchSpan } from "./page.ts";
import { GAP, LATE, PLATEAU, SEARCH } from "./search.ts";

const usual: Rule = { plateau: PLATEAU, gap: GAP };

/** Runs of random length above and below the threshold. */
function runs(seed: number, length: number, { high = 60, low = 200 } = {}): Uint8Array {
  const random = testRandom(seed);
  const above = new Uint8Array(length);
  let n = 0;
  while (n < length) {
    n += Math.floor(low * random() ** 2);
    const end = n + Math.floor(high * random());
    above.fill(1, n, end);
    n = end + 1;
  }
  return above;
}

/** The samples of `above` in which the energy has risen: stretches of random length. */
function rising(above: Uint8Array, seed: number): Uint8Array {
  const open = runs(seed + 1, above.length, { high: 200, low: 300 });
  return above.map((bit, n) => bit & open[n]);
}

async function listed(above: Uint8Array, risen: Uint8Array, { capacity = 1000, page, rule = usual }: Options = {}) {
  const device = await testDevice();
  const own = page ?? { length: above.length, lead: 0, own: above.length };
  const plan = await createCandidates(device, {
    above: upload(device, pack([above, risen])),
    capacity,
    ...own,
    ...rule,
  });
  for (const buffer of [plan.candidates, plan.counts, plan.dispatches]) poison(device, buffer);
  await run(device, plan);
  const counts = await readWords(device, plan.counts, 2);
  const pairs = await readWords(device, plan.candidates, 2 * Math.max(1, counts[0]));
  const dispatch = [...(await readWords(device, plan.dispatches, 3))];
  plan.destroy();
  const places = Array.from({ length: counts[0] }, (_, i) => pairs[2 * i]);
  const ends = Array.from({ length: counts[0] }, (_, i) => pairs[2 * i + 1]);
  return { places, ends, dropped: counts[1], dispatch };
}

interface Options {
  capacity?: number;
  page?: SearchSpan;
  rule?: Rule;
}

const endsOf = (places: readonly number[]) =>
  places.map((n, i) => Math.min(n + SEARCH, places[i + 1] ?? Number.POSITIVE_INFINITY));

describe("wifi/acquisition/candidates", () => {
  it.each([
    { length: 31, seed: 1 },
    { length: 5000, seed: 2 },
    { length: 8192, seed: 3 },
    { length: 70_001, seed: 4 },
  ])("agrees with the rule: $length samples", async ({ length, seed }) => {
    const above = runs(seed, length);
    const risen = rising(above, seed);
    const expected = candidates(above, risen, usual);
    const { places, ends, dropped, dispatch } = await listed(above, risen);
    expect(places).toEqual(expected);
    expect(ends).toEqual(endsOf(expected));
    expect({ dropped, dispatch }).toEqual({ dropped: 0, dispatch: [expected.length, 1, 1] });
  });

  it("agrees with the rule for any bits and any page", async () => {
    const part = double({ min: 0, max: 1, noNaN: true });
    const lengths = integer({ min: 1, max: 20_000 });
    const any = asyncProperty(lengths, part, part, integer(), async (length, before, after, seed) => {
      const above = runs(seed, length);
      const risen = rising(above, seed);
      const lead = Math.floor(before * (length - 1));
      const own = 1 + Math.floor(after * (length - lead - 1));
      const all = candidates(above, risen, usual);
      const expected = all.filter((n) => n >= lead && n < lead + own);
      const { places, ends } = await listed(above, risen, { page: { length, lead, own } });
      expect(places).toEqual(expected);
      expect(ends).toEqual(endsOf(all).filter((_, i) => expected.includes(all[i])));
    });
    await assert(any, { numRuns: gpuRuns(8) });
  });

  it.each([
    { plateau: 1, gap: 32 },
    { plateau: 32, gap: 32 },
    { plateau: 17, gap: 96 },
    { plateau: 2, gap: 256 },
  ])("agrees with the rule: plateau $plateau, gap $gap", async (rule) => {
    const above = runs(7 + rule.plateau, 4000, { high: 1.5 * rule.plateau + 2, low: 4 * rule.gap });
    const risen = rising(above, 7 + rule.plateau);
    expect((await listed(above, risen, { rule })).places).toEqual(candidates(above, risen, rule));
  });

  it("finds one candidate in ones alone, and none in zeros", async () => {
    expect((await listed(new Uint8Array(3000).fill(1), new Uint8Array(3000))).places).toEqual([0]);
    expect((await listed(new Uint8Array(3000), new Uint8Array(3000))).places).toEqual([]);
  });

  it("finds plateaus where the energy has risen, while ones never end", async () => {
    const above = new Uint8Array(3000).fill(1);
    const risen = above.map((_, n) => Number(n > 900 && n < 960));
    expect((await listed(above, risen)).places).toEqual([0, 901]);
    // Shortly after another candidate they belong to it.
    const risenAt = (place: number) => above.map((_, n) => Number(n >= place && n < place + 40));
    expect((await listed(above, risenAt(LATE))).places).toEqual([0]);
    expect((await listed(above, risenAt(LATE + 1))).places).toEqual([0, LATE + 1]);
  });

  it("counts the candidates that have no room", async () => {
    const above = runs(11, 40_000);
    const risen = rising(above, 11);
    const expected = candidates(above, risen, usual);
    const { places, dropped } = await listed(above, risen, { capacity: 7 });
    expect(places).toEqual(expected.slice(0, 7));
    expect(dropped).toBe(expected.length - 7);
  });

  it("lists each candidate once, with its end, however the recording is cut into pages", async () => {
    const above = runs(13, 9000);
    const risen = rising(above, 13);
    const expected = candidates(above, risen, usual);
    for (const own of [1000, 1333]) {
      const places: number[] = [];
      const ends: number[] = [];
      for (let first = 0; first < above.length; first += own) {
        const from = Math.max(0, first - LEAD);
        const [samples, strong] = [above, risen].map((bits) => bits.slice(from, first + own + LEAD));
        const page = { length: samples.length, lead: first - from, own: Math.min(own, above.length - first) };
        const found = await listed(samples, strong, { page });
        places.push(...found.places.map((n) => from + n));
        ends.push(...found.ends.map((n) => from + n));
      }
      expect(places).toEqual(expected);
      expect(ends).toEqual(endsOf(expected));
    }
  });

  it("refuses numbers out of range", async () => {
    const above = upload(await testDevice(), new Uint32Array(64));
    const good = { above, capacity: 10, length: 2000, lead: 0, own: 2000 };
    const label = "wifi/acquisition/candidates:";
    for (const [bad, message] of [
      [{ capacity: 0 }, "capacity must be a positive integer, got 0"],
      [{ plateau: 33 }, "plateau must be an integer from 1 to 32, got 33"],
      [{ gap: 40 }, "gap must be a positive multiple of 32, got 40"],
      [{ lead: 1 }, "1 samples of lead and 2000 own samples must fit into 2000 samples"],
    ] as const) {
      await expect(createCandidates(await testDevice(), { ...good, ...bad })).rejects.toThrow(`${label} ${message}`);
    }
  });
});
