import { randomBytes, randomUUID } from "node:crypto";
import type { Redis } from "ioredis";
import type { AdapterDescription } from "../../core/gpu/device.ts";
import type { Ledger, LedgerPoint } from "../../core/measurement/ledger.ts";
import type { Task } from "../../core/measurement/schedule.ts";
import { ANNOUNCED_MS, KEEPER_MS } from "./timing.ts";

/** All keys in Redis begin with it. */
export const PREFIX = "threeray";

export type SweepStatus = "running" | "done" | "cancelled" | "failed";

/** A submitted sweep. */
export interface SweepRecord {
  id: string;
  experiment: string;
  /** JSON. */
  config: string;
  status: SweepStatus;
  /** Why it failed. */
  error?: string;
}

/** The counts of one range, as a worker sends them. */
export interface RangeResult {
  task: Task;
  point: LedgerPoint;
  ms: number;
  adapter: AdapterDescription;
}

/** The collected counts of a sweep. */
export interface Snapshot {
  ledger: Ledger;
  /** Adapters that computed, each once. */
  adapters: AdapterDescription[];
}

/** A snapshot, and the results that came after it. */
export interface StoredCounts {
  snapshot?: Snapshot;
  /** The last result in the snapshot: an ID of the stream. */
  after: string;
  /** The later results as JSON, with the IDs of their entries. An entry holds the results of a job. */
  results: [id: string, json: string][];
}

/** Life of a sweep's counts after its end, and of its ID after that, days. */
export const KEPT_DAYS = 30;
const REMEMBERED_DAYS = 365;
const DAY_SECONDS = 86_400;

const FIRST = "0-0";
/** Entries that are read at once. */
const BATCH = 2000;

const keyOf = (id: string, part = "") => `${PREFIX}:sweep:${id}${part}`;
const countKeys = (id: string) => [":counts", ":results", ":ended"].map((part) => keyOf(id, part));
const RUNNING = `${PREFIX}:running`;
const WORKERS = `${PREFIX}:workers-until`;
const CHANGES = `${PREFIX}:changes`;
const JOB_RANGES = `${PREFIX}:job-ranges`;

/** Replaces a running sweep's snapshot unless another scheduler has replaced it, and drops the results that it contains. */
const SAVE = `
if redis.call('HGET', KEYS[3], 'status') ~= 'running' then return 0 end
if redis.call('HGET', KEYS[1], 'after') ~= ARGV[1] and not (ARGV[1] == '${FIRST}' and redis.call('EXISTS', KEYS[1]) == 0) then
  return 0
end
redis.call('HSET', KEYS[1], 'after', ARGV[2], 'snapshot', ARGV[3])
local kept = redis.call('XRANGE', KEYS[2], '(' .. ARGV[2], '+', 'COUNT', 1)
if #kept > 0 then redis.call('XTRIM', KEYS[2], 'MINID', kept[1][1]) else redis.call('XTRIM', KEYS[2], 'MAXLEN', 0) end
return 1`;

/** Takes or renews a lock. */
const HOLD = `
local owner = redis.call('GET', KEYS[1])
if owner and owner ~= ARGV[1] then return 0 end
redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])
return 1`;

const RELEASE = `if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('DEL', KEYS[1]) end`;

/** Ends a running sweep. From now on its keys have a limited life. */
const END = `
if redis.call('HGET', KEYS[1], 'status') ~= 'running' then return 0 end
redis.call('HSET', KEYS[1], 'status', ARGV[1], 'error', ARGV[2])
redis.call('SREM', KEYS[2], ARGV[3])
redis.call('SET', KEYS[3], ARGV[4])
redis.call('EXPIRE', KEYS[1], ${(KEPT_DAYS + REMEMBERED_DAYS) * DAY_SECONDS})
for i = 4, #KEYS do redis.call('EXPIRE', KEYS[i], ${KEPT_DAYS * DAY_SECONDS}) end
return 1`;

