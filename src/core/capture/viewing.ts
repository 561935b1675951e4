import { type Context, onDevice, perContext, untilStopped } from "../experiment.ts";
import { urgently } from "../thread/urgent.ts";
import { isLong } from "./long-view.ts";
import { opened, openedRecording } from "./opened.ts";
import type { Recording } from "./recording.ts";
import { firstPicture, type Waterfall, waterfallOf, type WaterfallView } from "./waterfall.ts";

/** The last picture that was asked for. */
interface Drawing {
  recording: Recording;
  key: string;
  controller: AbortController;
  /** Undefined where another view has taken its place. */
  picture: Promise<Waterfall | undefined>;
}

const drawing = perContext((): { last?: Drawing } => ({}));

/**
 * Returns a picture of an opened recording. If it takes longer than `mostMs`, the picture shows few segments and says so (`early`, or
 * `shared` in a long view), and the better one is in progress: the same question without a limit waits for it. Another view ends that: then
 * its answer is undefined.
 */
export async function pictureWithin(
  context: Context,
  index: number,
  view: WaterfallView,
  mostMs = Infinity,
): Promise<Waterfall | undefined> {
  if (isLong(view.count)) {
    const { picture } = begin(context, index, view, mostMs);
    // The overview makes a better picture than one of single segments, so it does not wait for that.
    return mostMs < Infinity ? urgently(() => picture) : picture;
  }
  return urgently(() => shortPicture(context, index, view, mostMs));
}

async function shortPicture(context: Context, index: number, view: WaterfallView, mostMs: number) {
  const recording = openedRecording(context, index);
  const key = JSON.stringify(view);
  const state = drawing(context);
  const { last } = state;
  const mine = last?.key === key && last.recording === recording ? last : begin(context, index, view, mostMs);
  // Half of the time is for the better picture. A fast GPU needs less.
  if (mostMs < Infinity && !(await isSoon(mine.picture, mostMs / 2)))
    return { ...(await firstPicture(recording, view, { mostMs: mostMs / 2 })), early: true };
  const picture = await mine.picture;
  return picture && copyOf(picture);
}

/** The answer's numbers move to the page, and the picture may be asked for again. */
const copyOf = (picture: Waterfall): Waterfall => ({
  ...picture,
  decibels: picture.decibels.slice(),
  rms: picture.rms.slice(),
  peak: picture.peak.slice(),
  samples: picture.samples?.slice(),
});

/** Begins the picture of a view, and ends the one of another view. */
function begin(context: Context, index: number, view: WaterfallView, mostMs: number): Drawing {
  const recording = openedRecording(context, index);
  const state = drawing(context);
  const before = state.last;
  before?.controller.abort();
  const controller = new AbortController();
  const { signal } = controller;
  const picture = untilStopped(signal, async () => {
    // A slow GPU would otherwise get pictures that the page no longer waits for. Long views need none.
    if (!isLong(view.count)) await before?.picture.catch(() => {});
    if (isLong(view.count) && mostMs === Infinity) await untilKnown(context, index, view, signal);
    signal.throwIfAborted();
    return onDevice(context, (gpu) => {
      const { of, parts } = overviewOf(context, index, view.channel) ?? {};
      return waterfallOf(gpu, recording, view, { overview: of, parts, mostMs, signal });
    });
  });
  const mine = { recording, key: JSON.stringify(view), controller, picture };
  state.last = mine;
  // A failed picture is computed again.
  picture.catch(() => state.last === mine && (state.last = undefined));
  return mine;
}

/**
 * Waits while the overview grows so fast that it will soon know all columns of a view: their segments would be read in vain.
 *
 * @throws The signal's reason.
 */
async function untilKnown(context: Context, index: number, view: WaterfallView, signal: AbortSignal): Promise<void> {
  for (let before: number | undefined; ;) {
    const overview = overviewOf(context, index, view.channel)?.of;
    if (!overview) return;
    const known = overview.done * overview.cell;
    const rest = view.start + view.count - known;
    if (rest <= 0 || (before !== undefined && rest > (known - before) * (SOON_MS / LOOK_MS))) return;
    before = known;
    await new Promise<void>((resolve) => {
      setTimeout(resolve, LOOK_MS);
    });
    signal.throwIfAborted();
  }
}

/** Time over which the speed of an overview is measured, and the longest remaining time for which a picture waits, ms. */
const [LOOK_MS, SOON_MS] = [150, 3000];

/** Whether a promise is fulfilled within a time. @throws What it rejects with. */
async function isSoon(promise: Promise<unknown>, ms: number): Promise<boolean> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(() => resolve(false), ms);
  });
  try {
    return await Promise.race([promise.then(() => true), late]);
  } finally {
    clearTimeout(timer);
  }
}

/** The overview of a recording's channel with its finer parts, if it is the one that is kept. */
export function overviewOf(context: Context, index: number, channel: number) {
  const { overview } = opened(context);
  return overview?.index === index && overview.of.channel === channel ? overview : undefined;
}
