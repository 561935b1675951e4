import { inUnits, powerUnit } from "../../capture/power-unit.ts";
import type { StreamSource } from "../../flow/run/source.ts";
import type { Gpu } from "../../gpu/device.ts";
import { allocate } from "../../gpu/pool.ts";
import { readBack } from "../../gpu/readback.ts";
import { checkedCount } from "../../gpu/rows.ts";
import { LEAD } from "../acquisition/page.ts";
import type { EstimatorName } from "../equalization/registry.ts";
import { frameSamples, MOST_OCTETS } from "../frame/data-field.ts";
import { FFT_LENGTH } from "../frame/symbol.ts";
import { RATES } from "../frame/rates.ts";
import { COUNTS, FRAME_BYTES, frameLines } from "../frame-table.ts";
import { capacityOf, largestBuffer } from "./capacity.ts";
import { type PagePlace, type ReceivedFrame, receivedFrame, type Scale } from "./received-frame.ts";
import { createOfdmReceiver, type OfdmReceiver } from "./receiver.ts";

interface ReceiveConfig {
  estimator: EstimatorName;
  scale: Scale;
}

export interface ReceiveOptions {
  /** Samples per page whose frames the page lists, fewer if the device needs it. The results do not depend on it. */
  page?: number;
  signal?: AbortSignal;
}

/** Everything needed to continue a reception. */
export interface WifiReceptionState {
  /** The first sample of the next page. */
  next: number;
  /** Candidates so far without a long training. */
  rejected: number;
  /** Candidates so far within the duration of another frame whose own check does not hold: most are data that look like a preamble. */
  hidden: number;
  /** Candidates so far that a page had no room for. */
  dropped: number;
  /** The frame whose duration reaches furthest so far, in samples of the recording. */
  claim?: { start: number; end: number };
}

/** A received page. */
export interface WifiReceptionStep {
  state: WifiReceptionState;
  progress: number;
  /** The frames of this step's page, in order. */
  frames: ReceivedFrame[];
}

/** Samples after a page's own that its frames may reach. */
const REACH = LEAD + frameSamples(MOST_OCTETS, RATES[0]);
/** Pages in flight: one is computed while the next one is read. */
const IN_FLIGHT = 2;
const CHANNEL_BYTES = 8 * FFT_LENGTH;

export const newWifiReception = (): WifiReceptionState => ({ next: 0, rejected: 0, hidden: 0, dropped: 0 });

/** The default page: long enough to occupy the device. A software adapter gets short pages, so that a step stays short. */
export const defaultReceivePage = ({ adapter }: Gpu) => (adapter.software ? 2 ** 17 : 2 ** 22);

/** The wanted page, halved until the device can bind its buffers. */
function fittingPage({ device }: Gpu, wanted: number): number {
  const limit = device.limits.maxStorageBufferBindingSize;
  let page = checkedCount("wifi/receiver", "page", wanted);
  while (page > 1 && largestBuffer(LEAD + page + REACH) > limit) page = Math.ceil(page / 2);
  return page;
}

/**
 * Receives the frames of a recording of any length, page by page. A page's samples overlap with the next page's by the longest
 * frame, so that a frame across a border is received whole.
 *
 * @param source Samples at the rate of the channel. Reads go forward.
 * @throws RangeError when `page` is not a positive integer; what the source throws; DeviceLostError, OutOfMemoryError.
 */
