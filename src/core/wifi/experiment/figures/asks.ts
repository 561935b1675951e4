import { openedRecording } from "../../../capture/opened.ts";
import { equal } from "../../../configuration/equal.ts";
import { type Context, onDevice, perContext } from "../../../experiment.ts";
import type { Gpu } from "../../../gpu/device.ts";
import { allocate } from "../../../gpu/pool.ts";
import type { EstimatorName } from "../../equalization/registry.ts";
import { type BitPath, bitPath } from "../../frame/bit-path.float64.ts";
import { type Frame, frameFields } from "../../frame/frame.float64.ts";
import { rateOf } from "../../frame/rates.ts";
import { receivable } from "../../receiver/receivable.ts";
import { lastReception } from "../last-reception.ts";
import { type Bound, boundOf } from "../bound.ts";
import type { WifiExperiment } from "../experiment.ts";
import { detect } from "./detection.ts";
import { type PacketQuery, type InspectedPacket, receivePacket } from "./packet.ts";
import { receiveStretch } from "./stretch.ts";
import { type FrameTrellis, frameTrellis } from "./trellis.ts";
import { decodedFrame, FIRST_SAMPLES, type FrameView, frameView } from "./view.ts";

/** The frame that the figures show, and the estimator whose points they show. */
export type FrameSource = { estimator: EstimatorName } & (
  | { config: WifiExperiment; query: PacketQuery }
  /** Index of a frame in the last reception of a recording. */
  | { received: number }
);

/** Samples of the recording before and after a frame, per sample of the channel. */
const MARGIN = 320;
/** Samples after the start of a frame whose length is not known. */
const UNKNOWN = 4000;

/** The last frame: its figures need it again for another symbol, bit or step. */
const kept = perContext((): { key?: unknown; received?: Promise<InspectedPacket> } => ({}));

function receive(context: Context, { estimator, ...source }: FrameSource): Promise<InspectedPacket> {
  const cache = kept(context);
  const recorded = "received" in source ? recordedFrame(context, source.received) : undefined;
  const key = recorded ? { ...recorded, estimator } : source;
  if (!equal(cache.key, key) || !cache.received) {
    const received = onDevice(context, (gpu) =>
      "received" in source
        ? receiveRecorded(gpu, context, recorded!, estimator)
        : receivePacket(gpu, source.config, source.query),
    );
    received.catch(() => {
      if (cache.received === received) cache.received = undefined;
    });
    Object.assign(cache, { key, received });
    return received;
  }
  return cache.received;
}

/** Returns a frame of the last reception, with the recording, its channel and its width. */
function recordedFrame(context: Context, number: number) {
  const { index, part, settings, frames } = lastReception(context);
  const { start, samples } = frames[number];
  return { index, start, samples, channel: part?.channel ?? 0, width: settings.width };
}

/** Receives a frame of a recording alone, with everything that the figures show. */
async function receiveRecorded(
  gpu: Gpu,
  context: Context,
  { index, start, samples, channel, width }: ReturnType<typeof recordedFrame>,
  estimator: EstimatorName,
): Promise<InspectedPacket> {
  const recording = openedRecording(context, index);
  const scale = (recording.sampleRate ?? 1e6 * width) / (1e6 * width);
  const first = Math.max(0, Math.round(start - MARGIN * scale));
  const end = Math.min(recording.samples, Math.round(start + (samples ?? UNKNOWN * scale) + MARGIN * scale));
  const part = {
    ...recording,
    samples: end - first,
    read: (at: number, count: number) => recording.read(first + at, count, channel),
  };
  const { source, scale: rescaled, close } = receivable(gpu, part, { width });
  const memory = allocate(gpu.device);
  try {
    const stretch = await source.read(0, source.samples);
    const length = stretch.length / 2;
    const buffer = memory.storage("stretch", 8 * length);
    gpu.device.queue.writeBuffer(buffer, 0, stretch);
    const near = (start - first) / scale;
    const reception = await receiveStretch(gpu, buffer, { length, near, estimator });
    if (!reception) throw new Error("wifi: the frame was not found again in its own samples");
    return {
      samples: stretch,
      sampleRate: rescaled.sampleRate,
      detection: await detect(gpu, buffer, length, FIRST_SAMPLES),
      receptions: new Map([[estimator, reception]]),
    };
  } finally {
    close();
    memory.release();
  }
}

/** The sent frame: known, or decoded without error. */
function frameOf({ truth, receptions }: InspectedPacket, estimator: EstimatorName): Frame | undefined {
  const reception = receptions.get(estimator);
  return truth?.frame ?? (reception && decodedFrame(reception));
}

export const asks = {
  /** All figures of a frame except its trellis and the path of a bit. */
  async frame(context: Context, source: FrameSource): Promise<FrameView> {
    const received = await receive(context, source);
    return frameView(
      received.samples,
      received.receptions,
      { ...received, estimator: source.estimator },
      received.truth,
    );
  },

  /** A part of the decoder's trellis, moved to the frame's steps; undefined for a frame without data. */
  async trellis(context: Context, source: FrameSource, from: number, steps: number): Promise<FrameTrellis | undefined> {
    const received = await receive(context, source);
    const reception = received.receptions.get(source.estimator);
    if (!reception?.bits.length) return undefined;
    const frame = frameOf(received, source.estimator);
    const count = Math.min(steps, reception.bits.length);
    const first = Math.min(from, reception.bits.length - count);
    return frameTrellis(reception, first, count, frame && frameFields(frame).data.bits);
  },

  /** The path of a PSDU bit, at most the last one; undefined if the sent frame is unknown. */
  async bit(context: Context, source: FrameSource, bit: number): Promise<BitPath | undefined> {
    const frame = frameOf(await receive(context, source), source.estimator);
    return frame && bitPath(frame, Math.min(bit, 8 * frame.psdu.length - 1));
  },

  /** The union bound of each rate in white noise. */
  bounds: async (_: Context, rateMbps: readonly number[], octets: number): Promise<Bound[]> =>
    rateMbps.map((mbps) => boundOf(rateOf(mbps), octets)),
};
