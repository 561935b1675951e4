import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Redis } from "ioredis";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { type MadeUpConfig, madeUpState, madeUpSweep } from "../../core/measurement/made-up/testing.ts";
import { buildMadeUpCli, childrenOf, lives, randomOf, sleep, start, type Started, until } from "../devices/testing.ts";
import { nvidiaDevices } from "../devices/device-list.ts";
import { refusal } from "../testing.ts";
import type { AnySweep } from "../sweep/sweeps.ts";
import { resultsJson } from "./collected.ts";
import { connectRedis, redisAddress, withoutSecrets } from "./connection.ts";
import { createSweepStore, type RangeResult } from "./sweep-store.ts";
import { HAS_REDIS, madeUpResult, type RedisServer, startRedis } from "./testing.ts";

if (!HAS_REDIS) process.stderr.write("redis-server is not installed: the tests of the queue are skipped.\n");

const folder = mkdtempSync(join(tmpdir(), "threeray-queue-"));
const file = (name: string) => join(folder, name);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const CONFIG: MadeUpConfig = { lab: "made-up", dbs: [1, 3, 6.5], units: 20_000, stop: 0, unitMs: 0.05 };
/** A sweep that ends soon. */
const SHORT: MadeUpConfig = { ...CONFIG, units: 1000 };
const SWEEPS: Record<string, MadeUpConfig> = {
  "all units": CONFIG,
  "a stop rule": { ...CONFIG, stop: 300 },
  "automatic points": { ...CONFIG, dbs: "auto", units: 8000, stop: 60 },
};

/** Returns the text of the JSON that the sweep alone writes. */
const alone = (config: MadeUpConfig) => `${JSON.stringify(madeUpResult(config), null, 2)}\n`;

describe("the address of Redis", () => {
  it.each([
    ["redis://example.org", {}, "redis://example.org:6379", undefined, undefined],
    ["redis://example.org:7000/3", {}, "redis://example.org:7000/3", undefined, undefined],
    ["rediss://ann:p%40ss@[::1]:7000", {}, "rediss://[::1]:7000", "ann", "p@ss"],
    [undefined, { REDIS_URL: "redis://:secret@host" }, "redis://host:6379", undefined, "secret"],
    ["redis://host", { REDIS_USERNAME: "ann", REDIS_PASSWORD: "secret" }, "redis://host:6379", "ann", "secret"],
    ["redis://:own@host", { REDIS_PASSWORD: "other" }, "redis://host:6379", undefined, "own"],
    ["redis://host", { REDIS_USERNAME: "", REDIS_PASSWORD: "" }, "redis://host:6379", undefined, undefined],
  ])("%s with %j", (url, env, shown, username, password) => {
    const address = redisAddress(url, env);
    expect([address.shown, address.options.username, address.options.password]).toEqual([shown, username, password]);
    expect(address.options.tls !== undefined).toBe(shown.startsWith("rediss"));
  });

  it("is refused without repeating a password", () => {
    for (const url of ["http://ann:secret@host", "redis://ann:secret@", "ann:secret@host", "redis://:secret@host/x"]) {
      expect(() => redisAddress(url, {})).toThrow(/the URL of Redis/);
      expect(() => redisAddress(url, {})).not.toThrow(/secret/);
    }
    expect(() => redisAddress(undefined, {})).toThrow(/give --redis redis:\/\/HOST:PORT, or set REDIS_URL/);
    expect(withoutSecrets("a secret at redis://u:x@h and secret", ["secret"])).toBe("a … at redis://…@h and …");
  });
});

