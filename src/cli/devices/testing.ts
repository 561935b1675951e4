import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { renameSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { build, type Plugin } from "vite";
import { isOutdated } from "../../../scripts/bundle.mjs";

const [CORE, CLI] = ["core", "cli"].map((room) => join(process.cwd(), "src", room));

/** Short times of the queue: a lost job is found in a second. Three devices get jobs of two ranges. */
export const SHORT_TIMES = {
  LOCK_MS: 900,
  STALLED_MS: 450,
  KEEPER_MS: 700,
  TICK_MS: 40,
  LATE_MS: 800,
  ANNOUNCE_MS: 500,
  ANNOUNCED_MS: 15_000,
  EASY_JOBS_PER_SECOND: 2,
};

/** The modules that are replaced: a made-up sweep on a device that does nothing, and short times. */
const REPLACED = /\/(experiments|dawn|timing)\.ts$/;

/** Replaces modules. */
const madeUp: Plugin = {
  name: "made-up",
  enforce: "pre",
  resolveId(source, importer) {
    const [, name] = REPLACED.exec(source) ?? [];
    const ours =
      (name !== "timing" || importer?.includes("/cli/queue/") === true) && !source.endsWith("/package/device/dawn.ts");
    return name && ours && !importer?.startsWith("\0") ? `\0${name}` : undefined;
  },
  load(id) {
    const sweep = join(CORE, "measurement/made-up/testing.ts");
    if (id === "\0experiments") {
      return `import { madeUpSweep as sweep } from "${sweep}"; export const EXPERIMENTS = { "made-up": async () => ({ sweep }) };`;
    }
    if (id === "\0dawn") {
      return `import { madeUpHost } from "${sweep}"; export * from "${join(CLI, "dawn.ts")}"; export const dawnHost = async () => madeUpHost();`;
    }
    if (id === "\0timing") {
      return Object.entries(SHORT_TIMES)
        .map(([name, ms]) => `export const ${name} = ${ms};`)
        .join("\n");
    }
    return undefined;
  },
};

/**
 * Builds the command line with a made-up sweep, unless another test has built it from the same sources. Returns its file.
 */
export async function buildMadeUpCli(): Promise<string> {
  const folder = join(process.cwd(), "dist-cli");
  const program = join(folder, "made-up.js");
  if (!isOutdated(program)) return program;
  const outDir = join(folder, `made-up-${process.pid}`);
  await build({
    configFile: "vite.cli.config.ts",
    plugins: [madeUp],
    build: { outDir, rolldownOptions: { output: { codeSplitting: false } } },
    logLevel: "error",
  });
  // Another test may build at the same time.
  renameSync(join(outDir, "main.js"), program);
  rmSync(outDir, { recursive: true });
  return program;
}

export interface Started {
  child: ChildProcess;
  /** Returns what came on standard error so far. */
  said(): string;
  /** The end of the process. */
  ended: Promise<{ code: number | null; signal: string | null; stdout: string; stderr: string }>;
}

/** Starts a program of Node's. */
export function start(program: string, args: readonly string[], env: NodeJS.ProcessEnv = process.env): Started {
  const child = spawn(process.execPath, [program, ...args], { env });
  let [stdout, stderr] = ["", ""];
  child.stdout.on("data", (text: Buffer) => (stdout += text.toString()));
  child.stderr.on("data", (text: Buffer) => (stderr += text.toString()));
  const ended = new Promise<Awaited<Started["ended"]>>((resolve) => {
    child.on("close", (code, signal) => resolve({ code, signal, stdout, stderr }));
  });
  return { child, said: () => stderr, ended };
}

/** Returns the processes that a process has started. */
export function childrenOf(pid: number): number[] {
  const { stdout } = spawnSync("ps", ["-o", "pid=", "--ppid", String(pid)], { encoding: "utf8" });
  return stdout.split(/\s+/).filter(Boolean).map(Number);
}

/** Returns true while a process lives. */
export function lives(pid: number): boolean {
  const { stdout } = spawnSync("ps", ["-o", "stat=", "-p", String(pid)], { encoding: "utf8" });
  return stdout.trim() !== "" && !stdout.startsWith("Z");
}

/** Returns random numbers from 0 to 1: others for each name, and for each seed of the tests. */
export function randomOf(name: string): () => number {
  let draws = 0;
  return () => {
    const digest = createHash("sha256").update(`${process.env.THREERAY_SEED} ${name} ${draws++}`).digest();
    return digest.readUInt32BE() / 2 ** 32;
  };
}

export const sleep = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

/** Waits until something is true, and looks every `ms`. Fails after two minutes. */
export async function until(what: () => unknown, ms = 50): Promise<void> {
  for (const end = performance.now() + 120_000; performance.now() < end;) {
    if (await what()) return;
    await sleep(ms);
  }
  throw new Error(`this did not come true: ${what.toString()}`);
}

/** Returns a port of the loopback that nothing uses. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.on("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });
}