export async function* receiveFrames(
  gpu: Gpu,
  source: StreamSource,
  { estimator, scale }: ReceiveConfig,
  start: WifiReceptionState = newWifiReception(),
  { page = defaultReceivePage(gpu), signal }: ReceiveOptions = {},
): AsyncGenerator<WifiReceptionStep, void, undefined> {
  const { device } = gpu;
  const { samples: total } = source;
  const own = Math.min(fittingPage(gpu, page), Math.max(1, total));
  const state = structuredClone(start);
  if (total === 0) yield { state, progress: 1, frames: [] };
  if (state.next >= total) return;
  const largest = { lead: LEAD, own, length: LEAD + own + REACH };
  const memory = allocate(device);
  const samples = memory.storage("samples", 8 * largest.length);
  const capacity = capacityOf(largest);
  const receiver = await createOfdmReceiver(device, { ...largest, samples, estimator, capacity }).catch(
    (error: unknown) => {
      memory.release();
      throw error;
    },
  );
  const sizes = { frames: capacity.frames, words: capacity.words };
  const compute = async (from: number) => {
    const lead = Math.min(LEAD, from);
    const first = from - lead;
    const mine = Math.min(own, total - from);
    const pairs = await source.read(first, Math.min(lead + own + REACH, total - first));
    const unit = powerUnit(pairs);
    device.queue.writeBuffer(samples, 0, inUnits(pairs, unit));
    receiver.setPage({ lead, own: mine, length: pairs.length / 2 });
    const encoder = device.createCommandEncoder({ label: receiver.label });
    receiver.encode(encoder);
    return { first, next: from + mine, unit, fetched: fetch(device, encoder, receiver, sizes) };
  };
  const pending: Awaited<ReturnType<typeof compute>>[] = [];
  try {
    for (let from = state.next; from < total || pending.length > 0;) {
      if (signal?.aborted) return;
      if (from < total) {
        const computed = await compute(from);
        pending.push(computed);
        from = computed.next;
        if (pending.length < IN_FLIGHT && from < total) continue;
      }
      const [{ first, next, unit, fetched }] = pending.splice(0, 1);
      const found = framesOf(await fetched, { first, unit, scale }, state);
      state.next = next;
      yield { state: structuredClone(state), progress: next / total, frames: found };
    }
  } finally {
    await Promise.allSettled(pending.map(({ fetched }) => fetched));
    receiver.destroy();
    memory.release();
  }
}

type Fetched = Awaited<ReturnType<typeof fetch>>;

async function fetch(
  device: GPUDevice,
  encoder: GPUCommandEncoder,
  { counts, frames, channel, psdu }: OfdmReceiver,
  sizes: { frames: number; words: number },
) {
  const bytes = await readBack(
    device,
    [
      { buffer: counts, size: 4 * Object.keys(COUNTS).length },
      { buffer: frames, size: FRAME_BYTES * sizes.frames },
      { buffer: channel, size: CHANNEL_BYTES * sizes.frames },
      { buffer: psdu, size: 4 * sizes.words },
    ],
    encoder,
  );
  return { counts: new Uint32Array(bytes[0]), table: bytes[1], channel: bytes[2], psdu: bytes[3] };
}

/** Returns a page's frames, and adds up in `state` what later pages and the reader need. */
function framesOf({ counts, table, channel, psdu }: Fetched, place: PagePlace, state: WifiReceptionState) {
  state.dropped += counts[COUNTS.dropped];
  return frameLines(table, counts[COUNTS.frames]).flatMap((line, f): ReceivedFrame[] => {
    if (line.status === "no long training") {
      state.rejected++;
      return [];
    }
    const H = new Float32Array(channel, CHANNEL_BYTES * f, 2 * FFT_LENGTH);
    const octets =
      line.status === "received" ? new Uint8Array(psdu, 4 * line.firstWord, line.length) : new Uint8Array();
    const frame = receivedFrame({ line, channel: H, octets }, place);
    const { claim } = state;
    const isInside = claim !== undefined && frame.start >= claim.start && frame.start < claim.end;
    if (isInside && !frame.fcsOk && !frame.other?.readable) {
      state.hidden++;
      return [];
    }
    const end = frame.start + (frame.samples ?? 0);
    if (end > (claim?.end ?? 0)) state.claim = { start: frame.start, end };
    return [isInside ? { ...frame, inside: claim.start } : frame];
  });
}