describe.skipIf(!HAS_REDIS)("sweeps through Redis", () => {
  let program: string;
  let server: RedisServer;
  let redis: Redis;
  let store: ReturnType<typeof createSweepStore>;
  const workers = new Set<Started>();
  beforeAll(async () => {
    program = await buildMadeUpCli();
    server = await startRedis(file("redis"));
    redis = await connectRedis(redisAddress(server.url, {}), () => {});
    store = createSweepStore(redis);
  });
  afterEach(async () => {
    for (const { child } of workers) child.kill("SIGKILL");
    await Promise.all([...workers].map(({ ended }) => ended));
    workers.clear();
    await redis.flushall();
  });
  afterAll(async () => {
    redis?.disconnect();
    await server?.stop();
  });

  const command = (args: string[], env: NodeJS.ProcessEnv = {}) =>
    start(program, ["sweep", ...args], { ...process.env, REDIS_URL: server.url, ...env });

  function worker(args: string[] = [], env?: NodeJS.ProcessEnv): Started {
    const started = command(["work", ...args], env);
    workers.add(started);
    void started.ended.then(() => workers.delete(started));
    return started;
  }

  async function submit(config: MadeUpConfig): Promise<string> {
    writeFileSync(file("config.json"), JSON.stringify(config));
    const { code, stdout, stderr } = await command(["submit", file("config.json")]).ended;
    expect([code, stderr]).toEqual([0, ""]);
    return stdout.trim().split("\n").at(-1)!;
  }

  /** Submits a sweep without a further process. */
  const submitHere = (config: MadeUpConfig) => store.submit("made-up", config);

  /** Returns the text that `sweep results` writes, without a further process. */
  async function resultsHere(id: string): Promise<string> {
    const sweeps = [madeUpSweep as unknown as AnySweep];
    const json = resultsJson((await store.record(id))!, await store.counts(id), sweeps);
    return `${JSON.stringify(json, null, 2)}\n`;
  }

  const finished = (id: string) => until(async () => (await store.status(id)) === "done");

  async function resultsOf(id: string): Promise<string> {
    const { code, stdout, stderr } = await command(["results", id, "--json", "-"]).ended;
    expect([code, stderr]).toEqual([0, ""]);
    return stdout;
  }

  it("give the JSON of the sweep alone, byte for byte, for any number of workers", async () => {
    for (const count of process.env.THREERAY_SLOW ? [1, 2, 4, 7] : [2]) {
      while (workers.size < count) worker();
      for (const config of Object.values(SWEEPS).slice(process.env.THREERAY_SLOW ? 0 : -1)) {
        const id = await submit(config);
        await finished(id);
        expect(await resultsOf(id)).toBe(alone(config));
      }
    }
  });

  it("begin with the counts of a submitted result, which are not computed again", async () => {
    const part = { ...madeUpResult({ ...SHORT, dbs: [1, 3] }), config: SHORT, complete: false };
    writeFileSync(file("part.json"), JSON.stringify(part));
    const { code, stdout, stderr } = await command(["submit", file("part.json")]).ended;
    expect([code, stderr]).toEqual([0, `The sweep begins with the counts in ${file("part.json")}.\n`]);
    const id = stdout.trim();
    const { ledger } = JSON.parse(await resultsHere(id));
    expect(ledger.points.map(({ db }: { db: number }) => db)).toEqual([1, 3]);
    worker();
    await finished(id);
    expect(await resultsHere(id)).toBe(alone(SHORT));
  });

  it("wait while Redis is full: no counts are lost, and messages say what to do", async () => {
    const id = await submitHere({ ...SHORT, unitMs: 2 });
    const { said } = worker();
    await until(async () => Number(await redis.xlen(`threeray:sweep:${id}:results`)) > 0);
    await redis.config("SET", "maxmemory", "1");
    await until(() => said().includes("its memory is full. Raise its maxmemory"));
    writeFileSync(file("config.json"), JSON.stringify(SHORT));
    const { code, stderr } = await command(["submit", file("config.json")]).ended;
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/^Redis at \S+: its memory is full\. .*What it holds is kept/),
    ]);
    await redis.config("SET", "maxmemory", "0");
    await finished(id);
    expect(await resultsHere(id)).toBe(alone({ ...SHORT, unitMs: 2 }));
    expect(said()).not.toMatch(/OOM|EXECABORT/);
  });

  it("show their status, can be cancelled, and keep their results so far", async () => {
    const id = await submit({ ...CONFIG, units: 1e6 });
    expect((await command(["status", id]).ended).stdout).toBe(
      `${id}: running, 0 %, counts at 0 of 3 points; 0 workers with 0 devices\n`,
    );
    const { child, ended, said } = worker(["--gpus", "2"]);
    await until(() => said().includes("This worker has 2 devices"));
    if (nvidiaDevices().length === 0) {
      expect(said()).toContain(
        "This machine has no 2 NVIDIA GPUs: 2 processes share the one adapter, made up, WebGPU.",
      );
    }
    await until(async () => Number(await redis.xlen(`threeray:sweep:${id}:results`)) > 2);
    expect((await command(["status", id]).ended).stdout).toMatch(
      /counts at [123] of 3 points; 1 worker with 2 devices/,
    );
    expect((await command(["cancel", id]).ended).stdout).toBe(`${id}: cancelled\n`);
    expect((await command(["cancel", id]).ended).stdout).toBe(`${id}: nothing to cancel; it is cancelled\n`);
    const { complete, done, results } = JSON.parse(await resultsOf(id));
    expect({ complete, done }).toEqual({ complete: false, done: true });
    expect(results[0].frames).toBeGreaterThan(0);
    // The next sweep does not wait for the jobs of the cancelled one.
    await finished(await submitHere(SHORT));
    const processes = childrenOf(child.pid!);
    child.kill("SIGTERM");
    expect((await ended).code).toBe(0);
    expect(processes.some(lives)).toBe(false);
    expect(await store.workers()).toEqual([]);
  });

  it("fail with the message of a computation that fails, and leave other sweeps alone", async () => {
    worker();
    const broken = await submitHere({ ...CONFIG, unitMs: 1e9 });
    const good = await submitHere(SHORT);
    await until(async () => (await store.status(broken)) === "failed");
    await finished(good);
    const { code, stdout, stderr } = await command(["results", broken]).ended;
    expect(code).toBe(1);
    expect(stderr).toContain("made-up: units of 1000000000 ms are too slow");
    expect(JSON.parse(stdout)).toMatchObject({ complete: false, done: true });
  });

  it("refuse what they do not know, with exit code 2", async () => {
    writeFileSync(file("odd.json"), JSON.stringify({ lab: "else" }));
    const cases: [string[], RegExp][] = [
      [["submit"], /takes a file, got none/],
      [["submit", file("odd.json")], /odd.json: holds no configuration|lab must be/],
      [["status", "made-up-0"], /there is no sweep "made-up-0" in this Redis/],
      [["results", "a", "b"], /takes an ID, got "a" and "b"/],
      [["cancel"], /takes an ID/],
      [["remove", "made-up-0"], /there is no sweep "made-up-0" in this Redis/],
      [["remove", await submitHere(CONFIG)], /is running. Cancel it first: sweep cancel made-up-/],
      [["work", "--gpus", "x"], /--gpus takes all/],
    ];
    vi.stubEnv("REDIS_URL", server.url);
    for (const [args, message] of cases) {
      const { code, stderr } = await refusal(["sweep", ...args]);
      expect(stderr).toMatch(message);
      expect(code).toBe(2);
    }
    vi.unstubAllEnvs();
    expect(await refusal(["sweep", "status", "x", "--redis", "redis://127.0.0.1:1"])).toEqual({
      code: 1,
      stderr: expect.stringMatching(/^Redis at redis:\/\/127.0.0.1:1 cannot be used: .*ECONNREFUSED/),
    });
  });

  it("stay in Redis for 30 days after their end, or until they are removed", async () => {
    const state = madeUpState(CONFIG);
    const point = { ...state.ledger.points[0] };
    const late: RangeResult = {
      task: { db: point.db, first: 0, count: CONFIG.units },
      point,
      ms: 1,
      adapter: { name: "a", vendor: "", architecture: "", software: false },
    };
    const keys = () => redis.keys("threeray:sweep:*");
    const lives = async () => Promise.all((await keys()).map((key) => redis.ttl(key)));
    const [id, forgotten] = [await submitHere(CONFIG), await submitHere(CONFIG)];
    await store.append(id, [late]);
    await store.endPoint(id, point.db);
    expect(await store.save(id, "0-0", "0-0", { ledger: state.ledger, adapters: [] })).toBe(true);
    expect(await store.remove(id)).toBe(false);
    expect(new Set(await lives())).toEqual(new Set([-1]));

    await store.end(id, "cancelled");
    await store.end(forgotten, "done");
    for (const seconds of await lives()) expect(seconds).toBeGreaterThan(29.9 * 86_400);
    expect(JSON.parse(await resultsHere(id)).complete).toBe(true);
    expect(await store.removedAt(id)).toBeUndefined();

    // Thirty days later.
    const passed = async (key: string) => redis.expire(key, (await redis.ttl(key)) - 30 * 86_400 - 1);
    for (const key of (await keys()).filter((name) => name.includes(forgotten))) await passed(key);
    expect(await store.remove(id)).toBe(true);
    // What a worker sends late must not come back for ever.
    await store.append(id, [late]);
    await store.endPoint(id, point.db);
    expect(await store.save(id, "0-0", "0-0", { ledger: state.ledger, adapters: [] })).toBe(false);
    expect((await keys()).toSorted()).toEqual([id, forgotten].map((one) => `threeray:sweep:${one}`).toSorted());

    vi.stubEnv("REDIS_URL", server.url);
    for (const [command, one, status] of [
      ["results", id, "cancelled"],
      ["status", forgotten, "done"],
      ["remove", id, "cancelled"],
    ]) {
      const { code, stderr } = await refusal(["sweep", command, one]);
      expect(stderr).toMatch(
        new RegExp(`${one} was ${status}, and was removed on \\d{4}-\\d\\d-\\d\\d: by sweep remove`),
      );
      expect(code).toBe(2);
    }
    vi.unstubAllEnvs();
  });

  /** Shifts a process's clock by up to an hour, again and again. */
  const jumping = `--import data:text/javascript,${encodeURIComponent(
    "const now = Date.now; let shift = 0; Date.now = () => now() + shift;" +
      "setInterval(() => { shift = 7.2e6 * (Math.random() - 0.5); }, 300).unref();",
  )}`;

  /** Runs a sweep while workers, processes of devices and Redis are killed, stopped, and jobs lost and doubled. */
  async function disturbed(name: string, config: MadeUpConfig): Promise<void> {
    const random = randomOf(name);
    const any = <T>(list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)];
    const id = await submitHere(config);
    while (workers.size < 3)
      worker(random() < 0.3 ? ["--gpus", "2"] : [], random() < 0.3 ? { NODE_OPTIONS: jumping } : {});
    const log: string[] = [];
    const events: [string, () => Promise<unknown> | undefined][] = [
      ["a worker is killed", async () => any([...workers])?.child.kill("SIGKILL")],
      ["the worker that schedules is killed", async () => [...workers][0]?.child.kill("SIGKILL")],
      [
        "a device's process is killed",
        async () => {
          const pid = any([...workers].flatMap(({ child }) => childrenOf(child.pid!)));
          if (pid !== undefined) spawnSync("kill", ["-9", String(pid)]);
        },
      ],
      [
        "a worker hangs past its lock",
        async () => {
          const victim = any([...workers])?.child;
          victim?.kill("SIGSTOP");
          await sleep(1800);
          victim?.kill("SIGCONT");
        },
      ],
      [
        "Redis is killed",
        async () => {
          await server.kill();
          await sleep(300 * random());
          await server.restart();
        },
      ],
      [
        "a waiting job is lost",
        async () => {
          const job = await redis.rpop("threeray:ranges:wait");
          if (job) await redis.del(`threeray:ranges:${job}`);
        },
      ],
      [
        "counts come twice",
        async () => {
          const entries = await redis.xrange(`threeray:sweep:${id}:results`, "-", "+");
          for (const [, fields] of entries) {
            const results = fields.filter((_, i) => i % 2).map((json) => JSON.parse(json) as RangeResult);
            await store.append(id, results);
          }
        },
      ],
      ["the scheduler's lock is lost", async () => redis.del(`threeray:sweep:${id}:keeper`)],
    ];
    for (let turn = 0; turn < 8 && (await store.status(id)) === "running"; turn++) {
      await sleep(500 * random());
      const [what, happen] = any(events)!;
      log.push(what);
      await happen();
      while (workers.size < 3) worker();
    }
    try {
      await finished(id);
      expect(await resultsHere(id)).toBe(alone(config));
    } catch (error) {
      throw new Error(`after ${log.join(", ")}`, { cause: error });
    }
  }

  const runs = process.env.THREERAY_SLOW ? 50 : 2;
  it(
    `give the same JSON in ${runs} runs in which everything fails at random`,
    async () => {
      for (let run = 0; run < runs; run++) {
        const config = Object.values(SWEEPS)[run % 3];
        await disturbed(`queue ${run}`, { ...config, units: 2 * config.units });
      }
    },
    60_000 * (1 + runs),
  );

  it("keep credentials out of outputs, files and the titles of processes, over TLS with a user", async (context) => {
    const [certificate, key] = [file("certificate.pem"), file("key.pem")];
    const made = spawnSync("openssl", [
      ..."req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN=127.0.0.1 -addext subjectAltName=IP:127.0.0.1".split(" "),
      "-keyout",
      key,
      "-out",
      certificate,
    ]);
    if (made.status !== 0) {
      process.stderr.write("openssl is not installed: the test of TLS is skipped.\n");
      context.skip();
    }
    const secret = "p@ss-w/rd";
    const tls = ["--tls-cert-file", certificate, "--tls-key-file", key, "--tls-ca-cert-file", certificate];
    const rights = "~threeray:* &* +@all -@admin -@dangerous +info +client".split(" ");
    const acl = ["--user", "sweeper", "on", `>${secret}`, ...rights, "--user", "default", "off"];
    const secure = await startRedis(file("secure"), [...tls, "--tls-auth-clients", "no", ...acl]);
    try {
      const url = secure.url.replace("//", `//sweeper:${encodeURIComponent(secret)}@`);
      const hidden = (text: string) => {
        for (const part of [secret, encodeURIComponent(secret)]) expect(text).not.toContain(part);
      };
      const env = { REDIS_URL: "", NODE_EXTRA_CA_CERTS: certificate };
      writeFileSync(file("tls.json"), JSON.stringify(SHORT));
      const submitted = await command(["submit", file("tls.json"), "--redis", url], env).ended;
      expect([submitted.code, submitted.stderr]).toEqual([0, ""]);
      const id = submitted.stdout.trim();
      const { child, said } = worker([], {
        ...env,
        REDIS_URL: secure.url,
        REDIS_USERNAME: "sweeper",
        REDIS_PASSWORD: secret,
      });
      const other = worker(["--redis", url], env);
      await until(() => said().includes("waits for sweeps") && other.said().includes("waits for sweeps"));
      for (const pid of [child.pid!, other.child.pid!, ...childrenOf(child.pid!), ...childrenOf(other.child.pid!)]) {
        hidden(readFileSync(`/proc/${pid}/cmdline`, "utf8"));
      }
      for (const pid of childrenOf(child.pid!)) hidden(readFileSync(`/proc/${pid}/environ`, "utf8"));
      const results = () => command(["results", id, "--redis", url], env).ended;
      await until(async () => (await results()).stdout.includes('"done": true'));
      const { stdout, stderr } = await results();
      expect(stdout).toBe(alone(SHORT));
      const wrong = url.replace(encodeURIComponent(secret), "wr0ng-w0rd");
      const refused = await command(["status", id, "--redis", wrong], env).ended;
      expect([refused.code, refused.stderr]).toEqual([
        1,
        expect.stringMatching(/^Redis at rediss:.* cannot be used: .*WRONGPASS/),
      ]);
      const untrusted = await command(["status", id, "--redis", url], { REDIS_URL: "", NODE_EXTRA_CA_CERTS: "" }).ended;
      expect([untrusted.code, untrusted.stderr]).toEqual([1, expect.stringMatching(/self-signed certificate/)]);
      for (const text of [refused.stderr + untrusted.stderr, stdout + stderr, said(), other.said()]) {
        hidden(text);
        expect(text).not.toContain("wr0ng-w0rd");
      }
      for (const name of readdirSync(file("secure"), { recursive: true, withFileTypes: true })) {
        if (name.isFile()) hidden(readFileSync(join(name.parentPath, name.name), "latin1"));
      }
    } finally {
      await secure.stop();
    }
  });
});
