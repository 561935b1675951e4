import { randomBytes, randomUUID } from "node:crypto";
import type { Redis } from "ioredis";
import type { AdapterDescription } from "../../core/gpu/device.ts";
import type { Ledger, LedgerPoint } from "../../core/measurement/ledger.ts";
import type { Task } from "../../core/measurement/schedule.ts";
import { KEEPER_MS } from "./timing.ts";

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
  /** The later results as JSON, with their IDs. */
  results: [id: string, json: string][];
}

const FIRST = "0-0";
/** Results that are read at once. */
const BATCH = 2000;

const keyOf = (id: string, part = "") => `${PREFIX}:sweep:${id}${part}`;
const RUNNING = `${PREFIX}:running`;
const WORKERS = `${PREFIX}:workers`;

/** Replaces a snapshot unless another scheduler has replaced it, and drops the results that it contains. */
const SAVE = `
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

/** Changes a running sweep's status. */
const END = `
if redis.call('HGET', KEYS[1], 'status') ~= 'running' then return 0 end
redis.call('HSET', KEYS[1], 'status', ARGV[1], 'error', ARGV[2])
redis.call('SREM', KEYS[2], ARGV[3])
return 1`;

/** Sweeps in Redis. The queue holds jobs; everything that must not be lost is here. */
export interface SweepStore {
  submit(experiment: string, config: object): Promise<string>;
  record(id: string): Promise<SweepRecord | undefined>;
  status(id: string): Promise<SweepStatus | undefined>;
  /** IDs of the sweeps that are not finished. */
  running(): Promise<string[]>;
  /** Ends a running sweep. Returns false if it has ended before. */
  end(id: string, status: Exclude<SweepStatus, "running">, error?: string): Promise<boolean>;
  /** Adds a range's counts. */
  append(id: string, result: RangeResult): Promise<void>;
  /** Returns all counts of a sweep. */
  counts(id: string): Promise<StoredCounts>;
  /** Returns some of the results that came after one of them. */
  resultsAfter(id: string, after: string): Promise<[id: string, json: string][]>;
  /** Replaces a snapshot. Returns false if another scheduler has replaced it. */
  save(id: string, before: string, after: string, snapshot: Snapshot): Promise<boolean>;
  /** Points that need no further unit, as texts. */
  endedPoints(id: string): Promise<string[]>;
  endPoint(id: string, db: number): Promise<void>;
  /** Becomes or stays the scheduler of a sweep. Returns false if another process is. */
  hold(id: string): Promise<boolean>;
  release(id: string): Promise<void>;
  /** Announces this process, with the number of jobs that it does at a time and its devices. */
  announce(slots: number, devices: number): Promise<void>;
  leave(): Promise<void>;
  /** The announced workers: their number, jobs at a time and devices. */
  workers(): Promise<{ count: number; slots: number; devices: number }>;
}

/** Time after which a worker that announces itself no more does not count, ms. */
const ANNOUNCED_MS = 15_000;

export function createSweepStore(redis: Redis): SweepStore {
  /** This process's name. */
  const own = randomUUID();
  return {
    async submit(experiment, config) {
      const id = `${experiment}-${randomBytes(4).toString("hex")}`;
      const record = { experiment, config: JSON.stringify(config), status: "running", submitted: String(Date.now()) };
      await redis.multi().hset(keyOf(id), record).sadd(RUNNING, id).exec();
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
      return (await redis.eval(END, 2, keyOf(id), RUNNING, status, error, id)) === 1;
    },
    async append(id, result) {
      await redis.xadd(keyOf(id, ":results"), "*", "range", JSON.stringify(result));
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
      const keys = [keyOf(id, ":counts"), keyOf(id, ":results")];
      return (await redis.eval(SAVE, 2, ...keys, before, after, JSON.stringify(snapshot))) === 1;
    },
    endedPoints: (id) => redis.smembers(keyOf(id, ":ended")),
    endPoint: async (id, db) => void (await redis.sadd(keyOf(id, ":ended"), String(db))),
    hold: async (id) => (await redis.eval(HOLD, 1, keyOf(id, ":keeper"), own, KEEPER_MS)) === 1,
    release: async (id) => void (await redis.eval(RELEASE, 1, keyOf(id, ":keeper"), own)),
    async announce(slots, devices) {
      const key = `${WORKERS}:${own}`;
      await redis.multi().sadd(WORKERS, key).set(key, `${slots} ${devices}`, "PX", ANNOUNCED_MS).exec();
    },
    async leave() {
      await redis.multi().srem(WORKERS, `${WORKERS}:${own}`).del(`${WORKERS}:${own}`).exec();
    },
    async workers() {
      const keys = await redis.smembers(WORKERS);
      const values = keys.length === 0 ? [] : await redis.mget(keys);
      const gone = keys.filter((_, i) => values[i] === null);
      if (gone.length > 0) await redis.srem(WORKERS, gone);
      const found = values.flatMap((value) => (value === null ? [] : [value.split(" ").map(Number)]));
      const sum = (column: number) => found.reduce((total, row) => total + row[column], 0);
      return { count: found.length, slots: sum(0), devices: sum(1) };
    },
  };
}

type Entry = [id: string, fields: string[]];

const resultsOf = (entries: Entry[]): [string, string][] => entries.map(([id, fields]) => [id, fields[1]]);
