import { duration, whole } from "../../format.ts";
import { takeDropped } from "../../kit/recording/dropped.ts";
import { EXAMPLES, openExample } from "../../kit/recording/examples.ts";
import { isReady, useLab } from "../../kit/engine.ts";
import { openFiles, shownRecording, stopRecording, useRecording } from "../../kit/recording/recording.ts";
import type { Reception } from "../../kit/recording/reception.ts";
import { onReceptions, useReceivers } from "../../kit/recording/receivers.ts";
import { recallRecents } from "../../kit/recording/recents.ts";
import type { LabSession } from "../../kit/lab.ts";
import { leftOf, type Status } from "../../kit/status.ts";
import { useCurrentLab } from "../../kit/current-lab.ts";
import type { Band, Span } from "../../figures/waterfall-frame.ts";
import {
  chosenPart,
  drawWaterfall,
  lookAtPart,
  resetWaterfall,
  setBand,
  setView,
  useWaterfall,
} from "../../kit/recording/waterfall.ts";

/** The state that a link reproduces: an example and the part of it in view. A link cannot hold a file. */
interface Link {
  example?: string;
  view?: Span;
  /** The frequency range in view, cycles per sample. */
  band?: Band;
}

/** A link's fragment: `#recordings?v=1&example=two-packets&from=12000&count=500&band=-0.1:0.2`. */
function linkOf({ example, view, band }: Link): string {
  const parts = ["v=1"];
  if (example !== undefined) parts.push(`example=${example}`);
  if (example !== undefined && view) parts.push(`from=${view.start}`, `count=${view.count}`);
  if (example !== undefined && band) parts.push(`band=${band.map((edge) => Number(edge.toFixed(6))).join(":")}`);
  return `#recordings?${parts.join("&")}`;
}

/** @throws RangeError that says which field was wrong, what it takes and what came. */
function readLink(fragment: string): Link {
  const link: Link = {};
  const span: Partial<Span> = {};
  for (const part of (fragment.split("?")[1] ?? "").split("&").filter(Boolean)) {
    const [name, text = ""] = part.split("=");
    if (name === "v" && text === "1") continue;
    if (name === "example") link.example = knownExample(text);
    else if (name === "from") span.start = wholeNumber(name, text, 0);
    else if (name === "count") span.count = wholeNumber(name, text, 1);
    else if (name === "band") link.band = bandFrom(text);
    else throw new RangeError(`recordings: there is no field “${name}” with the value “${text}”`);
  }
  const { start, count } = span;
  if ((start === undefined) !== (count === undefined))
    throw new RangeError("recordings: from and count must be given together");
  if (start !== undefined && count !== undefined) link.view = { start, count };
  return link;
}

function knownExample(text: string): string {
  if (EXAMPLES.some(({ name }) => name === text)) return text;
  throw new RangeError(`recordings: example must be ${EXAMPLES.map(({ name }) => name).join(" or ")}, got "${text}"`);
}

function wholeNumber(name: string, text: string, least: number): number {
  if (/^\d{1,15}$/.test(text) && Number(text) >= least) return Number(text);
  throw new RangeError(`recordings: ${name} must be a whole number from ${least}, got "${text}"`);
}

function bandFrom(text: string): Band {
  const [low, high, ...others] = text.split(":").map((edge) => (/^-?\d?\.?\d+$/.test(edge) ? Number(edge) : NaN));
  if (low >= -0.5 && high <= 0.5 && low < high && others.length === 0) return [low, high];
  throw new RangeError(`recordings: band must be LOW:HIGH in cycles per sample, −0.5 … 0.5, got "${text}"`);
}

/** The last link, until its example is open. */
let wanted: Link = {};

const inView = () => useCurrentLab.getState().name === "recordings" && isReady(useLab.getState());

function shownLink(): Link {
  const { example } = useRecording.getState();
  const { view, zoomed } = useWaterfall.getState();
  const recording = shownRecording(useRecording.getState());
  const whole = view?.count === recording?.samples;
  return { example, view: whole ? undefined : view, band: zoomed };
}

