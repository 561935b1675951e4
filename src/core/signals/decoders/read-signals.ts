import type { FoundSignal } from "../detection.ts";
import type { DecodedFrame, DecoderEntry } from "./decoder.ts";

/** Samples [start, stop) of a recording around a carrier, Hz from its centre. */
export interface CarrierSpan {
  start: number;
  stop: number;
  centreHz: number;
}

/** Share of its time in which frames cover a transmission that they claim. */
const COVERED = 0.5;
/** A finder may divide a continuous signal. Its pieces are this close, seconds, and their carriers have this distance at most, Hz. */
const [GAP, SAME_CARRIER] = [0.005, 8000];
/** Found signals are kept for this time, seconds. */
const KEPT = 30;
/** Found signals of a greater width are no FM channels, Hz. */
const MOST_WIDTH = 60_000;

/**
 * Knows the transmissions in which a decoder of one signal read a good frame. The generic decoders do not list them again.
 *
 * A frame of a packet (`stream`) claims its time in its channel. An FM frame is only a part of its transmission: it claims the whole signal, before and after it.
 */
export function createReadSignals(sampleRateHz: number, registry: Readonly<Record<string, DecoderEntry>>) {
  const packets = new Map<string, { channelHz: number; frames: ReturnType<typeof createSpans> }>();
  const ofFm = createSpans();
  let signals: CarrierSpan[] = [];
  const gap = GAP * sampleRateHz;
  const kept = KEPT * sampleRateHz;

  const isContinuous = (a: CarrierSpan, b: CarrierSpan) =>
    Math.abs(a.centreHz - b.centreHz) <= SAME_CARRIER && a.start <= b.stop + gap && b.start <= a.stop + gap;

  /** Whether an FM frame lies in a signal or in what continues it. */
  const continuesFm = (signal: CarrierSpan): boolean => {
    if (ofFm.around(signal.start - kept, signal.stop + kept).length === 0) return false;
    let { start, stop } = signal;
    for (let rest = signals; ;) {
      const whole = { ...signal, start, stop };
      if (ofFm.around(start - gap, stop + gap).some((frame) => isContinuous(whole, frame))) return true;
      const next = rest.filter((other) => isContinuous(whole, other));
      if (next.length === 0) return false;
      rest = rest.filter((other) => !next.includes(other));
      start = Math.min(start, ...next.map((other) => other.start));
      stop = Math.max(stop, ...next.map((other) => other.stop));
    }
  };

  const isCovered = ({ start, stop, centreHz }: CarrierSpan): boolean =>
    [...packets.values()].some(({ channelHz, frames }) => {
      let covered = 0;
      for (const frame of frames.around(start, stop)) {
        if (Math.abs(frame.centreHz - centreHz) > channelHz / 2) continue;
        covered += Math.min(stop, frame.stop) - Math.max(start, frame.start);
      }
      return covered >= COVERED * (stop - start);
    });

  return {
    /** Takes frames of any decoder. */
    add(frames: readonly DecodedFrame[]) {
      for (const { decoder, good, start, stop, centreHz } of frames) {
        const { stream, fm } = registry[decoder] ?? {};
        if (!good) continue;
        if (fm) ofFm.add({ start, stop, centreHz });
        if (!stream?.channelHz) continue;
        const known = packets.get(decoder) ?? { channelHz: stream.channelHz, frames: createSpans() };
        packets.set(decoder, known);
        known.frames.add({ start, stop, centreHz });
      }
    },
    /** Takes the found signals, in the order of their ends, roughly. */
    see({ start, stop, lowHz, highHz }: FoundSignal) {
      if (highHz - lowHz > MOST_WIDTH) return;
      signals = signals.filter((signal) => signal.stop > start - kept);
      signals.push({ start, stop, centreHz: (lowHz + highHz) / 2 });
    },
    /**
     * Whether another decoder read a message.
     *
     * @param signal The signal that holds the message.
     */
    has: (message: CarrierSpan, signal: CarrierSpan): boolean => isCovered(message) || continuesFm(signal),
  };
}

export type ReadSignals = ReturnType<typeof createReadSignals>;

/** Keeps spans in the order of their starts. They come in that order, roughly. */
function createSpans() {
  const spans: CarrierSpan[] = [];
  let longest = 0;
  return {
    add(span: CarrierSpan) {
      longest = Math.max(longest, span.stop - span.start);
      let at = spans.length;
      while (at > 0 && spans[at - 1].start > span.start) at--;
      spans.splice(at, 0, span);
    },
    /** Returns those that share samples with [start, stop). */
    around(start: number, stop: number): CarrierSpan[] {
      let [low, high] = [0, spans.length];
      while (low < high) {
        const middle = (low + high) >> 1;
        if (spans[middle].start < start - longest) low = middle + 1;
        else high = middle;
      }
      const found: CarrierSpan[] = [];
      for (; low < spans.length && spans[low].start < stop; low++) if (spans[low].stop > start) found.push(spans[low]);
      return found;
    },
  };
}
