import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { create } from "zustand";

const worker = vi.hoisted(() => ({}) as { run(...given: unknown[]): unknown; stop(): void });
vi.mock("./engine.ts", () => ({
  worker,
  isWorkerLoss: (error: Error) => error.message === "worker lost",
}));
// The text of a failure.
vi.stubGlobal("location", { href: "http://localhost/" });
vi.stubGlobal("navigator", { userAgent: "a test" });

const { createRunner } = await import("./run.ts");

interface Config {
  seed: number;
}
interface Counted {
  state: { config: Config; count: number };
  progress: number;
  done: boolean;
}

const isCounted = (start: unknown): start is Counted["state"] => "count" in (start as object);

/** A run whose steps, end and failure the test chooses. */
function fixture() {
  const source = create<Config>()(() => ({ seed: 1 }));
  const begun: {
    from: { config: Config } | { state: Counted["state"] };
    step(count: number, of?: number): void;
    end(): void;
    fail(error: Error): void;
  }[] = [];
  let stops = 0;
  worker.stop = () => stops++;
  worker.run = (_experiment, _run, start, onStep) =>
    new Promise<void>((resolve, reject) => {
      const from = isCounted(start) ? { state: start } : { config: start as Config };
      const { config } = isCounted(start) ? start : { config: start as Config };
      const step = (count: number, of = 1000) =>
        (onStep as (step: object) => void)({ state: { config, count }, progress: count / of, done: count === of });
      begun.push({ from, step, end: resolve, fail: reject });
    });
  const runner = createRunner<never, never, Config, Config, Counted>({
    experiment: "made-up" as never,
    run: "sweep" as never,
    of: source,
    config: ({ seed }) => ({ seed }),
    doing: "Counting",
    failed: "The measurement failed.",
  });
  let shown = 0;
  runner.store.subscribe((now, before) => (shown += Number(now.step !== before.step)));
  return { source, begun, runner, stops: () => stops, shown: () => shown, run: () => runner.store.getState() };
}

/** Lets pending promises continue. */
const settle = () => vi.advanceTimersByTimeAsync(0);

describe("ui/kit/run", () => {
  beforeEach(() => {
    vi.useFakeTimers();
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it("shows the first step at once, then the newest ten times per second, and the last at once", async () => {
    const { begun, runner, shown, run } = fixture();
    void runner.start();
    begun[0].step(1);
    expect(run().step?.state.count).toBe(1);
    for (let count = 2; count < 1000; count++) {
      begun[0].step(count);
      await vi.advanceTimersByTimeAsync(2);
    }
    // A thousand steps within two seconds.
    expect(shown()).toBeGreaterThanOrEqual(18);
    expect(shown()).toBeLessThanOrEqual(22);
    begun[0].step(1000);
    expect(run()).toMatchObject({ phase: "finished", step: { state: { count: 1000 } } });
    begun[0].end();
    await vi.runAllTimersAsync();
    expect(run().phase).toBe("finished");
  });

  it("loses no step when it is stopped, and resumes from there", async () => {
    const { begun, runner, run, stops } = fixture();
    runner.toggle();
    begun[0].step(10);
    begun[0].step(30);
    expect(run().step?.state.count).toBe(10);
    runner.toggle();
    expect(stops()).toBe(1);
    begun[0].end();
    await settle();
    expect(run()).toMatchObject({ phase: "stopped", step: { state: { count: 30 } } });
    runner.toggle();
    expect(begun[1].from).toMatchObject({ state: { count: 30 } });
  });

  it("restarts with another configuration, automatically only if it follows changes", async () => {
    const { begun, runner, source, run } = fixture();
    void runner.start();
    begun[0].step(1000);
    begun[0].end();
    await settle();
    source.setState({ seed: 2 });
    expect(runner.isOutdated()).toBe(true);
    runner.rested();
    expect(begun).toHaveLength(1);
    runner.setFollow(true);
    runner.rested();
    expect(begun[1].from).toEqual({ config: { seed: 2 } });
    // Later steps of the replaced run are ignored.
    begun[0].step(5);
    expect(run().step).toBeUndefined();
    begun[1].step(7);
    expect(run().step?.state).toEqual({ config: { seed: 2 }, count: 7 });
    source.setState({ seed: 3 });
    runner.restart();
    expect(begun[2].from).toEqual({ config: { seed: 3 } });
  });

  it("shows why it failed, and resumes automatically after the worker's end", async () => {
    const { begun, runner, run } = fixture();
    void runner.start();
    begun[0].step(10);
    begun[0].fail(new Error("no memory"));
    await settle();
    expect(run()).toMatchObject({
      phase: "failed",
      failure: { what: "The measurement failed.", why: "no memory" },
    });
    runner.toggle();
    expect(begun[1].from).toMatchObject({ state: { count: 10 } });
    begun[1].fail(new Error("worker lost"));
    await settle();
    expect(run().phase).toBe("interrupted");
    void runner.recover();
    expect(begun[2].from).toMatchObject({ state: { count: 10 } });
    expect(run().failure).toBeUndefined();
  });

  it("accepts results from a file, and drops them", () => {
    const { runner, run } = fixture();
    runner.take({ state: { config: { seed: 1 }, count: 4 }, progress: 0.4, done: false });
    expect(run()).toMatchObject({ phase: "stopped", step: { progress: 0.4 } });
    runner.clear();
    expect(run()).toMatchObject({ phase: "idle", step: undefined });
    expect(runner.config()).toBe(runner.config());
  });
});
