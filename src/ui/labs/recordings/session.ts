import { duration, whole } from "../../format.ts";
import { takeDropped } from "../../kit/recording/dropped.ts";
import { openExample } from "../../kit/recording/examples.ts";
import { isReady, useGpu } from "../../kit/engine.ts";
import { scrollToTop } from "../../kit/in-view.ts";
import {
  endOpening,
  openFiles,
  ownFile,
  shownRecording,
  stopRecording,
  useRecording,
} from "../../kit/recording/recording.ts";
import type { Runner } from "../../kit/run.ts";
import { useReceivers } from "../../kit/recording/receivers.ts";
import { onReceptions } from "./receivers.ts";
import { recallRecents } from "../../kit/recording/recents.ts";
import type { LabSession } from "../../kit/lab.ts";
import { leftOf, type Status, statusOf } from "../../kit/status.ts";
import { useCurrentLab } from "../../kit/current-lab.ts";
import {
  chosenPart,
  drawWaterfall,
  lookAtPart,
  resetWaterfall,
  select,
  setBand,
  setView,
  useWaterfall,
} from "./waterfall/store.ts";
import { readOverview } from "./waterfall/overview.ts";
import { refineSoon } from "./waterfall/refining.ts";
import { decoding } from "./frames/store.ts";
import { finding, useSignals } from "./signals/store.ts";
import { type RecordingsAddress, encodeRecordings, decodeRecordings, FINDING_DEFAULTS } from "./address.ts";
import { followListening, forgetSound, player, useListening } from "./listening.ts";

/** The last link, until its example is open. */
let wanted: RecordingsAddress = {};

const inView = () => useCurrentLab.getState().name === "recordings" && isReady(useGpu.getState());

function shownLink(): RecordingsAddress {
  const { example } = useRecording.getState();
  const { view, zoomed, selection, fftSize, level } = useWaterfall.getState();
  const { hearing, station } = useListening.getState();
  const recording = shownRecording(useRecording.getState());
  const whole = view?.count === recording?.samples;
  const { scope, falseAlarms } = useSignals.getState();
  const shown = { example, view: whole ? undefined : view, band: zoomed, selection, fftSize, level };
  return { ...shown, hearing, station, scope, falseAlarms };
}

let catching = 0;

/** Opens the link's example, and shows the link's part of it. */
async function catchUp(opened: boolean): Promise<void> {
  const mine = ++catching;
  const { example, ...link } = wanted;
  const { files, hints, example: open, recordings } = useRecording.getState();
  if (example !== undefined && example !== open) await openExample(example);
  else if (opened && files.length) await openFiles(files, hints, open);
  else if (recordings.length) void drawWaterfall();
  if (mine !== catching) return;
  wanted = {};
  if (example === undefined || example !== useRecording.getState().example) return;
  // A link without a part means the whole example.
  const { view, band = [-0.5, 0.5], selection, fftSize = 0, level, hearing, station } = link;
  setView(view ?? { start: 0, count: Number.MAX_SAFE_INTEGER });
  setBand(band);
  select(selection);
  useWaterfall.setState({ fftSize, level });
  useListening.setState({ hearing, station });
}

const runningOf = (runs: readonly Pick<Runner, "store">[]) =>
  runs.find(({ store }) => store.getState().phase === "running");

function status(): Status {
  const { reading, saving, refused, failure } = useRecording.getState();
  const { computing, surveying, part, overview, refining, failure: undrawn } = useWaterfall.getState();
  const recording = shownRecording(useRecording.getState());
  const stop = stopRecording;
  const receptions = [decoding, ...useReceivers.getState().here.map(({ reception }) => reception)];
  const received = receptions.find(({ store }) => /stopped|finished/.test(store.getState().phase));
  const last = received
    ? `${received.count()} received in ${duration(received.store.getState().ms ?? 0)}`
    : recording && `${recording.title}: ${whole(recording.samples)} ${recording.samples === 1 ? "sample" : "samples"}`;
  if (reading) return { text: `Reading ${reading.names}`, working: true, stop, last };
  if (saving) return { text: saving.what, progress: saving.share, working: true, stop, last };
  const runs = [...receptions, finding];
  if (runningOf(runs)) return { ...statusOf({ runs, stop }), last };
  const { listening } = player.use.getState();
  if (listening) {
    const { progress, remainingMs } = listening;
    return { text: "Preparing audio", progress, detail: leftOf(remainingMs), working: true, stop, last };
  }
  if (surveying) return { text: "Reading every sample", progress: part?.share ?? 0, working: true, stop, last };
  if (refining?.progress !== undefined) {
    return { text: "Reading the view", progress: refining.progress, working: true, stop, last };
  }
  if (overview?.phase === "reading") {
    const { progress, remainingMs } = overview;
    return { text: "Reading for the overview", progress, detail: leftOf(remainingMs), working: true, stop, last };
  }
  if (computing) return { text: "Drawing the waterfall", working: true, last };
  const isFailed = runs.some(({ store }) => store.getState().phase === "failed");
  if (failure || undrawn || isFailed) return { text: "Failed; the figure shows the reason", last };
  return { text: refused ? "Ready; the last files could not be opened" : "Ready", last };
}

