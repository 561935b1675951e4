import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type MadeUpConfig, madeUpState, madeUpSweep } from "../../core/measurement/made-up/testing.ts";
import { sweepResults } from "../../core/measurement/sweep.ts";
import { cli } from "../testing.ts";
import { checkHiding, chooseDevices, hiding, nvidiaDevices } from "./device-list.ts";
import { startDeviceProcess } from "./device-process.ts";
import { buildMadeUpCli, childrenOf, lives, randomOf, sleep, start, until } from "./testing.ts";

const folder = mkdtempSync(join(tmpdir(), "threeray-devices-"));
const file = (name: string) => join(folder, name);
let program: string;
beforeAll(async () => {
  program = await buildMadeUpCli();
});
afterAll(() => rmSync(folder, { recursive: true }));

const CONFIG: MadeUpConfig = { lab: "made-up", dbs: [1, 3, 6.5], units: 20_000, stop: 0, unitMs: 0.05 };

function configFile(config: MadeUpConfig): string {
  const path = file(`${JSON.stringify(config).length}-${config.stop}-${config.units}.json`);
  writeFileSync(path, JSON.stringify(config));
  return path;
}

/** Returns what one device counts. */
function expected(config: MadeUpConfig) {
  const state = madeUpState(config);
  return { complete: true, ledger: state.ledger, results: sweepResults(madeUpSweep, state) };
}

const sweepOf = (config: MadeUpConfig, gpus: number, json = "-") =>
  start(program, ["sweep", "run", configFile(config), "--gpus", String(gpus), "--json", json]);

describe("--gpus", () => {
  it.each([
    ["all", [], ["GPU 0 -"]],
    ["1", [], ["GPU 0 -"]],
    ["3", [], ["process 1 -", "process 2 -", "process 3 -"]],
    ["all", [0, 1], ["GPU 0 -/dev/nvidia1", "GPU 1 -/dev/nvidia0"]],
    ["1", [2, 5], ["GPU 2 -/dev/nvidia5"]],
    ["5,0", [0, 2, 5], ["GPU 5 -/dev/nvidia0,/dev/nvidia2", "GPU 0 -/dev/nvidia2,/dev/nvidia5"]],
    ["2,", [0, 2], ["GPU 2 -/dev/nvidia0"]],
    ["0", [0], /from 1 to 64, got 0/],
    ["65", [], /from 1 to 64, got 65/],
    ["3", [0, 1], /this machine has 2, got 3/],
    ["1,7", [0, 1], /has no GPU 7; it has 0, 1/],
    ["1,1", [0, 1], /named twice/],
    ["two", [0, 1], /takes all, a number of GPUs, or a list of their numbers; got "two"/],
    ["", [0, 1], /got ""/],
  ] as [string, number[], string[] | RegExp][])("%j on a machine with GPUs %j", (text, found, result) => {
    const choose = () => chooseDevices(text, found).map(({ name, hidden }) => `${name} -${hidden.join(",")}`);
    if (result instanceof RegExp) expect(choose).toThrow(result);
    else expect(choose()).toEqual(result);
  });

  it("finds the nodes of GPUs in a folder", () => {
    const dev = mkdtempSync(join(folder, "dev-"));
    for (const name of ["nvidia10", "nvidia2", "nvidiactl", "nvidia-uvm", "null"]) writeFileSync(join(dev, name), "");
    // A GPU that another process hides from this one.
    symlinkSync("/dev/null", join(dev, "nvidia3"));
    expect(nvidiaDevices(dev)).toEqual([2, 10]);
    expect(nvidiaDevices(file("none"))).toEqual([]);
  });

  it("hides device nodes from a program, and from no other", (context) => {
    const [hidden, seen] = [file("hidden"), file("seen")];
    writeFileSync(hidden, "hidden");
    writeFileSync(seen, "seen");
    const [command, ...args] = hiding([hidden], ["cat", hidden, seen]);
    const { stdout, stderr, status } = spawnSync(command, args, { encoding: "utf8" });
    if (/unshare failed|not permitted|denied/.test(stderr)) {
      process.stderr.write(`This machine cannot hide device nodes (${stderr.trim()}): the test is skipped.\n`);
      context.skip();
    }
    expect([stdout, status]).toEqual(["seen", 0]);
    expect(readFileSync(hidden, "utf8")).toBe("hidden");
  });
});

