import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { cli, refusal } from "../testing.ts";

const folder = mkdtempSync(join(tmpdir(), "threeray-sweep-"));
afterAll(() => rmSync(folder, { recursive: true }));
const file = (name: string) => join(folder, name);
const json = (name: string) => JSON.parse(readFileSync(file(name), "utf8"));

/** One small sweep of each command. */
const SWEEPS = {
  equalizer: "equalizer --channel none --packets 20 --ebn0 9,13 --equalizers none,mmse --seed 3".split(" "),
  turbo: "turbo --length 40 --ebn0 0,2 --codewords 60 --seed 5".split(" "),
  mimo: "mimo --antennas 2 --qam 4 --snr 2,6 --code none --frames 30 --detectors zf,mtt".split(" "),
};

/** A sweep's JSON, written once. */
async function written(name: keyof typeof SWEEPS): Promise<any> {
  const target = `${name}.json`;
  if (!existsSync(file(target))) {
    expect(await cli([...SWEEPS[name], "--json", file(target)])).toMatchObject({ code: 0 });
  }
  return json(target);
}

describe("sweep commands", () => {
  it.each(Object.keys(SWEEPS) as (keyof typeof SWEEPS)[])(
    "%s: writes results, counts and what made them",
    async (name) => {
      const whole = await written(name);
      expect(whole).toMatchObject({ experiment: name, complete: true, shard: { index: 1, count: 1 } });
      expect(whole.adapter.name).toMatch(/WebGPU/);
      expect(whole.timings ?? whole.throughput).not.toHaveLength(0);
      for (const { errors, bits, ber, ci95, squares } of whole.results) {
        expect(ber).toBe(errors / bits);
        expect(ci95[0]).toBeLessThanOrEqual(ber);
        expect(squares).toBeGreaterThanOrEqual(errors);
      }
      const merged = await cli(["merge", file(`${name}.json`), file(`${name}.json`)]);
      expect(merged).toMatchObject({ code: 0, stderr: "" });
      const { results, ledger, complete, config } = JSON.parse(merged.stdout);
      expect({ results, ledger, complete, config }).toEqual({
        results: whole.results,
        ledger: whole.ledger,
        complete: true,
        config: whole.config,
      });
    },
  );

  it("resumes a shard until the sweep is complete", async () => {
    const whole = await written("turbo");
    expect(await cli([...SWEEPS.turbo, "--shard", "2/2", "--json", file("second.json")])).toMatchObject({ code: 0 });
    const half = await cli(["merge", file("second.json"), "--json", file("half.json")]);
    expect(half.stderr).toMatch(/the parts hold 50 % of the sweep/);
    expect(json("half.json").complete).toBe(false);
    const resumed = await cli(["turbo", "--resume", file("half.json"), "--json", file("resumed.json")]);
    expect(resumed.code).toBe(0);
    expect(json("resumed.json").results).toEqual(whole.results);
  });

  it("shards with a stop rule merge to the same end of each point", async () => {
    const args = [...SWEEPS.turbo, "--stop-errors", "4"];
    expect(await cli([...args, "--json", file("whole.json")])).toMatchObject({ code: 0 });
    for (const shard of ["1/2", "2/2"]) {
      await cli([...args, "--shard", shard, "--json", file(`stop-${shard[0]}.json`)]);
    }
    const parts = ["2", "1"].map((part) => file(`stop-${part}.json`));
    expect(await cli(["merge", ...parts, "--json", file("stopped.json")])).toMatchObject({ code: 0 });
    expect(json("stopped.json").results).toEqual(json("whole.json").results);
    expect(json("whole.json").results[0].frameErrors).toBe(4);
  });

  it("chooses its points automatically", async () => {
    const args = "turbo --length 40 --windows 1 --iterations 2 --ebn0 auto:1e-2 --codewords 200 --json -".split(" ");
    const { code, stdout } = await cli(args);
    expect(code).toBe(0);
    const { results } = JSON.parse(stdout) as { results: { ebn0Db: number; ber: number }[] };
    expect(results[0].ebn0Db).toBe(-4);
    expect(results.at(-1)!.ber).toBeLessThan(1e-2);
    for (const [i, { ber }] of results.slice(1).entries()) {
      expect(results[i].ber).toBeLessThanOrEqual(3 * Math.max(1e-2, ber));
    }
  });

  it("leaves a valid partial result at SIGINT, which can be resumed", async () => {
    const target = file("partial.json");
    const args = `equalizer --packets 640 --page-blocks 1 --ebn0 9 --equalizers none --json ${target}`.split(" ");
    let sent = false;
    const { code } = await cli(args, (child, stderr) => {
      // Some of the 20 blocks have been counted.
      if (sent || !stderr.includes("10 %")) return;
      sent = true;
      child.kill("SIGINT");
    });
    expect(code).toBe(130);
    const { complete, results } = json("partial.json");
    expect(complete).toBe(false);
    expect(results[0].bits).toBeGreaterThan(0);
    expect(results[0].bits).toBeLessThan(640 * 6144);
    const other = await refusal(["equalizer", "--resume", target, "--packets", "64"]);
    expect(other).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/its sweep and the command line differ in scenario/),
    });
  });

  it("ends with exit code 143 when SIGTERM stops it within its first block", async () => {
    const args = `equalizer --packets 640 --page-blocks 1 --equalizers none --json ${file("first.json")}`.split(" ");
    let sent = false;
    const { code } = await cli(args, (child, stderr) => {
      if (sent || !stderr.includes("%")) return;
      sent = true;
      child.kill("SIGTERM");
    });
    expect(code).toBe(143);
    expect(json("first.json").complete).toBe(false);
  });

  it("refuses files that are no parts of one sweep, with their names and the reason", async () => {
    const whole = await written("turbo");
    const other = await written("equalizer");
    const variant = (name: string, change: (copy: any) => void) => {
      const copy = structuredClone(whole);
      change(copy);
      writeFileSync(file(name), JSON.stringify(copy));
      return file(name);
    };
    writeFileSync(file("equalizer.json"), JSON.stringify(other));
    writeFileSync(file("broken.json"), "{");
    writeFileSync(file("list.json"), "[1]");
    const good = file("turbo.json");
    const cases: [string[], RegExp][] = [
      [[], /name the JSON files of the parts/],
      [["package.json"], /package.json is not the result of a sweep \(adaptive, equalizer, mimo, turbo, wifi\)/],
      [[file("list.json")], /list.json is not the result of a sweep/],
      [[file("broken.json")], /broken.json: cannot be read as JSON/],
      [[good, file("equalizer.json")], /equalizer.json: turbo: experiment must be "turbo", got "equalizer"/],
      [
        [good, variant("seed.json", (copy) => (copy.config.seed = 9))],
        /seed.json: turbo: the counts are of another sweep: it differs in seed/,
      ],
      [
        [variant("null.json", (copy) => (copy.ledger.points[0].blocks[0].sums[0][3] = null))],
        /null.json: .* a sum must be a whole/,
      ],
      [
        [variant("short.json", (copy) => copy.ledger.points[0].blocks[0].sums.pop())],
        /must have 1 rows, one per receiver, got 0/,
      ],
      [
        [variant("stray.json", (copy) => (copy.ledger.points[0].db = -1))],
        /a point at -1 dB that the sweep does not have/,
      ],
      [
        [variant("full.json", ({ ledger: { points } }) => points[0].blocks.push(points[0].blocks.at(-1)))],
        /full.json: turbo: the blocks of a point hold all \d+ units, and another block follows/,
      ],
      [
        [variant("shift.json", (copy) => (copy.ledger.points[0].blocks[0].first = 3))],
        /a block of \d+ units cannot begin at unit 3/,
      ],
      [[variant("shard.json", (copy) => (copy.shard.count = 1e8))], /COUNT ≤ 10000, got 1\/100000000/],
      [[variant("old.json", (copy) => delete copy.ledger)], /has no ledger of counted units/],
      [[variant("field.json", (copy) => (copy.config.wonder = 1))], /turbo: no field wonder/],
    ];
    for (const [files, message] of cases) {
      const { code, stderr } = await refusal(["merge", ...files]);
      expect(stderr).toMatch(message);
      expect(code).toBe(2);
    }
    expect((await refusal(["turbo", "--shard", "1/100000000"])).stderr).toMatch(/COUNT ≤ 10000/);
    expect((await refusal(["turbo", "--ebn0", "auto", "--shard", "1/2"])).stderr).toMatch(
      /need the counts of all shards/,
    );
  });
});
