import { firBlock } from "../../fir/blocks.ts";
import type { ChainBlock, Place } from "../../flow/build/block-factory.ts";
import { channelTaps, type MultipathChannel } from "./multipath-channel.ts";

/** From this many taps on the FFT filter is faster. */
const MANY = 100;

/** @throws RangeError for rays that do not fit each other, the type or the rate. */
export function createMultipathChannel(parameters: MultipathChannel, { hz }: Place): ChainBlock {
  const { type: kind } = parameters;
  const { gains, arrival } = channelTaps(parameters, hz.in);
  const complexTaps = kind === "complex";
  const taps = complexTaps ? gains : gains.filter((_, i) => i % 2 === 0);
  const method = gains.length / 2 < MANY ? "direct" : "overlap-save";
  return {
    kind: "chain",
    blocks: [{ ...firBlock({ method, kind, taps, complexTaps, zeroNonFinite: true }), delay: arrival }],
  };
}
