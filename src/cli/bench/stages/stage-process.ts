import type { Device } from "../../devices/device-list.ts";
import { spawnOnDevice } from "../../devices/device-process.ts";
import { FRAME_FILES } from "./frame-files.ts";
import { type Order, type Reply, type Request, type Results, STAGE_PROCESS } from "./protocol.ts";

/** Time that a process gets to end. Then it is killed. */
const END_MS = 3000;

/** A process that computes stages of the receiver on a device. */
export interface StageProcess {
  /** Does the work, one order at a time. */
  run<Kind extends Order["kind"]>(order: Extract<Order, { kind: Kind }>): Promise<Results[Kind]>;
  /** Passes on a message about a frame. */
  pass(kind: "frame" | "free"): void;
  close(): Promise<void>;
}

/** @param onFrame Takes the messages about frames. */
export function startStageProcess(device: Device, onFrame: (kind: "frame" | "free") => void): StageProcess {
  const child = spawnOnDevice(device, STAGE_PROCESS, { UV_THREADPOOL_SIZE: String(FRAME_FILES) });
  let waiting: { resolve(result: unknown): void; reject(error: Error): void } | undefined;
  let end: Error | undefined;
  const fail = (reason: string) => {
    end ??= new Error(`${device.name}: ${reason}`);
    waiting?.reject(end);
  };
  const ended = new Promise<void>((resolve) => {
    child.on("exit", (code, signal) => {
      fail(`its process ended (${signal ?? `exit code ${code}`})`);
      resolve();
    });
    child.on("error", ({ message }) => {
      fail(`its process cannot be started (${message})`);
      resolve();
    });
  });
  child.on("message", (reply: Reply) => {
    if (reply.kind === "done") waiting?.resolve(reply.result);
    else if (reply.kind === "failed") waiting?.reject(new Error(`${device.name}: ${reply.message}`));
    else onFrame(reply.kind);
  });
  const send = (request: Request) => void (child.connected && child.send(request, () => {}));
  return {
    run(order) {
      if (end) return Promise.reject(end);
      return new Promise((resolve, reject) => {
        waiting = { resolve: resolve as (result: unknown) => void, reject };
        send(order);
      });
    },
    pass: (kind) => send({ kind }),
    async close() {
      if (child.connected) child.disconnect();
      const late = setTimeout(() => child.kill("SIGKILL"), END_MS);
      await ended;
      clearTimeout(late);
    },
  };
}
