import { EventEmitter, once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Redis } from "ioredis";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type MadeUpConfig, madeUpHost, madeUpSweep } from "../../core/measurement/made-up/testing.ts";
import { createRangeWorker, type RangeWorker } from "../../core/measurement/range-worker.ts";
import { randomOf, SHORT_TIMES, until } from "../devices/testing.ts";
import type { AnySweep } from "../sweep/sweeps.ts";
import { resultsJson } from "./collected.ts";
import { connectRedis, redisAddress } from "./connection.ts";
import type { DevicePool } from "./device-pool.ts";
import { createSweepStore } from "./sweep-store.ts";
import { HAS_REDIS, madeUpResult, type RedisServer, startRedis } from "./testing.ts";
import { work } from "./worker.ts";

vi.mock("./timing.ts", () => SHORT_TIMES);

const CONFIG: MadeUpConfig = { lab: "made-up", dbs: [1, 3, 6.5], units: 1000, stop: 0, unitMs: 0 };
const sweeps = [madeUpSweep as unknown as AnySweep];

/**
 * Returns a pool that computes in pages of up to `page` units. Its results come in any order. A tenth of all ranges fail
 * once: their jobs are done again.
 *
 * @param tried The ranges that a pool has tried.
 * @param shuffled Resolves after the next shuffle of the jobs that wait.
 */
function poolOf(page: number, random: () => number, tried: Set<string>, shuffled: () => Promise<void>): DevicePool {
  const workers = new Map<string, RangeWorker>();
  return {
    async run(sweep, { config }, task, signal) {
      const worker =
        workers.get(sweep) ?? createRangeWorker(madeUpSweep, config as MadeUpConfig, madeUpHost(), { page });
      workers.set(sweep, worker);
      const counted = await worker.run(task, signal);
      // While devices are busy, further jobs wait: a shuffle finds them, however fast this machine is.
      await shuffled();
      await sleep(20 * random());
      const range = JSON.stringify(task);
      const again = tried.has(range);
      tried.add(range);
      if (!again && random() < 0.1) throw new Error("this range fails once");
      const { adapter } = await madeUpHost().get();
      // With this time the jobs stay short, so that there are many.
      return counted && { ...counted, ms: 40 * task.count, adapter };
    },
    async close() {
      for (const worker of workers.values()) worker.close();
    },
  };
}

const SHUFFLE = `
local jobs = redis.call('LRANGE', KEYS[1], 0, -1)
for i = #jobs, 2, -1 do
  local j = tonumber(ARGV[1 + i % #ARGV]) % i + 1
  jobs[i], jobs[j] = jobs[j], jobs[i]
end
if #jobs > 1 then
  redis.call('DEL', KEYS[1])
  redis.call('RPUSH', KEYS[1], unpack(jobs))
end`;

describe.skipIf(!HAS_REDIS)("a sweep through Redis", () => {
  const folder = mkdtempSync(join(tmpdir(), "threeray-order-"));
  let server: RedisServer;
  let redis: Redis;
  beforeAll(async () => {
    server = await startRedis(join(folder, "redis"));
    redis = await connectRedis(redisAddress(server.url, {}), () => {});
  });
  afterAll(async () => {
    redis?.disconnect();
    await server?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const pages = [[1], [7], [4096], [3, 64, 1000]];
  it.each(pages.flatMap((sizes) => [0, 60].map((stop) => ({ sizes, stop }))))(
    "gives the same JSON in pages of $sizes units, with jobs in any order that fail in part, and a stop rule of $stop errors",
    async ({ sizes, stop }) => {
      const config = { ...CONFIG, stop };
      const random = randomOf(`order ${sizes.join(" ")} ${stop}`);
      const store = createSweepStore(redis);
      const end = new AbortController();
      const tried = new Set<string>();
      const shuffles = new EventEmitter().setMaxListeners(0);
      const shuffled = async () => void (await once(shuffles, "end", { signal: end.signal }).catch(() => {}));
      const pools = sizes.map((page) => poolOf(page, random, tried, shuffled));
      const options = { devices: 4, ranges: 2, sweeps, signal: end.signal, onNote: () => {} };
      const working = pools.map((pool) => work(redis, pool, options));
      const id = await store.submit("made-up", config);
      let [waited, most] = [0, 0];
      await until(async () => {
        const draws = Array.from({ length: 16 }, () => Math.floor(1e6 * random()));
        waited = Math.max(waited, await redis.llen("threeray:ranges:wait"));
        await redis.eval(SHUFFLE, 1, "threeray:ranges:wait", ...draws);
        shuffles.emit("end");
        for (const [, fields] of await redis.xrange(`threeray:sweep:${id}:results`, "-", "+", "COUNT", 50)) {
          most = Math.max(most, fields.length / 2);
        }
        return (await store.status(id)) === "done";
      }, 5);
      end.abort();
      await Promise.all(working);
      for (const pool of pools) await pool.close();
      // The order of one job means nothing.
      expect(waited).toBeGreaterThan(1);
      // Results of several ranges come together.
      expect(most).toBeGreaterThan(1);
      const found = resultsJson((await store.record(id))!, await store.counts(id), sweeps);
      expect(JSON.stringify(found)).toBe(JSON.stringify(madeUpResult(config)));
    },
  );
});
