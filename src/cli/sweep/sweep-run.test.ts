import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { cli, refusal } from "../testing.ts";

const folder = mkdtempSync(join(tmpdir(), "threeray-sweep-run-"));
afterAll(() => rmSync(folder, { recursive: true }));
const file = (name: string) => join(folder, name);
const json = (name: string) => JSON.parse(readFileSync(file(name), "utf8"));
const save = (name: string, value: unknown) => {
  writeFileSync(file(name), JSON.stringify(value));
  return file(name);
};

const CONFIG = { lab: "turbo", version: 1, length: 40, ebn0: "0,2", codewords: 60, seed: 5 };

describe("sweep run", () => {
  it("runs a configuration by shards, completes their merged file, and gives the command's counts", async () => {
    const config = save("config.json", CONFIG);
    const args = ["sweep", "run", config, "--shard", "2/3", "--json", file("part.json"), "--continue"];
    expect(await cli(args)).toMatchObject({ code: 0, stdout: "" });
    const part = readFileSync(file("part.json"), "utf8");
    expect(await cli(args)).toMatchObject({ code: 0 });
    expect(readFileSync(file("part.json"), "utf8")).toBe(part);
    await cli(["merge", file("part.json"), "--json", file("merged.json")]);
    expect(json("merged.json").complete).toBe(false);
    // Another machine may take a part of what is missing.
    const third = await cli(["sweep", "run", file("merged.json"), "--shard", "1/3", "--json", file("more.json")]);
    expect(third.code).toBe(0);
    const done = await cli(["sweep", "run", file("merged.json")]);
    const { results, ledger } = JSON.parse(done.stdout);
    const alone = await cli("turbo --length 40 --ebn0 0,2 --codewords 60 --seed 5 --json -".split(" "));
    expect({ results, ledger }).toEqual((({ results, ledger }) => ({ results, ledger }))(JSON.parse(alone.stdout)));

    // A complete result keeps the timings that `turbo` added.
    writeFileSync(file("alone.json"), alone.stdout);
    for (const more of [[], ["--json", file("alone.json")], ["--json", file("alone.json"), "--continue"]]) {
      const again = await cli(["sweep", "run", file("alone.json"), ...more]);
      expect(again).toMatchObject({ code: 0, stderr: expect.stringContaining("nothing of its sweep is left") });
      const kept = more.length > 0 ? json("alone.json") : JSON.parse(again.stdout);
      expect(kept).toEqual(JSON.parse(alone.stdout));
      expect(kept.throughput.length).toBeGreaterThan(0);
    }
  });

  it("refuses files that hold no sweep, with their names and the reason", async () => {
    const cases: [string[], RegExp][] = [
      [[], /sweep: name what to do; choose one of run/],
      [["walk"], /sweep: there is no "walk"/],
      [["run"], /takes one file, got none/],
      [["run", "package.json"], /package.json: holds no configuration of a sweep.*equalizer, mimo, turbo, wifi/],
      [["run", save("list.json", [1])], /list.json: holds no configuration/],
      [["run", save("field.json", { ...CONFIG, wonder: 1 })], /field.json: turbo: no field wonder/],
      [["run", save("foreign.json", { experiment: "turbo", config: { lab: "mimo" } })], /foreign.json: turbo: /],
      [["run", file("config.json"), "--continue"], /--continue needs the name of a file in --json/],
    ];
    for (const [args, message] of cases) {
      const { code, stderr } = await refusal(["sweep", ...args]);
      expect(stderr).toMatch(message);
      expect(code).toBe(2);
    }
  });
});
