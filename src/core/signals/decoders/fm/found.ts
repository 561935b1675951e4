import type { FoundSignal } from "../../detection.ts";
import { designCut } from "../../finding/cutting/band-cut.ts";
import { cutRecording } from "../../finding/burst.ts";
import type { Searchable } from "../../finding/source.ts";
import type { DecodedFrame } from "../decoder.ts";
import { createChannelReceiver, distinctFrames, type FmReception } from "./receiver.ts";

/** Widths of found signals that may be FM channels, Hz. */
const [LEAST_WIDTH, MOST_WIDTH] = [3000, 60_000];
/** Time that is cut before and after a signal, seconds. */
const MARGIN = 0.02;
/**
 * A finder may end a box where the tones of FSK change, before the signal ends. Reading continues in steps, seconds, while the power is this share of the mean
 * before; the step in which it falls counts if it has the lesser share. After the longest time, seconds, any page has ended.
 */
const [STEP, LONGEST, CONTINUES, ENDS] = [0.1, 4, 0.7, 0.2];
/** Rate of the cut, in widths of its band: the band, and what is around it, does not fold. */
const LEAST_RATE = 2.5;

/** Frames that are kept to compare them with frames of later signals. */
const KEPT = 1000;

/** Decodes the channels in boxes of found signals, in the order of the boxes' ends, roughly. Boxes may overlap; a frame counts once. */
export function createFoundReceiver(recording: Searchable, receptions: readonly Omit<FmReception, "sampleRateHz">[]) {
  const channelHz = Math.max(...receptions.map((reception) => reception.channelHz));
  let known: DecodedFrame[] = [];
  return async (signal: FoundSignal): Promise<DecodedFrame[]> => {
    const frames = distinctFrames(known, await framesOfFound(recording, signal, receptions), channelHz);
    known = [...known, ...frames].slice(-KEPT);
    return frames;
  };
}

/** Decodes the channels in one box. A box of a width that no channel has gives none. */
async function framesOfFound(
  recording: Searchable,
  { start, stop, lowHz, highHz }: FoundSignal,
  receptions: readonly Omit<FmReception, "sampleRateHz">[],
): Promise<DecodedFrame[]> {
  const { sampleRate } = recording;
  const width = highHz - lowHz;
  if (width < LEAST_WIDTH || width > MOST_WIDTH) return [];
  const channelHz = Math.max(...receptions.map((reception) => reception.channelHz));
  const passHz = width + 2 * channelHz;
  const decimation = Math.max(1, Math.floor(sampleRate / (LEAST_RATE * passHz)));
  const cut = designCut(sampleRate, { lowHz, highHz }, { passHz, transitionHz: passHz / 2, decimation });
  const rate = sampleRate / decimation;
  const receivers = receptions.map((reception) => {
    const step = reception.channelHz / 4;
    const most = Math.max(2, Math.ceil(width / 2 / step));
    const centres = Array.from({ length: 2 * most + 1 }, (_, k) => (k - most) * step);
    return createChannelReceiver({ ...reception, sampleRateHz: rate }, centres);
  });
  const margin = Math.ceil(MARGIN * sampleRate);
  const from = Math.max(0, start - margin);
  const count = Math.ceil((Math.min(recording.samples, stop + margin) - from) / decimation);
  const frames: DecodedFrame[] = [];
  let energy = 0;
  const push = (piece: Float64Array) => {
    energy += energyOf(piece);
    const samples = Float32Array.from(piece);
    for (const receiver of receivers) frames.push(...receiver.push(samples));
  };
  for await (const piece of cutRecording(recording, cut, { from, count })) push(piece);
  const step = Math.ceil(STEP * rate);
  const end = Math.min(Math.floor((recording.samples - from) / decimation), count + Math.ceil(LONGEST * rate));
  for (let done = count, share = 1; share >= CONTINUES && done + step <= end; done += step) {
    for await (const piece of cutRecording(recording, cut, { from: from + done * decimation, count: step })) {
      share = (energyOf(piece) / step) * (done / energy);
      if (share >= ENDS) push(piece);
    }
  }
  for (const receiver of receivers) frames.push(...receiver.end());
  return frames.map((frame) => ({
    ...frame,
    start: from + Math.round(frame.start * decimation),
    stop: from + Math.round(frame.stop * decimation),
    centreHz: Math.round(frame.centreHz + cut.centreHz),
  }));
}

const energyOf = (piece: Float64Array) => piece.reduce((sum, value) => sum + value * value, 0);
