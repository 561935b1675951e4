import { expose } from "comlink";
import { describe, expect, it } from "vitest";
import { connectWorker, type ConnectOptions, WorkerEndedError } from "./client.ts";

const settle = () => new Promise((resolve) => setTimeout(resolve, 20));

/** A worker in this thread, behind a message channel, that can be made to die. */
function fakeWorkers(lab: object) {
  const ends: ((reason: string) => void)[] = [];
  const locks: (() => void)[] = [];
  const spawn = () => {
    const { port1, port2 } = new MessageChannel();
    expose(lab, port1 as never);
    port1.start();
    const failed = new Promise<string>((resolve) => ends.push(resolve));
    const terminate = () => {
      port1.close();
      port2.close();
    };
    port2.start();
    return { endpoint: port2 as never, failed, terminate };
  };
  const released = () => new Promise<void>((resolve) => locks.push(resolve));
  return { ends, locks, options: { spawn, released } satisfies ConnectOptions };
}

const availability = { available: false, missing: "adapter", message: "none here" };
const never = () => new Promise(() => {});

describe("worker/client", () => {
  it("passes answers, errors and callbacks through", async () => {
    const { options, ends } = fakeWorkers({
      open: async (_: string, onEvent: (event: object) => Promise<void>) => {
        await onEvent({ kind: "gpu error", message: "told" });
        return availability;
      },
      ask: async () => {
        throw new RangeError("waterfall: refused");
      },
    });
    const lab = connectWorker(options);
    const events: unknown[] = [];
    expect(await lab.open((event) => events.push(event))).toEqual(availability);
    expect(events).toEqual([{ kind: "gpu error", message: "told" }]);
    await expect(lab.ask("capture", "waterfall", 0, {} as never)).rejects.toMatchObject({
      name: "RangeError",
      message: "waterfall: refused",
    });
    ends[0]("end of test");
  });

  it("rejects pending calls when the worker's lock becomes free, and starts a new worker for the next call", async () => {
    const { options, ends, locks } = fakeWorkers({
      open: async () => availability,
      ask: never,
      stop: async () => {},
    });
    const deaths: string[] = [];
    const lab = connectWorker({ ...options, onDeath: (reason) => deaths.push(reason) });
    await lab.open(() => {});
    const pending = lab.ask("capture", "waterfall", 0, {} as never);
    await settle();
    locks[0]();
    await expect(pending).rejects.toThrow(new WorkerEndedError("The worker ended."));
    expect(deaths).toEqual(["The worker ended."]);
    await lab.stop();
    expect(ends).toHaveLength(2);
    ends[1]("end of test");
    await settle();
  });

  it("rejects calls to a worker whose program cannot be loaded", async () => {
    const { options, ends } = fakeWorkers({ open: never });
    const lab = connectWorker(options);
    const opening = lab.open(() => {});
    ends[0]("no such file");
    await expect(opening).rejects.toThrow("no such file");
  });
});
