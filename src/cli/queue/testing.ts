import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, rmSync } from "node:fs";
import { type MadeUpConfig, madeUpState, madeUpSweep } from "../../core/measurement/made-up/testing.ts";
import { sweepResults } from "../../core/measurement/sweep.ts";
import { freePort, until } from "../devices/testing.ts";

/** True if this machine has Redis. The tests that need it are skipped otherwise. */
export const HAS_REDIS = spawnSync("redis-server", ["--version"]).status === 0;

/** A Redis of a test, on a free port of the loopback. It keeps its data when it is killed. */
export interface RedisServer {
  port: number;
  url: string;
  /** Kills it at once. */
  kill(): Promise<void>;
  /** Starts it again on the same port, with its data. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** @param options Further options of redis-server. With "port 0" in them the port serves TLS. */
export async function startRedis(folder: string, options: readonly string[] = []): Promise<RedisServer> {
  mkdirSync(folder, { recursive: true });
  const port = await freePort();
  const tls = options.includes("--tls-cert-file");
  const ports = tls ? ["--port", "0", "--tls-port", String(port)] : ["--port", String(port)];
  const always = ["--bind", "127.0.0.1", "--dir", folder, "--appendonly", "yes", "--save", "", "--loglevel", "warning"];
  let server: ChildProcess;
  const begin = async () => {
    let said = "";
    server = spawn("redis-server", [...ports, ...always, ...options], { stdio: ["ignore", "pipe", "inherit"] });
    server.stdout!.on("data", (text: Buffer) => (said += text.toString()));
    await until(() => {
      if (server.exitCode !== null) throw new Error(`redis-server ended: ${said}`);
      return (
        spawnSync("redis-cli", ["-p", String(port), ...(tls ? ["--tls", "--insecure"] : []), "ping"], {
          encoding: "utf8",
        }).stdout.match(/PONG|NOAUTH/) !== null
      );
    });
  };
  const kill = async () => {
    if (server.exitCode !== null || server.signalCode !== null) return;
    server.kill("SIGKILL");
    await once(server, "exit");
  };
  await begin();
  return {
    port,
    url: `${tls ? "rediss" : "redis"}://127.0.0.1:${port}`,
    kill,
    restart: begin,
    async stop() {
      await kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Returns the JSON that the made-up sweep alone gives, and `done`. */
export function madeUpResult(config: MadeUpConfig): object {
  const state = madeUpState(config);
  const adapter = { name: "made up, WebGPU", vendor: "", architecture: "", software: false };
  const results = sweepResults(madeUpSweep, state);
  const { shard, ledger } = state;
  return { experiment: "made-up", config, shard, adapter, complete: true, results, ledger, done: true };
}
