import { type ChildProcess, spawn } from "node:child_process";
import type { AdapterDescription } from "../../core/gpu/device.ts";
import type { CountedRange, RangeWorker } from "../../core/measurement/range-worker.ts";
import { WorkerLostError } from "../../core/measurement/schedule.ts";
import { type Device, hiding } from "./device-list.ts";
import { DEVICE_PROCESS, type Reply, type Request, type SweepOrder } from "./protocol.ts";

/** A process that computes on one device. It starts in 1.5 s, so it lives long. */
export interface DeviceProcess {
  readonly adapter: AdapterDescription;
  /** Returns a worker for a sweep. Workers of several sweeps share the device. */
  open(order: SweepOrder): RangeWorker;
  /** Ends the process, and resolves when it is gone. */
  close(): Promise<void>;
}

export interface DeviceOptions {
  limits?: "adapter" | "default";
  /** A device without any progress for this time is lost, ms. Software adapters get {@link PATIENCE} times as long. */
  hangMs?: number;
  onNote?: (message: string) => void;
}

const HANG_MS = 120_000;
const PATIENCE = 8;
/** Time that a process gets to end, ms. Then it is killed. */
const END_MS = 3000;
/** Secrets that a process which computes need not know. */
const SECRETS = ["REDIS_URL", "REDIS_PASSWORD", "REDIS_USERNAME"];

interface Waiting {
  resolve(counted: CountedRange | undefined): void;
  reject(error: Error): void;
}

/**
 * Starts a process for a device: the same program as this one.
 *
 * @throws WorkerLostError if the process ends or hangs before its device is open.
 */
export async function startDeviceProcess(
  device: Device,
  { limits = "adapter", hangMs = HANG_MS, onNote = () => {} }: DeviceOptions = {},
): Promise<DeviceProcess> {
  const child = spawnOnDevice(device, DEVICE_PROCESS);
  const waiting = new Map<number, Waiting>();
  let ids = 0;
  let sweeps = 0;
  let patience = PATIENCE;
  /** The last sign of progress. */
  let sign = performance.now();
  let end: WorkerLostError | undefined;
  const ended = new Promise<void>((resolve) => {
    const finish = (reason: string) => {
      clearInterval(watch);
      lose(reason);
      resolve();
    };
    child.on("exit", (code, signal) => finish(`its process ended (${signal ?? `exit code ${code}`})`));
    child.on("error", ({ message }) => finish(`its process cannot be started (${message})`));
  });
  const watch = setInterval(() => {
    if (waiting.size > 0 && performance.now() - sign > hangMs * patience) kill("it makes no progress");
  }, hangMs / 4);

  /** Fails all that wait for the process. */
  function lose(reason: string): void {
    end ??= new WorkerLostError(`${device.name}: ${reason}`);
    for (const { reject } of waiting.values()) reject(end);
    waiting.clear();
  }
  function kill(reason: string): void {
    lose(reason);
    child.kill("SIGKILL");
  }
  function send(request: Request): void {
    if (!end) sendTo(child, request);
  }
  /** Waits for the answer to a request. */
  function answerTo(id: number, request: Request): Promise<CountedRange | undefined> {
    if (end) return Promise.reject(end);
    if (waiting.size === 0) sign = performance.now();
    return new Promise((resolve, reject) => {
      waiting.set(id, { resolve, reject });
      send(request);
    });
  }

  let adapter: AdapterDescription | undefined;
  const START = ids++;
  child.on("message", (reply: Reply) => {
    sign = performance.now();
    switch (reply.kind) {
      case "ready":
        ({ adapter } = reply);
        patience = adapter.software ? PATIENCE : 1;
        take(START)?.resolve(undefined);
        break;
      case "counted":
        take(reply.id)?.resolve(reply.counted);
        break;
      case "failed":
        if (reply.lost || reply.id === undefined) kill(reply.message);
        else take(reply.id)?.reject(new Error(reply.message));
        break;
      case "note":
        onNote(`${device.name}: ${reply.message}`);
        break;
      case "progress":
        break;
    }
  });
  function take(id: number): Waiting | undefined {
    const one = waiting.get(id);
    waiting.delete(id);
    return one;
  }

  await answerTo(START, { kind: "start", limits });
  return {
    adapter: adapter!,
    open(order) {
      const sweep = String(sweeps++);
      send({ kind: "open", sweep, order });
      return {
        async run(task, signal) {
          if (signal.aborted) return undefined;
          const id = ids++;
          const forget = () => send({ kind: "forget", id });
          signal.addEventListener("abort", forget);
          try {
            return await answerTo(id, { kind: "run", sweep, id, task });
          } finally {
            signal.removeEventListener("abort", forget);
          }
        },
        close: () => send({ kind: "shut", sweep }),
      };
    },
    async close() {
      send({ kind: "end" });
      lose("it was closed");
      const late = setTimeout(() => child.kill("SIGKILL"), END_MS);
      await ended;
      clearTimeout(late);
    },
  };
}

/**
 * Starts this program again on a device, with a channel for messages.
 *
 * @param role The first argument, by which the program knows what to do.
 * @param defaults Variables of its environment that this process's environment may replace.
 */
export function spawnOnDevice(device: Device, role: string, defaults: Record<string, string> = {}): ChildProcess {
  const [command, ...args] = hiding(device.hidden, [process.execPath, process.argv[1], role]);
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !SECRETS.includes(name)));
  return spawn(command, args, { stdio: ["ignore", 2, 2, "ipc"], env: { ...defaults, ...env } });
}

/** A process that has just ended refuses messages; its end is reported separately. */
function sendTo(child: ChildProcess, request: Request): void {
  if (child.connected) child.send(request, () => {});
}
