import { download } from "../../../figures/download.ts";
import { useFigures } from "./figures.ts";
import { lab, useLab } from "../../../kit/engine.ts";
import { useScenario } from "./scenario.ts";
import { sweep as runner, sweepConfig } from "./sweep.ts";
import { useTimings } from "./timings.ts";
import { say } from "../../../elements/notices.ts";

/** The run on the page as a JSON file: what was set, what came out, and on what. */
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

/** The scenario as a NumPy script. */
export async function saveScript(): Promise<void> {
  const { scenario } = useScenario.getState();
  const { numpyScript } = await import("#core/telemetry/experiment/numpy-script.ts");
  download(`threeray-channel-${scenario.channel}.py`, numpyScript(scenario), "text/x-python");
}

/** Whether a file may be a run. */
export const isRunFile = (file: File) => /\.json$/i.test(file.name);

/** Takes a saved run up again: its scenario, and its sweep where it was. */
export async function openRun(file: File): Promise<void> {
  try {
    const { scenario, sweep, uncounted } = await lab.ask("equalizers", "readRun", await file.text());
    const before = useScenario.getState().sweep;
    const config = sweep?.state.config ?? uncounted;
    const plan = config ? { range: String(config.ebn0s), stopErrors: config.stopErrors } : before;
    // The same points may have been typed in fewer words.
    const same = JSON.stringify(sweepConfig(scenario, before).ebn0s) === JSON.stringify(config?.ebn0s);
    useScenario.setState({ scenario, sweep: same ? { ...plan, range: before.range } : plan });
    if (sweep) runner.take(sweep);
    const sequel = uncounted ? "; an earlier release counted its sweep, which has to be run again" : "";
    say(`The run in ${file.name} is shown${sweep && !sweep.done ? "; its sweep can go on" : sequel}.`);
  } catch (error) {
    say(`${file.name} cannot be taken up. ${(error as Error).message}`, "warning");
  }
}
