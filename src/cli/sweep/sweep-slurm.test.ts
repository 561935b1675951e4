import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it, vi } from "vitest";
import { type MadeUpConfig, madeUpState } from "../../core/measurement/made-up/testing.ts";
import { buildMadeUpCli, start } from "../devices/testing.ts";
import { missingSlurm, startSlurm, untilTrue } from "./slurm-testing.ts";
import { refusal } from "../testing.ts";

const folder = mkdtempSync(join(tmpdir(), "threeray slurm-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const file = (...names: string[]) => join(folder, ...names);
const text = (...names: string[]) => readFileSync(file(...names), "utf8");
const json = (...names: string[]) => JSON.parse(text(...names));
const save = (name: string, value: unknown) => {
  writeFileSync(file(name), JSON.stringify(value));
  return file(name);
};

const CONFIG = { lab: "turbo", version: 1, length: 40, ebn0: "0,2", codewords: 60, seed: 5 };
const config = save("config.json", CONFIG);
const slurm = async (...args: string[]) => {
  const quiet = vi.spyOn(process.stdout, "write").mockReturnValue(true);
  const outcome = await refusal(["sweep", "slurm", ...args]);
  quiet.mockRestore();
  return outcome;
};
vi.stubEnv("THREERAY_LAUNCHER", join(process.cwd(), "scripts/cli.mjs"));

describe("sweep slurm", () => {
  it("writes scripts that bash accepts, and refuses a folder with another sweep", async () => {
    const out = file("it's here");
    const args = ["--tasks", "12", "--out", out];
    expect(await slurm(config, ...args, "--minutes", "90", "--gres", "gpu:a100:1")).toEqual({ code: 0, stderr: "" });
    for (const name of ["array.sh", "merge.sh", "submit.sh"]) execFileSync("bash", ["-n", join(out, name)]);
    const array = text("it's here", "array.sh");
    for (const option of ["array=1-12", "time=90", "gres=gpu:a100:1", "requeue", "signal=B:USR1@120"]) {
      expect(array).toContain(`#SBATCH --${option}\n`);
    }
    const whole = text("it's here", "sweep.json");
    expect(await slurm(config, ...args, "--gres", "none")).toMatchObject({ code: 0 });
    expect(text("it's here", "sweep.json")).toBe(whole);
    expect(text("it's here", "array.sh")).not.toContain("gres");

    const other = save("other.json", { ...CONFIG, seed: 6 });
    const cases: [string[], RegExp][] = [
      [[other, ...args], /sweep.json is of another sweep; choose a new folder.*differs in seed/],
      [[config, "--tasks", "3"], /needs --tasks and --out/],
      [[config, ...args, "--minutes", "1"], /--minutes must be a whole number of at least 5/],
      [[config, ...args, "--gres", "gpu; rm"], /--gres must be like gpu:1/],
      [[config, "--tasks", "20000", "--out", out], /COUNT ≤ 10000, got 1\/20000/],
      [[save("auto.json", { ...CONFIG, ebn0: "auto" }), ...args], /automatic points need the counts of all shards/],
    ];
    for (const [given, message] of cases) {
      const { code, stderr } = await slurm(...given);
      expect(stderr).toMatch(message);
      expect(code).toBe(2);
    }
    expect(text("it's here", "sweep.json")).toBe(whole);
  });

  it("a task near its time limit saves its counts and queues again", async () => {
    await slurm(config, "--tasks", "2", "--out", file("short"), "--gres", "none");
    // Stands for the sweep: it saves at SIGTERM.
    writeFileSync(file("sweep.mjs"), 'process.on("SIGTERM", () => process.exit(143)); setInterval(() => {}, 1000);');
    mkdirSync(file("bin"));
    const requeued = file("requeued");
    writeFileSync(file("bin", "scontrol"), `#!/bin/bash\necho "$@" > '${requeued}'\n`);
    chmodSync(file("bin", "scontrol"), 0o755);
    const ends = (signal: string) => {
      rmSync(requeued, { force: true });
      const env = {
        ...process.env,
        PATH: `${file("bin")}:${process.env.PATH}`,
        THREERAY_LAUNCHER: file("sweep.mjs"),
        SLURM_ARRAY_JOB_ID: "7",
        SLURM_ARRAY_TASK_ID: "2",
      };
      const line = `bash array.sh & sleep 1; kill -${signal} $!; wait $!`;
      const { status } = spawnSync("bash", ["-c", line], { cwd: file("short"), env });
      return { status, requeued: existsSync(requeued) && readFileSync(requeued, "utf8") };
    };
    expect(ends("USR1")).toEqual({ status: 0, requeued: "requeue 7_2\n" });
    expect(ends("TERM")).toEqual({ status: 143, requeued: false });
  });

  const missing = missingSlurm();
  it.skipIf(missing.length > 0)(
    `gives the same counts on a Slurm of one node as the sweep alone (needs ${missing.join(", ") || "slurm-wlm, munge"})`,
    async () => {
      const program = await buildMadeUpCli();
      vi.stubEnv("THREERAY_LAUNCHER", program);
      const cluster: MadeUpConfig = { lab: "made-up", dbs: [1, 3, 6.5], units: 20_000, stop: 0, unitMs: 0.2 };
      const long = save("long.json", cluster);
      const node = await startSlurm();
      try {
        const args = ["sweep", "slurm", long, "--tasks", "3", "--out", file("cluster"), "--gres", "none"];
        expect((await start(program, args).ended).stderr).toBe("");
        // The second submission runs every task twice, at the same time and on the same files.
        const said = node.run("bash", file("cluster", "submit.sh"));
        const id = /job (\d+)/.exec(said)![1];
        node.run("bash", file("cluster", "submit.sh"));
        await untilTrue(() => text("cluster", "task-1.log").includes("start 1"));
        node.run("scancel", "--signal=USR1", "--batch", `${id}_1`);
        await untilTrue(() => node.run("squeue", "-h", "-o", "%i %r").includes(`${id}_1 BeginTime`));
        node.run("scontrol", "update", `jobid=${id}_1`, "StartTime=now");
        await untilTrue(() => node.run("squeue", "-h") === "");
        const { ledger } = madeUpState(cluster);
        expect(json("cluster", "result.json")).toMatchObject({ complete: true, ledger });
      } finally {
        node.stop();
      }
    },
  );
});
