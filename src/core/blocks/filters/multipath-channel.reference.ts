import type { Float64Block, Place } from "../../flow/build/block-factory.ts";
import { convolution } from "../convolution.ts";
import { channelTaps, type MultipathChannel } from "./multipath-channel.ts";

export function multipathChannelFloat64(parameters: MultipathChannel, { hz }: Place): Float64Block {
  const { type: kind } = parameters;
  const { gains } = channelTaps(parameters, hz.in);
  const complexTaps = kind === "complex";
  const taps = complexTaps ? gains : gains.filter((_, i) => i % 2 === 0);
  const filter = convolution({ kind, taps, complexTaps, up: 1, down: 1 });
  return ({ in: x }) => ({ out: filter(x) });
}