/** Removes the counts of a sweep that has ended, as the end of their life does. */
const REMOVE = `
local status = redis.call('HGET', KEYS[1], 'status')
if not status or status == 'running' then return 0 end
if redis.call('TTL', KEYS[1]) > ${REMEMBERED_DAYS * DAY_SECONDS} then
  redis.call('EXPIRE', KEYS[1], ${REMEMBERED_DAYS * DAY_SECONDS})
end
for i = 2, #KEYS do redis.call('DEL', KEYS[i]) end
return 1`;

/** Ends a point of a running sweep. */
const END_POINT = `
if redis.call('HGET', KEYS[1], 'status') ~= 'running' then return end
redis.call('SADD', KEYS[2], ARGV[1])
redis.call('SET', KEYS[3], ARGV[2])`;

/** Forgets workers that are gone, and announces one if it is given. Redis's clock decides. */
const ANNOUNCE = `
local time = redis.call('TIME')
local now = 1000 * time[1] + math.floor(time[2] / 1000)
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
if ARGV[1] then redis.call('ZADD', KEYS[1], now + ARGV[2], ARGV[1]) end`;

/** Sweeps in Redis. The queue holds jobs; everything that must not be lost is here. */
export interface SweepStore {
  /** @param ledger Counts of an earlier run. Their units are not computed again. */
  submit(experiment: string, config: object, ledger?: Ledger): Promise<string>;
  record(id: string): Promise<SweepRecord | undefined>;
  status(id: string): Promise<SweepStatus | undefined>;
  /** IDs of the sweeps that are not finished. */
  running(): Promise<string[]>;
  /** Ends a running sweep. Returns false if it has ended before. */
  end(id: string, status: Exclude<SweepStatus, "running">, error?: string): Promise<boolean>;
  /** Removes the counts of a sweep that has ended. Returns false if there is no such sweep. */
  remove(id: string): Promise<boolean>;
  /** Returns the time of a sweep's removal, ms since 1970; undefined if its counts are still there. */
  removedAt(id: string): Promise<number | undefined>;
  /** Adds the counts of a job's ranges as one entry, unless the sweep was removed. */
  append(id: string, results: readonly RangeResult[]): Promise<void>;
  /** Returns all counts of a sweep. */
  counts(id: string): Promise<StoredCounts>;
  /** Returns some of the results that came after one of them. */
  resultsAfter(id: string, after: string): Promise<[id: string, json: string][]>;
  /** Replaces a snapshot. Returns false if another scheduler has replaced it. */
  save(id: string, before: string, after: string, snapshot: Snapshot): Promise<boolean>;
  /** Points that need no further unit, as texts. */
  endedPoints(id: string): Promise<string[]>;
  endPoint(id: string, db: number): Promise<void>;
  /** Returns a text that changes whenever a sweep or a point ends: one look tells whether anything is new. */
  changes(): Promise<string | null>;
  /** Becomes or stays the scheduler of a sweep. Returns false if another process is. */
  hold(id: string): Promise<boolean>;
  release(id: string): Promise<void>;
  /** Announces this process and its devices. Returns the number of announced workers, and of ranges in a job. */
  announce(devices: number): Promise<{ workers: number; ranges: number }>;
  leave(): Promise<void>;
  /** Returns the number of devices of each announced worker. */
  workers(): Promise<number[]>;
  /** Tells the workers how many ranges a job has. */
  tellRanges(ranges: number): Promise<void>;
}

