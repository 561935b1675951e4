import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it, vi } from "vitest";
import { runCommand } from "../commands.ts";
import { ADAPTIVE } from "../../core/adaptive/experiment/experiment.ts";
import { adaptiveSweep } from "../../core/adaptive/experiment/sweep.ts";
import { sweepFile } from "../../core/measurement/sweep-file.ts";
import { newSweep } from "../../core/measurement/sweep.ts";
import { readJson } from "../files.ts";
import { refusal } from "../testing.ts";

const folder = mkdtempSync(join(tmpdir(), "threeray-merge-"));
afterAll(() => rmSync(folder, { recursive: true }));

type Sums = [frames: number, frameErrors: number, bits: number, errors: number, squares: number, iterations: number];
type Blocks = { first: number; units: number; sums: Sums[] }[];

/** Two shards of a sweep of 40 Turbo codewords with 40 bits, as a command wrote them. */
const CONFIG = { length: 40, ebn0: "0,1", windows: "1", iterations: "2", codewords: 40, seed: 3 };
const fields = ["frames", "frameErrors", "bits", "errors", "squares", "iterations"];
const shard = (index: number, points: { db: number; blocks: Blocks }[]) => {
  const stop = { field: "frameErrors", errors: 0 };
  const ledger = { receivers: 1, fields, stop, units: 40, points };
  return { experiment: "turbo", config: CONFIG, shard: { index, count: 2 }, ledger };
};
const first = () =>
  shard(1, [
    {
      db: 0,
      blocks: [
        { first: 0, units: 16, sums: [[16, 13, 640, 113, 1135, 32]] },
        { first: 16, units: 4, sums: [[4, 2, 160, 19, 205, 8]] },
      ],
    },
    {
      db: 1,
      blocks: [
        { first: 0, units: 16, sums: [[16, 9, 640, 63, 575, 32]] },
        { first: 16, units: 4, sums: [[4, 2, 160, 16, 136, 8]] },
      ],
    },
  ]);
const second = shard(2, [
  {
    db: 0,
    blocks: [
      { first: 20, units: 4, sums: [[4, 2, 160, 13, 109, 8]] },
      { first: 24, units: 8, sums: [[8, 6, 320, 48, 512, 16]] },
      { first: 32, units: 8, sums: [[8, 6, 320, 42, 356, 16]] },
    ],
  },
]);

function written(name: string, content: object): string {
  const path = join(folder, name);
  writeFileSync(path, JSON.stringify(content));
  return path;
}
/** Returns a file of the first shard in which the counts of a block are others. */
function changed(name: string, change: Readonly<Record<number, number>>): string {
  const content = first();
  Object.assign(content.ledger.points[0].blocks[0].sums[0], change);
  return written(name, content);
}

describe("merge", () => {
  it("merges two shards, in any order and twice", async () => {
    const files = [written("p1.json", first()), written("p2.json", second)];
    const told = vi.spyOn(process.stderr, "write").mockImplementation(() => true);
    try {
      for (const order of [files, [...files, ...files.toReversed()]]) {
        expect(await runCommand(["merge", ...order, "--json", join(folder, "merged.json")])).toBe(0);
      }
    } finally {
      told.mockRestore();
    }
  });

  it.each([
    ["x-fegtframes.json", { 1: 17 }, /frameErrors must be from 0 to 16, got 17 \(units 0 to 15 at 0 dB, receiver 1\)/],
    ["x-errgtbits.json", { 3: 641 }, /errors must be from 13 to 520, got 641/],
    ["x-errs0fe13.json", { 3: 0, 4: 0 }, /errors must be from 13 to 520, got 0/],
    ["x-sqhuge.json", { 4: 1e9 }, /squares must be an odd number from 983 to 4520, got 1000000000/],
    ["frames.json", { 0: 15 }, /frames must be 16, got 15/],
    ["bits.json", { 2: 641 }, /bits must be 640, got 641/],
    ["squares.json", { 4: 981 }, /squares must be an odd number from 983 to 4520, got 981/],
    ["even.json", { 4: 1136 }, /squares must be an odd number .* got 1136/],
    ["none.json", { 1: 0 }, /errors must be 0, got 113/],
    ["iterations.json", { 5: 33 }, /iterations must be 32, got 33/],
  ])("refuses %s, where a command also does that would continue it", async (name, change, message) => {
    const file = changed(name, change);
    const other = written("p2.json", second);
    const named = new RegExp(`${name}: turbo: ${message.source}`);
    for (const args of [
      ["merge", file, other],
      ["merge", other, file],
      ["turbo", "--resume", file],
      ["sweep", "run", file],
    ]) {
      expect(await refusal(args)).toMatchObject({ code: 2, stderr: expect.stringMatching(named) });
    }
  });

  it("writes the theory beside the results, where the experiment has one", async () => {
    const config = ADAPTIVE.parse({ channel: "proakis-c", equalizers: ["lms"], ebn0: "6,8" });
    const file = written("lms.json", sweepFile(adaptiveSweep, newSweep(adaptiveSweep, config)));
    const { code } = await refusal(["merge", file, "--json", join(folder, "theory.json")]);
    expect(code).toBe(0);
    const { theory } = readJson(join(folder, "theory.json")) as { theory: { snrDb: number; mmseDb: number }[] };
    expect(theory.map(({ snrDb }) => Math.round(snrDb))).toEqual([9, 11]);
  });

  it("refuses counts if another file has different ones for the same units", async () => {
    const [one, two] = [written("p1.json", first()), changed("other.json", { 1: 12, 4: 1137 })];
    const message = /other.json: turbo: the counts of units 0 to 15 at 0 dB differ from those that are known/;
    expect(await refusal(["merge", one, two])).toMatchObject({ code: 2, stderr: expect.stringMatching(message) });
  });
});
