import type { Float64Block } from "../../flow/build/block-factory.ts";
import { LEAD } from "../../wifi/acquisition/page.ts";
import { CRC_HOLDS, FORMATS, type SignalField } from "../../wifi/frame/formats.ts";
import { receiveSamples } from "../../wifi/receiver/receiver.reference.ts";
import { frameWords, NOTE_WORD } from "../frame-words.ts";
import { WIFI_HISTORY, TOLD_SAMPLES } from "./wifi-receiver-history.ts";
import type { WifiReceiver } from "./wifi-receiver.ts";

export function wifiReceiverFloat64({ estimator, frames: given }: WifiReceiver): Float64Block {
  // Before the signal are zeros. Twice the lead is enough for the candidates that begin a little before its first sample.
  let earlier = new Float64Array(2 * 2 * LEAD);
  return ({ in: input }) => {
    const samples = new Float64Array(earlier.length + input.length);
    samples.set(earlier);
    samples.set(input, earlier.length);
    const begin = earlier.length / 2;
    const frames = receiveSamples(samples, { estimator, lead: LEAD, begin });
    earlier = samples.slice(-2 * WIFI_HISTORY);
    let reach = 0;
    const words = frames.flatMap((frame) => {
      if (!frame) return [];
      const { start, end, psdu, intact, other } = frame;
      const isRead = other !== undefined && other.field0 >= CRC_HOLDS;
      // What begins within a frame's duration and fails its own check is no frame, and has no duration.
      if (start < reach && !intact && !isRead) return [];
      reach = Math.max(reach, end);
      const told = start + TOLD_SAMPLES;
      if (isRead && (told <= begin || told > samples.length / 2)) return [];
      if (other) return isRead || psdu ? noteWords(other) : [];
      return psdu && (intact || given === "all") ? frameWords(psdu) : [];
    });
    return { frames: Float64Array.from(words) };
  };
}

const noteWords = ({ format, field0, field1, length }: SignalField): number[] => {
  return [NOTE_WORD, FORMATS.indexOf(format), field0, field1, length];
};
