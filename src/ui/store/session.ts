import { DEFAULT_SCENARIO } from "#core/experiments/scenario.ts";
import { isReady, isSoftware, openLab, useLab } from "./lab.ts";
import { showFigures } from "./figures.ts";
import { openFiles, useRecording } from "./recording.ts";
import { editScenario, useScenario } from "./scenario.ts";
import { isStale, runSweep, useSweep } from "./sweep.ts";
import { measureTimings } from "./timings.ts";
import { decodeLink, encodeLink } from "./url.ts";
import { say, useView } from "./view.ts";

/** Packets that a software adapter draws in a few seconds. */
const SOFTWARE_PACKETS = 8;

/** Pause after the last edit before the address changes and a following sweep begins. */
const REST_MS = 400;

/**
 * Ties the page together for as long as it lives: reads the link, opens the device, computes the figures whenever the
 * scenario changes, and keeps the address a link to what is shown.
 */
export function startSession(): void {
  const paint = ({ theme } = useView.getState()) => (document.documentElement.dataset.theme = theme);
  paint();
  useView.subscribe(paint);

  const untouched = location.hash === "";
  readLink();
  window.addEventListener("hashchange", readLink);
  void openLab();

  let rest: ReturnType<typeof setTimeout> | undefined;
  useScenario.subscribe(({ scenario, sweep }, before) => {
    if (scenario !== before.scenario && isReady(useLab.getState())) void showFigures(scenario);
    clearTimeout(rest);
    rest = setTimeout(() => {
      writeLink();
      const { follow, step } = useSweep.getState();
      if (follow && isStale(step?.state.config, scenario, sweep) && isReady(useLab.getState())) void runSweep();
    }, REST_MS);
  });
  // Whenever a device opens, the first time or after the worker died, what is on the page is computed.
  useLab.subscribe((state, before) => {
    if (!isReady(state) || isReady(before)) return;
    const beginning = untouched && useScenario.getState().scenario === DEFAULT_SCENARIO;
    if (beginning && isSoftware(state)) {
      editScenario({ packets: SOFTWARE_PACKETS });
      say(`A software adapter draws slowly: the scenario begins with ${SOFTWARE_PACKETS} packets.`);
    } else void catchUp(isSoftware(state));
  });
}

/** Computes what the page shows, on a device that has just opened. */
async function catchUp(software: boolean): Promise<void> {
  const { files, hints } = useRecording.getState();
  if (files.length) void openFiles(files, hints);
  await showFigures(useScenario.getState().scenario);
  const { phase } = useSweep.getState();
  if (phase === "interrupted") await runSweep({ resume: true });
  // A real GPU sweeps in the blink of an eye; a software adapter does so only when the person asks.
  if (phase !== "idle" || software) return;
  useSweep.setState({ follow: true });
  await runSweep();
  await measureTimings();
}

function readLink(): void {
  if (location.hash === "" || location.hash === currentLink()) return;
  try {
    useScenario.setState(decodeLink(location.hash));
  } catch (error) {
    say(`This link cannot be shown. ${(error as Error).message}`, "warning");
    writeLink();
  }
}

function currentLink(): string {
  return encodeLink(useScenario.getState());
}

function writeLink(): void {
  if (location.hash !== currentLink()) history.replaceState(null, "", currentLink());
}
