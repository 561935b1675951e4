import { type Endpoint, proxy, type Remote, wrap } from "comlink";
import type { Run } from "#core/experiment.ts";
import type { EXPERIMENTS, ExperimentName } from "#core/experiments.ts";
import type { Availability, WorkerApi, WorkerEvent } from "./protocol.ts";

/** The worker ended during a call. The next call starts a new worker. */
export class WorkerEndedError extends Error {
  override readonly name = "WorkerEndedError";
}

/** A started worker. */
export interface StartedWorker {
  endpoint: Endpoint;
  /** Resolves with the reason if the worker's program fails. */
  failed: Promise<string>;
  terminate(): void;
}

/** The exports of an experiment's module: see `#core/experiments.ts`. */
type Module<E extends ExperimentName> = Awaited<ReturnType<(typeof EXPERIMENTS)[E]>>;
type Runs<E extends ExperimentName> = Module<E> extends { runs: infer R } ? R : never;
type Asks<E extends ExperimentName> = Module<E> extends { asks: infer A } ? A : never;
/** The names of an experiment's runs, and the types of their start and steps. */
export type RunName<E extends ExperimentName> = keyof Runs<E> & string;
export type StartOf<E extends ExperimentName, R extends RunName<E>> =
  Runs<E>[R] extends Run<infer Start, unknown> ? Start : never;
export type StepOf<E extends ExperimentName, R extends RunName<E>> = Runs<E>[R] extends (
  ...args: never[]
) => AsyncGenerator<infer Step>
  ? Step
  : never;

/**
 * The worker's interface for the page. The client handles the worker's lifeline, and types each experiment's runs and
 * questions.
 */
export interface WorkerClient extends Omit<WorkerApi, "open" | "run" | "ask"> {
  run<E extends ExperimentName, R extends RunName<E>>(
    experiment: E,
    name: R,
    start: StartOf<E, R>,
    onStep: (step: StepOf<E, R>) => void,
  ): Promise<void>;
  ask<E extends ExperimentName, A extends keyof Asks<E> & string>(
    experiment: E,
    name: A,
    ...args: Asks<E>[A] extends (context: never, ...rest: infer Rest) => unknown ? Rest : never
  ): Promise<Asks<E>[A] extends (...all: never[]) => Promise<infer Answer> ? Answer : never>;
  open(onEvent: (event: WorkerEvent) => void): Promise<Availability>;
  /** True while a call waits for its answer. */
  busy(): boolean;
}

export interface ConnectOptions {
  spawn?: () => StartedWorker;
  /** Resolves when the Web Lock of this name is free. */
  released?: (lifeline: string) => Promise<unknown>;
  /** Called after a worker has ended and its pending calls have been rejected. */
  onDeath?: (reason: string) => void;
  /** Called with each error of a call, before the call rejects. */
  onError?: (error: unknown) => void;
}

interface Session {
  remote: Remote<WorkerApi>;
  lifeline: string;
  pending: Set<(error: Error) => void>;
  die(reason: string): void;
}

/**
 * Returns a client of the worker; the first call starts one. If the worker dies, calls in progress reject with
 * WorkerEndedError. (Comlink alone would let them hang.)
 *
 * The worker holds a Web Lock from `open` on. The browser frees the lock as soon as the worker has ended for any
 * reason.
 */
export function connectWorker({
  spawn = spawnLabWorker,
  released = (lifeline) => navigator.locks.request(lifeline, () => {}),
  onDeath = () => {},
  onError = () => {},
}: ConnectOptions = {}): WorkerClient {
  let session: Session | undefined;

  function start(): Session {
    const { endpoint, failed, terminate } = spawn();
    const pending = new Set<(error: Error) => void>();
    const started: Session = {
      remote: wrap<WorkerApi>(endpoint),
      lifeline: crypto.randomUUID(),
      pending,
      die(reason) {
        if (session !== started) return;
        session = undefined;
        terminate();
        for (const reject of pending) reject(new WorkerEndedError(reason));
        onDeath(reason);
      },
    };
    void failed.then(started.die);
    return started;
  }

  /** Functions cross as proxies. The call ends with the worker's answer, or with an error if the worker dies. */
  function call(method: keyof WorkerApi, args: unknown[]): Promise<unknown> {
    session ??= start();
    const { remote, pending } = session;
    const crossing = args.map((argument) => (typeof argument === "function" ? proxy(argument) : argument));
    return new Promise((resolve, reject) => {
      pending.add(reject);
      const answer = (remote[method] as (...args: unknown[]) => Promise<unknown>)(...crossing);
      answer.catch(onError);
      answer.then(resolve, reject).finally(() => pending.delete(reject));
    });
  }

  async function open(onEvent: (event: WorkerEvent) => void) {
    session ??= start();
    const { lifeline, die } = session;
    const availability = (await call("open", [lifeline, onEvent])) as Availability;
    void released(lifeline).then(() => die("The worker ended."));
    return availability;
  }

  const own = { open, busy: () => Boolean(session?.pending.size) };
  return new Proxy(own as WorkerClient, {
    get: (_, method: keyof WorkerClient) => {
      return method === "open" || method === "busy" ? own[method] : (...args: unknown[]) => call(method, args);
    },
  });
}

function spawnLabWorker(): StartedWorker {
  const worker = new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });
  const failed = new Promise<string>((resolve) => {
    worker.addEventListener("error", ({ message }) => resolve(message || "The worker's program could not be loaded."));
  });
  return { endpoint: worker, failed, terminate: () => worker.terminate() };
}
