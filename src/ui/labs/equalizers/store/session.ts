import { EQUALIZERS } from "#core/telemetry/experiment/scenario.ts";
import { duration, whole } from "../../../format.ts";
import { showFigures, useFigures } from "./figures.ts";
import { isReady, lab, useLab } from "../../../kit/engine.ts";
import { takeDropped } from "../../../kit/recording/dropped.ts";
import { openFiles, ownFile, useRecording } from "../../../kit/recording/recording.ts";
import { editScenario, FIRST_SCENE, toggleEqualizer, useScenario } from "./scenario.ts";
import { keepInView } from "../../../kit/in-view.ts";
import type { LabSession } from "../../../kit/lab.ts";
import { type Status, statusOf } from "../../../kit/status.ts";
import { sweep } from "./sweep.ts";
import { timings } from "./timings.ts";
import { decodeLink, encodeLink } from "../link.ts";
import { namesOf } from "../../../elements/attempt.ts";
import { say } from "../../../elements/notices.ts";

/** Packets that a software adapter computes in a few seconds. */
const SOFTWARE_PACKETS = 8;

function status(): Status {
  const { phase, step, ms: sweptMs } = sweep.store.getState();
  const { computing, figures, ms, failure } = useFigures.getState();
  const now = statusOf({
    runs: [sweep, timings],
    stop: () => void lab.stop(),
    computing: computing && "Computing the figures",
    failure,
  });
  const drawn = ms !== undefined && figures ? [`${figures.sent} packets drawn in ${duration(ms)}`] : [];
  const bits = step?.results.reduce((sum, point) => sum + point.bits, 0) ?? 0;
  const ended = phase !== "running" && sweptMs !== undefined && bits > 0;
  const swept = ended ? [`sweep: ${whole(bits)} bits in ${duration(sweptMs)}`] : [];
  return { ...now, last: [...drawn, ...swept].join(" · ") };
}

/** The equalizers lab's session. Figures follow the scenario; a sweep follows it after its first start. */
export const equalizers: LabSession = {
  read(fragment) {
    const { scenario, sweep: plan } = decodeLink(fragment);
    const before = useScenario.getState();
    // A change of the sweep alone does not redraw the figures.
    const same = encodeLink({ scenario, sweep: plan }) === encodeLink({ ...before, sweep: plan });
    useScenario.setState({ scenario: same ? before.scenario : scenario, sweep: plan });
  },
  begin: () => useScenario.setState({ scenario: FIRST_SCENE }),
  link: () => encodeLink(useScenario.getState()),
  ownFile,
  canonical: (fragment) => encodeLink(decodeLink(fragment)),
  subscribe(changed) {
    useScenario.subscribe(({ scenario }, before) => {
      if (scenario !== before.scenario && isReady(useLab.getState())) void showFigures(scenario);
      changed();
    });
  },
  rested() {
    if (isReady(useLab.getState())) sweep.rested();
  },
  shown(software, { opened, untouched }) {
    if (opened || !useFigures.getState().figures) void catchUp(software, untouched);
  },
  live: {
    draw: async (number) => (await import("./live.ts")).drawLive(number),
    end: async () => (await import("./live.ts")).endLive(),
  },
  toggle: sweep.toggle,
  runCard: "ber",
  status: { stores: [sweep.store, timings.store, useFigures], read: status },
  pick(index) {
    if (EQUALIZERS[index]) toggleEqualizer(EQUALIZERS[index]);
  },
  drop: { invitation: "Drop a recording, a saved run, or ledgers of this sweep", take: takeFiles },
};

/** Whether a file may be a run or a ledger. */
const isRunFile = (file: File) => /\.json$/i.test(file.name);

async function takeFiles(transfer: DataTransfer): Promise<void> {
  const files = [...transfer.files];
  const runs = files.filter(isRunFile);
  if (runs.length === 0) {
    // The card grows while the file is read.
    keepInView("recording");
    return takeDropped(transfer);
  }
  const others = files.filter((file) => !isRunFile(file));
  if (others.length > 0) {
    say(`Not opened: ${namesOf(others)}. Drop recordings without runs and ledgers.`, "warning");
  }
  const { openRuns } = await import("./run-file.ts");
  await openRuns(runs);
}

/** Computes everything that the page shows, on a newly opened device. */
async function catchUp(software: boolean, untouched: boolean): Promise<void> {
  if (untouched && software && useScenario.getState().scenario === FIRST_SCENE) {
    editScenario({ packets: SOFTWARE_PACKETS });
    say(`A software adapter is slow, so the scenario starts with ${SOFTWARE_PACKETS} packets.`);
    return;
  }
  const { files, hints, example } = useRecording.getState();
  if (files.length) void openFiles(files, hints, example);
  await showFigures(useScenario.getState().scenario);
  await sweep.recover();
  // A real GPU sweeps in about a second; a software adapter sweeps only on request.
  if (sweep.store.getState().phase !== "idle" || software) return;
  sweep.setFollow(true);
  await sweep.start();
  await timings.start();
}
