import { type Context, untilStopped } from "./experiment.ts";
import { createGpuHost } from "./gpu/host.ts";
import { dawn } from "./gpu/testing.ts";

/** Returns an experiment's environment for a test, and a function that stops its work of one kind. */
export async function testContext(): Promise<{ context: Context; stop: (kind: string) => void }> {
  const controllers = new Map<string, AbortController>();
  const begin = (kind: string) => {
    controllers.get(kind)?.abort();
    const controller = new AbortController();
    controllers.set(kind, controller);
    return controller.signal;
  };
  const context: Context = {
    host: createGpuHost(await dawn()),
    onRecovery: () => {},
    begin,
    end: (kind) => controllers.get(kind)?.abort(),
    alone: (work) => {
      const signal = begin("run");
      return untilStopped(signal, () => work(signal));
    },
  };
  return { context, stop: (kind) => controllers.get(kind)?.abort() };
}