/** The Recordings lab: the waterfall follows the view, and the spectrum follows the selection. */
export const recordings: LabSession = {
  read(fragment) {
    const found = decodeRecordings(fragment);
    const show = () => {
      // The person has left the last link before its example was open, for example with “Back”.
      if (wanted.example !== undefined && wanted.example !== found.example) endOpening();
      wanted = found;
      const { scope, falseAlarms } = { ...FINDING_DEFAULTS, ...found };
      useSignals.setState({ scope, falseAlarms });
      if (inView()) void catchUp(false);
    };
    return { address: encodeRecordings(found), show };
  },
  address: () => encodeRecordings(wanted.example === undefined ? shownLink() : wanted),
  ownFile,
  subscribe(changed) {
    void recallRecents();
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    useRecording.subscribe(({ edited }, before) => {
      if (edited === before.edited) return;
      if (edited) window.addEventListener("beforeunload", ask);
      else window.removeEventListener("beforeunload", ask);
    });
    useRecording.subscribe(({ request }, before) => {
      const other = request !== before.request && request?.example !== wanted.example;
      if (!other || wanted.example === undefined) return;
      // The person asks for something else than the link, so the link follows.
      catching++;
      wanted = {};
      changed();
    });
    useRecording.subscribe((state, before) => {
      if (shownRecording(state) === shownRecording(before)) return;
      const [now, last] = [state, before].map(shownRecording);
      const same = (["samples", "channels", "complex"] as const).every((key) => now?.[key] === last?.[key]);
      resetWaterfall(same && state.files === before.files && state.chosen === before.chosen);
      forgetSound();
      // Other files begin at the top. A link's or a lecture's figure is scrolled to elsewhere.
      if (state.files !== before.files && wanted.example === undefined) scrollToTop();
      changed();
    });
    useWaterfall.subscribe((state, before) => {
      const same = (["view", "zoomed", "columns", "fftSize", "channel", "level"] as const).every(
        (key) => state[key] === before[key],
      );
      if (!same && inView()) void drawWaterfall();
      // After the first picture, so that nothing delays it.
      if (state.picture !== before.picture && state.picture && !state.overview) void readOverview();
      if (state.picture !== before.picture && state.picture) refineSoon();
      if (state.selection !== before.selection || state.channel !== before.channel) void lookAtPart();
      const linked = (["view", "zoomed", "selection", "fftSize", "level"] as const).some(
        (key) => state[key] !== before[key],
      );
      if (linked) changed();
    });
    useListening.subscribe(changed);
    useSignals.subscribe(({ scope, falseAlarms }, before) => {
      if (scope !== before.scope || falseAlarms !== before.falseAlarms) changed();
    });
    followListening();
  },
  shown: (_, { opened }) => void catchUp(opened),
  toggle() {
    const { here } = useReceivers.getState();
    const { playing, starting } = player.use.getState();
    const receiver = here.find(({ takes }) => takes());
    if (runningOf([finding, decoding, ...here.map(({ reception }) => reception)])) stopRecording();
    else if (playing || starting || !receiver) void player.toggle();
    else void receiver.reception.receive(chosenPart(useWaterfall.getState()));
  },
  status: {
    stores: [useRecording, useWaterfall, finding.store, decoding.store, player.use, { subscribe: onReceptions }],
    read: status,
  },
  pick() {},
  drop: {
    invitation: "Drop a recording or a folder of recordings",
    recordings: true,
    take: takeDropped,
  },
};