export function createSweepStore(redis: Redis): SweepStore {
  /** This process's name. */
  const own = randomUUID();
  let announced: string | undefined;
  return {
    async submit(experiment, config, ledger) {
      const id = `${experiment}-${randomBytes(4).toString("hex")}`;
      const record = { experiment, config: JSON.stringify(config), status: "running", submitted: String(Date.now()) };
      const results = keyOf(id, ":results");
      // An empty stream. Results that come after its removal do not make it again.
      const made = redis.multi().xadd(results, "*", "range", "").xtrim(results, "MAXLEN", 0);
      if (ledger) {
        const snapshot: Snapshot = { ledger, adapters: [] };
        made.hset(keyOf(id, ":counts"), "after", FIRST, "snapshot", JSON.stringify(snapshot));
      }
      await made.hset(keyOf(id), record).sadd(RUNNING, id).exec();
      return id;
    },
    async record(id) {
      const { experiment, config, status, error } = await redis.hgetall(keyOf(id));
      if (!experiment) return undefined;
      return { id, experiment, config, status: status as SweepStatus, error: error || undefined };
    },
    status: async (id) => (await redis.hget(keyOf(id), "status")) as SweepStatus | undefined,
    running: () => redis.smembers(RUNNING),
    async end(id, status, error = "") {
      const keys = [keyOf(id), RUNNING, CHANGES, ...countKeys(id)];
      return (await redis.eval(END, keys.length, ...keys, status, error, id, randomUUID())) === 1;
    },
    async remove(id) {
      const keys = [keyOf(id), ...countKeys(id)];
      return (await redis.eval(REMOVE, keys.length, ...keys)) === 1;
    },
    async removedAt(id) {
      const seconds = await redis.ttl(keyOf(id));
      const since = REMEMBERED_DAYS * DAY_SECONDS - seconds;
      return seconds >= 0 && since >= 0 ? Date.now() - 1000 * since : undefined;
    },
    async append(id, results) {
      const fields = results.flatMap((result) => ["range", JSON.stringify(result)]);
      await redis.xadd(keyOf(id, ":results"), "NOMKSTREAM", "*", ...fields);
    },
    async counts(id) {
      const both = await redis.multi().hgetall(keyOf(id, ":counts")).xrange(keyOf(id, ":results"), "-", "+").exec();
      const [[, kept], [, entries]] = both as [unknown, Record<string, string>][] & [unknown, Entry[]][];
      const { after = FIRST, snapshot } = kept as Record<string, string>;
      return {
        after,
        snapshot: snapshot === undefined ? undefined : (JSON.parse(snapshot) as Snapshot),
        results: resultsOf(entries as unknown as Entry[]),
      };
    },
    async resultsAfter(id, after) {
      return resultsOf(await redis.xrange(keyOf(id, ":results"), `(${after}`, "+", "COUNT", BATCH));
    },
    async save(id, before, after, snapshot) {
      const keys = [keyOf(id, ":counts"), keyOf(id, ":results"), keyOf(id)];
      return (await redis.eval(SAVE, 3, ...keys, before, after, JSON.stringify(snapshot))) === 1;
    },
    endedPoints: (id) => redis.smembers(keyOf(id, ":ended")),
    async endPoint(id, db) {
      await redis.eval(END_POINT, 3, keyOf(id), keyOf(id, ":ended"), CHANGES, String(db), randomUUID());
    },
    changes: () => redis.get(CHANGES),
    hold: async (id) => (await redis.eval(HOLD, 1, keyOf(id, ":keeper"), own, KEEPER_MS)) === 1,
    release: async (id) => void (await redis.eval(RELEASE, 1, keyOf(id, ":keeper"), own)),
    async announce(devices) {
      announced = `${own} ${devices}`;
      const script = `${ANNOUNCE}\nreturn {redis.call('ZCARD', KEYS[1]), redis.call('GET', KEYS[2])}`;
      const found = await redis.eval(script, 2, WORKERS, JOB_RANGES, announced, ANNOUNCED_MS);
      const [workers, ranges] = found as [number, string | null];
      return { workers, ranges: Number(ranges ?? 1) };
    },
    async leave() {
      if (announced) await redis.zrem(WORKERS, announced);
    },
    async workers() {
      const script = `${ANNOUNCE}\nreturn redis.call('ZRANGE', KEYS[1], 0, -1)`;
      const members = (await redis.eval(script, 1, WORKERS)) as string[];
      return members.map((member) => Number(member.split(" ")[1]));
    },
    async tellRanges(ranges) {
      await redis.set(JOB_RANGES, ranges);
    },
  };
}

type Entry = [id: string, fields: string[]];

const resultsOf = (entries: Entry[]): [string, string][] =>
  entries.flatMap(([id, fields]) => fields.flatMap((json, i) => (i % 2 ? [[id, json] as [string, string]] : [])));
