import type { Float64Block } from "../../flow/block-factory.ts";
import { LEAD } from "../../wifi/acquisition/page.ts";
import { receiveSamples } from "../../wifi/receiver/receiver.float64.ts";
import { frameWords } from "../frame-words.ts";
import { HISTORY } from "./wifi-receiver-history.ts";
import type { WifiReceiver } from "./wifi-receiver.ts";

/** Number of earlier frames that are compared with a frame: one that lies inside another one is left out. */
const BEFORE = 32;

export function wifiReceiverFloat64({ estimator, frames: given }: WifiReceiver): Float64Block {
  // Before the signal are zeros. Twice the lead is enough for the candidates that begin a little before its first sample.
  let earlier = new Float64Array(2 * 2 * LEAD);
  return ({ in: input }) => {
    const samples = new Float64Array(earlier.length + input.length);
    samples.set(earlier);
    samples.set(input, earlier.length);
    const frames = receiveSamples(samples, { estimator, lead: LEAD, begin: earlier.length / 2 });
    earlier = samples.slice(-2 * HISTORY);
    const octets = frames.flatMap((frame, f) => {
      if (!frame || (given === "intact" && !frame.intact)) return [];
      // Data that look like a frame inside an intact frame are none.
      const isInside = frames
        .slice(Math.max(0, f - BEFORE), f)
        .some((other) => other?.intact && frame.start < other.end);
      return isInside ? [] : [frame.psdu];
    });
    return { frames: Float64Array.from(octets.flatMap(frameWords)) };
  };
}
