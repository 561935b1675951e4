import { equal } from "#core/configuration/equal.ts";
import { download } from "../../../figures/download.ts";
import { figures as shown } from "./figures.ts";
import { worker, useGpu } from "../../../kit/engine.ts";
import { useScenario } from "./scenario.ts";
import { planOf, sweep as runner } from "./sweep.ts";
import { timings } from "./timings.ts";
import { say } from "../../../elements/notices.ts";

/** Saves the run on the page as a JSON file: settings, results and adapter. */
export async function saveRun(): Promise<void> {
  const { scenario } = useScenario.getState();
  const { live, ...drawn } = shown.store.getState();
  const { figures: own, of } = live?.own ?? drawn;
  // Figures of an earlier scenario may still be shown.
  const figures = equal(of, scenario) ? own : undefined;
  const { gpu } = useGpu.getState();
  const errors = figures?.errors.map((one) => {
    const points = figures.constellations.find(({ equalizer }) => equalizer === one.equalizer);
    return { ...one, count: undefined, evmPercent: points?.evmPercent };
  });
  const text = await worker.ask("equalizers", "writeRun", {
    scenario,
    sweep: runner.store.getState().step,
    packets: figures?.packets,
    errors,
    timings: timings.store.getState().step?.state.timings,
    adapter: gpu.state === "open" && gpu.available ? gpu.adapter : undefined,
  });
  download(`threeray-channel-${scenario.channel}.json`, text, "application/json");
}

/** Saves the scenario as a NumPy script. */
export async function saveScript(): Promise<void> {
  const { scenario } = useScenario.getState();
  const { numpyScript } = await import("#core/telemetry/experiment/numpy-script.ts");
  download(`threeray-channel-${scenario.channel}.py`, numpyScript(scenario), "text/x-python");
}

/** Opens a saved run with its scenario. Several runs, and results of the command line, merge into the sweep. */
export async function openRuns(files: readonly File[]): Promise<void> {
  const [first] = files;
  if (files.length === 1 && !(await isLedger(first))) await openRun(first);
  else await runner.ledgers.open(files);
}

/** Returns whether a file has a ledger, and no scenario of the page. */
async function isLedger(file: File): Promise<boolean> {
  try {
    return "ledger" in JSON.parse(await file.text());
  } catch {
    return false;
  }
}

/** Opens a saved run: its scenario, and its sweep where it stopped. */
async function openRun(file: File): Promise<void> {
  try {
    const { scenario, sweep, uncounted } = await worker.ask("equalizers", "readRun", await file.text());
    const before = useScenario.getState().sweep;
    const config = sweep?.state.config ?? uncounted;
    useScenario.setState({ scenario, sweep: config ? planOf({ ...config, scenario }) : before });
    if (sweep) runner.take(sweep);
    const sequel = uncounted ? "; its sweep is from an earlier release, so run it again" : "";
    say(`Opened the run in ${file.name}${sweep && !sweep.done ? "; its sweep can continue" : sequel}.`);
  } catch (error) {
    const wanted = "Choose a run that this lab saved, or a result that a command wrote with --json.";
    say(`${file.name} cannot be opened: ${(error as Error).message}. ${wanted}`, "warning");
  }
}