describe("processes of devices", () => {
  it.each([
    ["all units", CONFIG],
    ["automatic points and a stop rule", { ...CONFIG, dbs: "auto", units: 8000, stop: 60 }],
  ] as [string, MadeUpConfig][])(
    "give the counts of one device when they are killed at random: %s",
    async (_, config) => {
      const { child, ended } = sweepOf(config, 3);
      const random = randomOf("devices");
      let kills = 0;
      const end = ended.then(() => Infinity);
      while ((await Promise.race([end, sleep(60 + 150 * random())])) !== Infinity && kills < 8) {
        const processes = childrenOf(child.pid!);
        const victim = processes[Math.floor(random() * processes.length)];
        if (victim) process.kill(victim, "SIGKILL");
        kills += Number(victim !== undefined);
      }
      const { code, stdout, stderr } = await ended;
      expect(stderr).toMatch(/3 processes share the one adapter/);
      expect(stderr).toMatch(/process \d: its process ended \(SIGKILL\). Another process takes its place/);
      expect(code).toBe(0);
      expect(JSON.parse(stdout)).toMatchObject(expected(config));
      expect(JSON.stringify(JSON.parse(stdout).ledger)).toBe(JSON.stringify(madeUpState(config).ledger));
    },
  );

  it("end with their command, even while a driver blocks them", async () => {
    const { child } = sweepOf({ ...CONFIG, unitMs: -1 }, 2);
    await until(() => childrenOf(child.pid!).length === 2);
    const processes = childrenOf(child.pid!);
    await sleep(1000);
    child.kill("SIGKILL");
    await until(() => !processes.some(lives));
  });

  it("end when ctrl-C stops their command, which keeps its counts", async () => {
    const target = file("stopped.json");
    const { child, ended, said } = sweepOf({ ...CONFIG, units: 1e6 }, 2, target);
    await until(() => childrenOf(child.pid!).length === 2);
    const processes = childrenOf(child.pid!);
    await until(() => said().includes("% "));
    // On a busy machine the first counts come a moment after the first progress.
    await new Promise((done) => setTimeout(done, 500));
    // A terminal sends the signal to all processes.
    for (const pid of [child.pid!, ...processes]) process.kill(pid, "SIGINT");
    const { code, signal } = await ended;
    expect(processes.some(lives)).toBe(false);
    // A command whose last step takes longer than a moment ends by the signal itself.
    expect(code === 130 || signal === "SIGINT").toBe(true);
    const { complete, ledger } = JSON.parse(readFileSync(target, "utf8"));
    expect(complete).toBe(false);
    expect(ledger.points[0].blocks[0].units).toBeGreaterThan(0);
  });

  it("are lost when they make no progress", async () => {
    const own = process.argv[1];
    process.argv[1] = program;
    try {
      // Its messages also pass through the program that hides nodes.
      writeFileSync(file("node"), "");
      const hidden = canHide() ? [file("node")] : [];
      const one = await startDeviceProcess({ name: "GPU 0", hidden }, { hangMs: 2000 });
      const [pid] = childrenOf(process.pid).filter((child) => commandOf(child).includes(program));
      const worker = one.open({ experiment: "made-up", config: CONFIG });
      const stay = new AbortController().signal;
      const counted = await worker.run({ db: 1, first: 0, count: 10 }, stay);
      expect(counted?.point.blocks.map(({ first, units }) => [first, units])).toEqual([
        [0, 8],
        [8, 2],
      ]);
      await expect(
        one.open({ experiment: "unknown", config: {} }).run({ db: 1, first: 0, count: 1 }, stay),
      ).rejects.toThrow('there is no sweep "unknown"');
      process.kill(pid, "SIGSTOP");
      await expect(worker.run({ db: 1, first: 0, count: 10 }, stay)).rejects.toThrow("GPU 0: it makes no progress");
      await one.close();
      expect(lives(pid)).toBe(false);
    } finally {
      process.argv[1] = own;
    }
  });

  it("count a sweep on a real device as one process does", async () => {
    const args = "turbo --length 40 --windows 1 --iterations 2 --ebn0 0,3 --codewords 60 --seed 5".split(" ");
    const alone = await cli([...args, "--json", "-"]);
    const two = await cli([...args, "--gpus", "2", "--json", "-"]);
    const [one, other] = [alone, two].map(({ stdout }) => JSON.parse(stdout));
    // Timings differ from run to run.
    expect(JSON.stringify({ ...other, throughput: [] })).toBe(JSON.stringify({ ...one, throughput: [] }));
    expect(other.throughput).not.toHaveLength(0);
  });
});

function canHide(): boolean {
  try {
    checkHiding([{ name: "", hidden: [file("node")] }]);
    return true;
  } catch {
    return false;
  }
}

const commandOf = (pid: number) => spawnSync("ps", ["-o", "args=", "-p", String(pid)], { encoding: "utf8" }).stdout;
