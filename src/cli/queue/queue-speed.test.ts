import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { SHORT_TIMES } from "../devices/testing.ts";
import { refusal } from "../testing.ts";
import { connectRedis, redisAddress } from "./connection.ts";
import { measureQueue } from "./queue-speed.bench.ts";
import { HAS_REDIS, type RedisServer, startRedis } from "./testing.ts";

vi.mock("./timing.ts", () => SHORT_TIMES);

describe.skipIf(!HAS_REDIS)("bench-sweep --redis", () => {
  const folder = mkdtempSync(join(tmpdir(), "threeray-speed-"));
  let server: RedisServer;
  beforeAll(async () => {
    server = await startRedis(join(folder, "redis"));
  });
  afterAll(async () => {
    await server?.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  const connect = () => connectRedis(redisAddress(server.url, {}), () => {});

  it("counts exactly on workers whose devices sleep, and empties Redis", async () => {
    const fleet = { workers: 3, devices: 2, ranges: 3, rangeMs: 20, seconds: 0.6 };
    const { exact, efficiency, middle } = await measureQueue(connect, fleet);
    expect(exact).toBe(true);
    expect(efficiency).toBeGreaterThan(0);
    expect(efficiency).toBeLessThanOrEqual(1);
    expect(middle.ranges).toBeGreaterThan(10);
    expect(middle.commands).toBeGreaterThan(5);
    const redis = await connect();
    expect(await redis.dbsize()).toBe(0);
    redis.disconnect();
  });

  it("refuses a Redis that holds anything, and options of the other measurement", async () => {
    const redis = await connect();
    await redis.set("own", "data");
    const cases: [string[], RegExp][] = [
      [["--redis", server.url], /Redis must be empty/],
      [["--redis", server.url, "--minutes", "1"], /--minutes belongs to the simulation; leave --redis out/],
      [["--range-ms", "5"], /--range-ms belongs to the measured queue; give --redis/],
    ];
    for (const [args, message] of cases) {
      const { code, stderr } = await refusal(["bench-sweep", ...args]);
      expect(stderr).toMatch(message);
      expect(code).toBe(2);
    }
    expect(await redis.get("own")).toBe("data");
    redis.disconnect();
  });
});
