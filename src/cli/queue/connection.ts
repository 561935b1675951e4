import type { Redis, RedisOptions } from "ioredis";
import { WorkerLostError } from "../../core/measurement/schedule.ts";
import { optionalPackage } from "../../package/device/optional-package.ts";
import { type ExtraOption, UsageError } from "../options.ts";
import { OutputError } from "../reason.ts";

/** The option of all commands that use a queue. */
export const REDIS_OPTION = {
  redis: {
    value: "URL",
    description:
      "Redis: redis://HOST:PORT/DB, or rediss:// with TLS. Default: the environment variable REDIS_URL. Put credentials into REDIS_URL, REDIS_USERNAME and REDIS_PASSWORD: other users of a machine can see its command lines.",
  },
} satisfies Record<string, ExtraOption>;

export interface RedisAddress {
  options: RedisOptions;
  /** The address for messages, without credentials. */
  shown: string;
  /** Texts that no message may hold. */
  secrets: readonly string[];
}

/**
 * Returns the address of a URL and the environment. A URL's own credentials have priority over the environment.
 *
 * @throws UsageError that does not repeat the URL, because it may hold a password.
 */
export function redisAddress(given: string | undefined, env: NodeJS.ProcessEnv = process.env): RedisAddress {
  const text = given ?? env.REDIS_URL;
  if (!text) throw new UsageError("Redis is needed: give --redis redis://HOST:PORT, or set REDIS_URL");
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !["redis:", "rediss:"].includes(url.protocol) || !url.hostname) {
    throw new UsageError("the URL of Redis must be redis://HOST:PORT or rediss://HOST:PORT; the given one is not");
  }
  const path = url.pathname.replace(/^\//, "");
  if (!/^\d*$/.test(path)) throw new UsageError("the URL of Redis ends in the number of a database, for example /0");
  const username = decoded(url.username) || env.REDIS_USERNAME || undefined;
  const password = decoded(url.password) || env.REDIS_PASSWORD || undefined;
  const host = url.hostname.replace(/^\[(.*)\]$/, "$1");
  const port = Number(url.port || 6379);
  const options: RedisOptions = { host, port, db: Number(path || 0), username, password };
  // A certificate is checked against the system's roots and NODE_EXTRA_CA_CERTS.
  if (url.protocol === "rediss:") options.tls = { servername: /^[\d.]+$|:/.test(host) ? "" : host };
  const secrets = [url.password, password].filter((secret): secret is string => Boolean(secret));
  return { options, shown: `${url.protocol}//${url.hostname}:${port}${path ? `/${path}` : ""}`, secrets };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Returns a text without passwords. */
export function withoutSecrets(text: string, secrets: readonly string[]): string {
  const hidden = secrets.reduce((rest, secret) => rest.replaceAll(secret, "…"), text);
  return hidden.replace(/(rediss?:\/\/)[^\s/@]*@/g, "$1…@");
}

/** Longest wait for a first connection, ms, and longest pause between two attempts after an outage. */
const CONNECT_MS = 8000;
const LONGEST_PAUSE_MS = 2000;

/**
 * Connects to Redis. After an outage the connection comes back, and commands wait for it.
 *
 * @param onNote Gets a message at each outage and at its end. Default: a command that needs one answer fails then.
 * @throws Error that names the address if Redis cannot be reached or refuses the credentials.
 */
export async function connectRedis(address: RedisAddress, onNote?: (message: string) => void): Promise<Redis> {
  const { Redis } = await optionalPackage<typeof import("ioredis")>("ioredis", "The queue of sweeps");
  // The command line may hold a password. A title takes its place.
  if (address.secrets.length > 0) process.title = "threeray";
  const redis = new Redis({
    ...address.options,
    lazyConnect: true,
    connectTimeout: CONNECT_MS,
    maxRetriesPerRequest: onNote ? null : 3,
    retryStrategy: (times) => Math.min(50 * 2 ** Math.min(times, 10), LONGEST_PAUSE_MS),
  });
  let reason = "no answer";
  let out = true;
  redis.on("error", (error: Error & { code?: string }) => {
    reason = withoutSecrets(error.message || (error.code ?? "no answer"), address.secrets);
    if (!out) onNote?.(`Redis at ${address.shown} is gone (${reason}). Waiting for it.`);
    out = true;
  });
  const fail = () => new Error(`Redis at ${address.shown} cannot be used: ${reason}`);
  let late: NodeJS.Timeout | undefined;
  try {
    const refused = new Promise<never>((_, reject) => {
      late = setTimeout(() => reject(fail()), CONNECT_MS);
      // Nothing listens there, or the credentials are wrong: waiting does not help.
      redis.once("error", () => setImmediate(() => reject(fail())));
    });
    await Promise.race([redis.connect().then(() => redis.ping()), refused]);
  } catch (error) {
    redis.disconnect();
    if (error instanceof Error && error.message.startsWith("Redis at")) throw error;
    reason = withoutSecrets(redisReason(error), address.secrets);
    throw fail();
  } finally {
    clearTimeout(late);
  }
  out = false;
  redis.on("ready", () => {
    if (out) onNote?.(`Redis at ${address.shown} is back.`);
    out = false;
  });
  return redis;
}

/**
 * Returns an error of Redis as one that can be shown, and others as they are. It has no cause: an error of Redis holds the
 * command, and so the password.
 */
export function toldOf({ shown, secrets }: RedisAddress, error: unknown): unknown {
  // What cannot be printed or saved, and counts that are not of this release, have nothing to do with Redis.
  if (OTHERS.some((Other) => error instanceof Other)) return error;
  return new Error(`Redis at ${shown}: ${withoutSecrets(redisReason(error), secrets)}`);
}

const OTHERS = [UsageError, OutputError, WorkerLostError, RangeError, TypeError, SyntaxError];

/** Why Redis refused a command. A transaction names only the first of the errors that discarded it. */
function causeOf(error: unknown): string {
  const [first] = (error as { previousErrors?: readonly Error[] }).previousErrors ?? [];
  return first ? first.message : error instanceof Error ? error.message : String(error);
}

/** Whether Redis takes nothing more because it has used the memory that it may use. */
export const isFull = (error: unknown): boolean => causeOf(error).startsWith("OOM ");

/** Returns an error of Redis in words. */
export function redisReason(error: unknown): string {
  if (!isFull(error)) return causeOf(error);
  return "its memory is full. Raise its maxmemory, or remove sweeps that have ended with sweep remove ID. What it holds is kept";
}

/** Runs a command that needs a few answers of Redis. Its errors name the address, and no credentials. */
export async function withRedis<T>(given: string | undefined, work: (redis: Redis) => Promise<T>): Promise<T> {
  const address = redisAddress(given);
  const redis = await connectRedis(address);
  try {
    return await work(redis);
  } catch (error) {
    throw toldOf(address, error);
  } finally {
    redis.disconnect();
  }
}