/** Opens the link's example. */
async function catchUp(opened: boolean): Promise<void> {
  const { example, view, band } = wanted;
  wanted = {};
  const { files, hints, example: open, recordings } = useRecording.getState();
  if (example !== undefined && example !== open) await openExample(example);
  else if (opened && files.length) await openFiles(files, hints, open);
  else if (recordings.length) void drawWaterfall();
  // A link without a part means the whole example.
  const samples = shownRecording(useRecording.getState())?.samples;
  if (view) setView(view);
  else if (example !== undefined && samples !== undefined) setView({ start: 0, count: samples });
  if (band) setBand(band);
  else if (example !== undefined) setBand([-0.5, 0.5]);
}

const runningOf = (receptions: readonly Reception[]) =>
  receptions.find(({ store }) => store.getState().phase === "running");

function status(): Status {
  const { reading, saving, refused, failure } = useRecording.getState();
  const { computing, surveying, part, failure: undrawn } = useWaterfall.getState();
  const recording = shownRecording(useRecording.getState());
  const stop = stopRecording;
  const receptions = useReceivers.getState().here.map(({ reception }) => reception);
  const received = receptions.find(({ store }) => /stopped|finished/.test(store.getState().phase));
  const last = received
    ? `${received.count()} received in ${duration(received.store.getState().ms)}`
    : recording && `${recording.title}: ${whole(recording.samples)} samples`;
  if (reading) return { text: `Reading ${reading.names}`, working: true, stop, last };
  if (saving) return { text: saving.what, progress: saving.share, working: true, stop, last };
  const receiving = runningOf(receptions);
  if (receiving) {
    const { progress, remainingMs } = receiving.store.getState();
    return { text: "Receiving", progress, working: true, stop, detail: leftOf(remainingMs), last };
  }
  if (surveying) return { text: "Reading every sample", progress: part?.share ?? 0, working: true, stop, last };
  if (computing) return { text: "Drawing the waterfall", working: true, last };
  if (failure || undrawn) return { text: "Failed; the figure shows the reason", last };
  return { text: refused ? "Ready; the last files could not be opened" : "Ready", last };
}

/** The Recordings lab: the waterfall follows the view, and the spectrum follows the selection. */
export const recordings: LabSession = {
  read(fragment) {
    wanted = readLink(fragment);
    if (inView()) void catchUp(false);
  },
  link: () => linkOf({ ...shownLink(), ...wanted }),
  canonical: (fragment) => linkOf(readLink(fragment)),
  subscribe(changed) {
    void recallRecents();
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    useRecording.subscribe(({ edited }, before) => {
      if (edited === before.edited) return;
      if (edited) window.addEventListener("beforeunload", ask);
      else window.removeEventListener("beforeunload", ask);
    });
    useRecording.subscribe((state, before) => {
      if (shownRecording(state) === shownRecording(before)) return;
      resetWaterfall();
      changed();
    });
    useWaterfall.subscribe((state, before) => {
      const same = (["view", "zoomed", "columns", "fftSize", "channel"] as const).every(
        (key) => state[key] === before[key],
      );
      if (!same && inView()) void drawWaterfall();
      if (state.selection !== before.selection || state.channel !== before.channel) void lookAtPart();
      if (state.view !== before.view || state.zoomed !== before.zoomed) changed();
    });
  },
  shown: (_, { opened }) => void catchUp(opened),
  toggle() {
    const { here } = useReceivers.getState();
    if (runningOf(here.map(({ reception }) => reception))) stopRecording();
    else void here.find(({ takes }) => takes())?.reception.run(chosenPart(useWaterfall.getState()));
  },
  status: { stores: [useRecording, useWaterfall, { subscribe: onReceptions }], read: status },
  pick() {},
  drop: { invitation: "Drop a recording or a folder of recordings", take: (transfer) => void takeDropped(transfer) },
};
