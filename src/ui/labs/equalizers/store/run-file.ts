import { download } from "../../../figures/download.ts";
import { useFigures } from "./figures.ts";
import { lab, useLab } from "../../../kit/engine.ts";
import { useScenario } from "./scenario.ts";
import { sweep as runner, sweepConfig } from "./sweep.ts";
import { useTimings } from "./timings.ts";
import { say } from "../../../elements/notices.ts";

/** Saves the run on the page as a JSON file: settings, results and adapter. */
export async function saveRun(): Promise<void> {
  const { scenario } = useScenario.getState();
  const { figures } = useFigures.getState();
  const { gpu } = useLab.getState();
  const errors = figures?.errors.map((one) => {
    const points = figures.constellations.find(({ equalizer }) => equalizer === one.equalizer);
    return { ...one, evmPercent: points?.evmPercent };
  });
  const text = await lab.ask("equalizers", "writeRun", {
    scenario,
    sweep: runner.store.getState().step,
    packets: figures?.packets,
    errors,
    timings: useTimings.getState().timings,
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

/** Whether a file may be a run. */
export const isRunFile = (file: File) => /\.json$/i.test(file.name);

/** Opens a saved run: its scenario, and its sweep where it stopped. */
export async function openRun(file: File): Promise<void> {
  try {
    const { scenario, sweep, uncounted } = await lab.ask("equalizers", "readRun", await file.text());
    const before = useScenario.getState().sweep;
    const config = sweep?.state.config ?? uncounted;
    const plan = config ? { range: String(config.ebn0s), stopErrors: config.stopErrors } : before;
    // The current range may give the same points in a shorter form.
    const same = JSON.stringify(sweepConfig(scenario, before).ebn0s) === JSON.stringify(config?.ebn0s);
    useScenario.setState({ scenario, sweep: same ? { ...plan, range: before.range } : plan });
    if (sweep) runner.take(sweep);
    const sequel = uncounted ? "; its sweep is from an earlier release, so run it again" : "";
    say(`Opened the run in ${file.name}${sweep && !sweep.done ? "; its sweep can continue" : sequel}.`);
  } catch (error) {
    say(`${file.name} cannot be opened. ${(error as Error).message}`, "warning");
  }
}
