import { whole } from "../../../format.ts";
import { takeDropped } from "../../../kit/recording/dropped.ts";
import { openExample } from "../../../kit/recording/examples.ts";
import { FILTER_RUNS } from "./runs.ts";
import { filterRecording, passSignal, useFilterSignal } from "./signal.ts";
import { followSignal, player } from "./sound.ts";
import { decodeFilters, encodeFilters } from "../address.ts";
import { isDesigned, showDesign, useFilters } from "./filters.ts";
import { addressOfStore } from "../../../kit/address.ts";
import { isReady, worker, useGpu } from "../../../kit/engine.ts";
import { openFiles, ownFile, shownRecording, useRecording } from "../../../kit/recording/recording.ts";
import type { LabSession } from "../../../kit/lab.ts";
import { leftOf, type Status, statusOf } from "../../../kit/status.ts";
import { useCurrentLab } from "../../../kit/current-lab.ts";

const inView = () => useCurrentLab.getState().name === "filters" && isReady(useGpu.getState());
const stop = () => void worker.stop();

function status(): Status {
  const { config, designed } = useFilters.getState();
  const { passing, progress, passed, failure } = useFilterSignal.getState();
  const { reading } = useRecording.getState();
  const { listening } = player.use.getState();
  const last = passed && `${whole(passed.facts.samples)} samples filtered`;
  const work = statusOf({
    runs: FILTER_RUNS,
    stop,
    computing: designed.computing && "Designing the filter",
    failure: designed.failure ?? failure,
  });
  if (designed.taps) {
    const tries = "pass" in config.design ? "trying " : "";
    return { text: `Designing the filter: ${tries}${designed.taps} taps`, working: true, stop, last };
  }
  if (work.progress !== undefined) return { ...work, last };
  if (reading) return { text: `Reading ${reading.names}`, working: true, stop, last };
  if (passing) return { text: "Filtering the signal", progress, working: true, stop, last };
  if (listening) {
    const { progress, remainingMs } = listening;
    return { text: "Preparing audio", progress, detail: leftOf(remainingMs), working: true, stop, last };
  }
  if (designed.stopped) return { text: "Stopped; the figures show the last filter", last };
  return { ...work, last };
}

/** Opens the example that a link asks for, or reads files again under a new device; then the signal goes through. */
async function catchUp(opened: boolean): Promise<void> {
  const { config, example } = useFilters.getState();
  const { files, hints, example: open } = useRecording.getState();
  if (config.signal === "recording") {
    if (example !== undefined && example !== open) await openExample(example);
    else if (opened && files.length > 0) await openFiles(files, hints, open);
  }
  await passSignal();
}

/** Resumes what the end of the worker interrupted. */
async function recoverRuns(): Promise<void> {
  for (const run of FILTER_RUNS) await run.recover();
}

const FIELDS = ["config", "part", "example", "hearing", "station", "logarithmic"] as const;
const { address, read } = addressOfStore(useFilters, encodeFilters, decodeFilters, FIELDS);

/** The Filters lab: it designs and filters again after every change. Only filtering needs a GPU. */
export const filters: LabSession = {
  read(fragment) {
    const found = read(fragment);
    const show = () => {
      found.show();
      const { config, example } = useFilters.getState();
      if (inView() && config.signal === "recording" && example !== useRecording.getState().example) void catchUp(false);
    };
    return { ...found, show };
  },
  address,
  ownFile: () => (useFilters.getState().config.signal === "recording" ? ownFile() : undefined),
  subscribe(changed) {
    useFilters.subscribe((now, before) => {
      if (now.config.design !== before.config.design) void showDesign();
      if ((now.config !== before.config || now.part !== before.part) && inView()) void passSignal();
      const { computing, refusal } = useFilters.getState().designed;
      const another = now.config !== before.config || before.designed.computing;
      if (another && !computing && !refusal) for (const run of FILTER_RUNS) run.restart();
      if (address(now) !== address(before)) changed();
    });
    useRecording.subscribe(({ request, example: open }, before) => {
      const { example } = useFilters.getState();
      if (request === before.request || !inView() || example === undefined) return;
      // The person asks for something else than the link, so the link names what is open.
      if (example !== open && example !== request?.example) useFilters.setState({ example: open });
    });
    useRecording.subscribe((state, before) => {
      if (shownRecording(state) === shownRecording(before) || !inView()) return;
      const { config, example } = useFilters.getState();
      // A recording that a link names comes with the link's filter; one that was open is only read again.
      const linked = example !== undefined && example === state.example;
      const again = state.files === before.files && state.chosen === before.chosen;
      if (config.signal === "recording" && (linked || again)) void passSignal();
      else filterRecording();
    });
    followSignal();
  },
  shown(_, { opened }) {
    if (opened && !isDesigned()) void showDesign();
    if (opened || !useFilterSignal.getState().passed || useFilters.getState().config.signal === "recording") {
      void catchUp(opened);
    }
    void recoverRuns();
  },
  toggle() {
    const running = FILTER_RUNS.find(({ store }) => store.getState().phase === "running");
    if (running) running.toggle();
    else void player.toggle();
  },
  status: {
    stores: [useFilters, useFilterSignal, player.use, useRecording, ...FILTER_RUNS.map(({ store }) => store)],
    read: status,
  },
  pick() {},
  drop: { invitation: "Drop a recording to filter it", recordings: true, take: takeDropped },
};
