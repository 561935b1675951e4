import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { hostname, tmpdir, userInfo } from "node:os";
import { join } from "node:path";
import { freePort, until } from "../devices/testing.ts";

const PROGRAMS = ["munged", "slurmctld", "slurmd", "sbatch", "scontrol"];

/** The programs of Slurm that this machine lacks. Debian's packages slurm-wlm and munge have them all. */
export const missingSlurm = (): string[] =>
  PROGRAMS.filter((name) => spawnSync("bash", ["-c", `PATH=$PATH:/usr/sbin command -v ${name}`]).status !== 0);

/** A cluster of one node, this machine, with its own key and ports. Its files are in a temporary folder. */
export interface SlurmNode {
  /** Runs one of Slurm's programs or a script, and returns its standard output. */
  run(program: string, ...args: string[]): string;
  stop(): void;
}

/** Starts munged, slurmctld and slurmd, and waits until the node takes jobs. */
export async function startSlurm(): Promise<SlurmNode> {
  const folder = mkdtempSync(join(tmpdir(), "threeray-slurm-"));
  const at = (name: string) => join(folder, name);
  const [host] = hostname().split(".");
  const { username } = userInfo();
  const [controllerPort, nodePort] = [await freePort(), await freePort()];
  for (const name of ["state", "spool"]) mkdirSync(at(name));
  writeFileSync(at("munge.key"), randomBytes(128), { mode: 0o600 });
  const configuration = {
    ClusterName: "threeray",
    SlurmctldHost: `${host}(127.0.0.1)`,
    SlurmUser: username,
    SlurmdUser: username,
    AuthType: "auth/munge",
    AuthInfo: `socket=${at("munge.socket")}`,
    SlurmctldPort: controllerPort,
    SlurmdPort: nodePort,
    StateSaveLocation: at("state"),
    SlurmdSpoolDir: at("spool"),
    SlurmctldPidFile: at("slurmctld.pid"),
    SlurmdPidFile: at("slurmd.pid"),
    ProctrackType: "proctrack/linuxproc",
    TaskPlugin: "task/none",
    SelectType: "select/cons_tres",
    SelectTypeParameters: "CR_CPU",
    SchedulerType: "sched/builtin",
    // Jobs start at once. A cluster waits for some seconds, to decide on many at a time.
    SchedulerParameters: "batch_sched_delay=0,sched_interval=1,sched_min_interval=0",
    MpiDefault: "none",
    ReturnToService: 2,
    // More processors than the machine has: all tasks run at a time.
    SlurmdParameters: "config_overrides",
    NodeName: `${host} NodeAddr=127.0.0.1 CPUs=16 State=UNKNOWN`,
    PartitionName: `lab Nodes=${host} Default=YES MaxTime=INFINITE State=UP`,
  };
  const lines = Object.entries(configuration).map(([name, value]) => `${name}=${value}`);
  writeFileSync(at("slurm.conf"), `${lines.join("\n")}\n`);
  const env = { ...process.env, PATH: `${process.env.PATH}:/usr/sbin`, SLURM_CONF: at("slurm.conf") };
  const started: ChildProcess[] = [];
  const start = (program: string, ...args: string[]) =>
    void started.push(spawn(program, args, { env, stdio: "ignore" }));
  const node: SlurmNode = {
    run: (program, ...args) => execFileSync(program, args, { env, encoding: "utf8", stdio: "pipe" }),
    stop() {
      for (const child of started.toReversed()) child.kill("SIGKILL");
      rmSync(folder, { recursive: true, force: true });
    },
  };
  const [key, socket, pid, log, seed] = ["key", "socket", "pid", "log", "seed"].map((name) => at(`munge.${name}`));
  start(
    "munged",
    "--foreground",
    "--force",
    `--key-file=${key}`,
    `--socket=${socket}`,
    `--pid-file=${pid}`,
    `--log-file=${log}`,
    `--seed-file=${seed}`,
  );
  try {
    await untilTrue(() => node.run("munge", `--socket=${socket}`, "--no-input"));
    start("slurmctld", "-D");
    start("slurmd", "-D", "-N", host);
    await untilTrue(() => node.run("sinfo", "-h", "-o", "%T") === "idle\n");
  } catch (error) {
    node.stop();
    throw error;
  }
  return node;
}

/** Waits until something is true. An error means that it is not true yet. */
export const untilTrue = (what: () => unknown) =>
  until(() => {
    try {
      return what();
    } catch {
      return false;
    }
  }, 100);
