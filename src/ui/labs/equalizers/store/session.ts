import { equal } from "#core/configuration/equal.ts";
import { EQUALIZERS } from "#core/telemetry/experiment/scenario.ts";
import { namesOf } from "../../../elements/attempt.ts";
import { say } from "../../../elements/notices.ts";
import { whole } from "../../../format.ts";
import type { GivenFiles } from "../../../kit/given-files.ts";
import { keepInView } from "../../../kit/in-view.ts";
import type { LabSession } from "../../../kit/lab.ts";
import { takeDropped } from "../../../kit/recording/dropped.ts";
import { openFiles, ownFile, useRecording } from "../../../kit/recording/recording.ts";
import { sweepSession } from "../../../kit/sweep-session.ts";
import { decodeEqualizers, encodeEqualizers } from "../address.ts";
import { figures } from "./figures.ts";
import { editScenario, FIRST_SCENE, toggleEqualizer, useScenario } from "./scenario.ts";
import { solvers } from "./solvers.ts";
import { sweep } from "./sweep.ts";
import { latency, timings } from "./timings.ts";

/** Packets that a software adapter computes in a few seconds. */
const SOFTWARE_PACKETS = 8;

const session = sweepSession({
  store: useScenario,
  encode: encodeEqualizers,
  decode: decodeEqualizers,
  sweep,
  runs: [timings, solvers, latency],
  look: figures,
  changed(now, before) {
    if (!equal(now.scenario, before.scenario)) void figures.compute();
  },
  counted(points) {
    const bits = points.reduce((sum, point) => sum + point.bits, 0);
    return bits > 0 ? `sweep: ${whole(bits)} bits` : undefined;
  },
  drawn: () => `${figures.store.getState().figures?.sent} packets drawn`,
  runCard: "ber",
  pick(index) {
    if (EQUALIZERS[index]) toggleEqualizer(EQUALIZERS[index]);
  },
});

/** The equalizers lab's session. Figures follow the scenario; a sweep follows it after its first start. */
export const equalizers: LabSession = {
  ...session,
  begin: () => useScenario.setState({ scenario: FIRST_SCENE }),
  ownFile,
  shown(software, from) {
    if (from.untouched && software && useScenario.getState().scenario === FIRST_SCENE) {
      editScenario({ packets: SOFTWARE_PACKETS });
      say(`A software adapter is slow, so the scenario starts with ${SOFTWARE_PACKETS} packets.`);
      return;
    }
    const { files, hints, example } = useRecording.getState();
    if (from.opened && files.length) void openFiles(files, hints, example);
    session.shown(software, from);
  },
  drop: {
    invitation: "Drop a recording, a saved run, or ledgers of this sweep",
    recordings: true,
    take: takeFiles,
  },
};

/** Whether a file may be a run or a ledger. */
const isRunFile = (file: File) => /\.json$/i.test(file.name);

async function takeFiles(given: GivenFiles): Promise<void> {
  const { files } = given;
  const runs = files.filter(isRunFile);
  if (runs.length === 0) {
    // The card grows while the file is read.
    keepInView("recording");
    return takeDropped(given);
  }
  const others = files.filter((file) => !isRunFile(file));
  if (others.length > 0) {
    say(`Not opened: ${namesOf(others)}. Drop recordings without runs and ledgers.`, "warning");
  }
  const { openRuns } = await import("./run-file.ts");
  await openRuns(runs);
}
