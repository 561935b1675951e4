import { beforeEach, describe, expect, it, vi } from "vitest";
import { create } from "zustand";
import { takeLedgers } from "#core/measurement/ledger-files.ts";
import { type MadeUpConfig, madeUpState, madeUpSweep } from "#core/measurement/made-up/testing.ts";
import { sweepFile } from "#core/measurement/sweep-file.ts";
import { newSweep, sweepStep, type SweepStep } from "#core/measurement/sweep.ts";

const worker = vi.hoisted(() => ({}) as { run(...given: unknown[]): unknown; stop(): void });
vi.mock("./engine.ts", () => ({ worker, isWorkerLoss: () => false }));
const said: string[] = [];
vi.mock("../elements/notices.ts", () => ({ say: (text: string) => void said.push(text) }));

const { createRunner } = await import("./run.ts");
const { createLedgers } = await import("./ledgers.ts");

const CONFIG: MadeUpConfig = { lab: "made-up", dbs: [1, 3], units: 96, stop: 0, unitMs: 0 };
type Row = typeof madeUpSweep extends { row(...given: never[]): infer R } ? R : never;
type Step = SweepStep<MadeUpConfig, Row>;

/** Returns a file with one block of each point. */
function part(config: MadeUpConfig, block: number, name = `${block}.json`): File {
  const { ledger } = madeUpState(config);
  const points = ledger.points.map(({ db, blocks }) => ({ db, blocks: [blocks[block]] }));
  const state = { ...newSweep(madeUpSweep, config), ledger: { ...ledger, points } };
  return new File([JSON.stringify(sweepFile(madeUpSweep, state))], name);
}

function fixture() {
  const source = create<MadeUpConfig>()(() => CONFIG);
  let end = () => {};
  let tell: (step: Step) => void = () => {};
  worker.stop = () => end();
  worker.run = (_experiment, _run, _start, onStep) =>
    new Promise<void>((resolve) => {
      tell = onStep as typeof tell;
      end = resolve;
    });
  const sweep = createRunner<never, never, MadeUpConfig, MadeUpConfig, Step>({
    experiment: "made-up" as never,
    run: "sweep" as never,
    of: source,
    config: (config) => config,
    doing: "Counting",
    failed: "Failed.",
  });
  const ledgers = createLedgers<MadeUpConfig, Row>({
    lab: "made-up",
    sweep,
    adopt: (config) => source.setState(config),
    take: async (to, files) => takeLedgers(madeUpSweep, to, files),
    write: async () => "",
    stop: () => end(),
  });
  const stepOf = (config: MadeUpConfig) => sweepStep(madeUpSweep, madeUpState(config));
  return { source, sweep, ledgers, stepOf, tell: (step: Step) => tell(step), run: () => sweep.store.getState() };
}

describe("ui/kit/ledgers", () => {
  beforeEach(() => void (said.length = 0));

  it("merges files in turn, shows what is counted, and names what it refuses", async () => {
    const { ledgers, run } = fixture();
    await ledgers.open([part(CONFIG, 0), new File(["{"], "cut.json")]);
    expect(run()).toMatchObject({ phase: "stopped", follow: false });
    expect(ledgers.store.getState()).toMatchObject({
      taken: [{ name: "0.json", units: 128, isNew: true }],
      refused: [{ name: "cut.json" }],
    });
    expect(said).toEqual([
      expect.stringMatching(/^One ledger merged: 66.6 % /),
      expect.stringMatching(/^Not merged: “cut.json”. The file is not JSON/),
    ]);
    await ledgers.open([part(CONFIG, 1)]);
    expect(run()).toMatchObject({ phase: "finished", step: { state: madeUpState(CONFIG) } });
    expect(ledgers.store.getState().taken.map(({ name }) => name)).toEqual(["0.json", "1.json"]);
    expect(ledgers.store.getState().refused).toEqual([]);
    await ledgers.close();
    expect(run()).toMatchObject({ phase: "idle", step: undefined });
  });

  it("adopts the settings of files of another sweep, keeps its ledgers apart, and shows the earlier sweep again", async () => {
    const { source, sweep, ledgers, stepOf, run } = fixture();
    const other = { ...CONFIG, units: 48 };
    const own = stepOf(CONFIG);
    sweep.take(own);
    sweep.setFollow(true);
    await ledgers.open([part(other, 0)]);
    expect(source.getState()).toEqual(other);
    expect(run().step?.state.config).toEqual(other);
    // The shown ledgers are not lost to files of a third sweep.
    await ledgers.open([part({ ...CONFIG, units: 24 }, 0, "third.json")]);
    expect(run().step?.state.config).toEqual(other);
    expect(ledgers.store.getState().refused).toEqual([
      { name: "third.json", reason: expect.stringMatching(/differs in units/) },
    ]);
    await ledgers.close();
    expect(source.getState()).toEqual(CONFIG);
    expect(run()).toMatchObject({ phase: "finished", follow: true, step: own });
    expect(ledgers.store.getState()).toEqual({ taken: [], refused: [] });
  });

  it("stops the running sweep first, and adds to its counts", async () => {
    const { sweep, ledgers, tell, run } = fixture();
    void sweep.start();
    const whole = takeLedgers(madeUpSweep, undefined, [{ name: "", text: await part(CONFIG, 1).text() }]);
    tell(whole.step!);
    await ledgers.open([part(CONFIG, 0)]);
    expect(run()).toMatchObject({ phase: "finished", step: { done: true } });
    // A new run begins from zero, without the files.
    void sweep.start();
    expect(ledgers.store.getState().taken).toEqual([]);
  });

  it("says why files cannot be merged when they cannot even be read, or the worker fails", async () => {
    const { ledgers, run } = fixture();
    const gone = new File([], "gone.json");
    gone.text = () => Promise.reject(new Error("The file could not be read."));
    await ledgers.open([gone]);
    expect(said).toEqual(["Not merged: “gone.json”. The file could not be read."]);
    expect(run().phase).toBe("idle");
  });

  it("refuses one changed number, and names the file and the number", async () => {
    const { ledgers } = fixture();
    const text = (await part(CONFIG, 0).text()).replace(/("sums":\[\[64),(\d+)/, "$1,65");
    await ledgers.open([new File([text], "changed.json")]);
    expect(said).toEqual([
      "Not merged: “changed.json”. made-up: frameErrors must be from 0 to 64, got 65 (units 0 to 63 at 1 dB, receiver 1)",
    ]);
  });

  it("refuses a file that is too large to be a ledger", async () => {
    const { ledgers, run } = fixture();
    const large = new File([], "large.json");
    Object.defineProperty(large, "size", { value: 2 ** 30 });
    await ledgers.open([large]);
    expect(run().phase).toBe("idle");
    expect(ledgers.store.getState().refused).toEqual([{ name: "large.json", reason: "A ledger has at most 64 MiB." }]);
  });
});
