import { packetGains } from "../../channel/fading.reference.ts";
import { applyFrontEnd } from "../../channel/front-end.reference.ts";
import { applyDelayLine } from "../../channel/tapped-delay-line.reference.ts";
import { transmit } from "../frame/frame.float64.ts";
import type { Rate } from "../frame/rates.ts";
import { randomFrame } from "../transmitter/transmitter.reference.ts";
import { dopplerOf, fixedTaps, gainInstants, profileOf, SPACING, tapCount } from "./channel.ts";
import type { TransmissionSettings } from "./settings.ts";
import { noisePerSample, samplingOf, slotOf } from "./transmission.ts";

/** Returns packet `packet` of an experiment: the received samples of its slot, complex, and the octets sent. */
export function transmittedPacket(
  config: TransmissionSettings,
  rate: Rate,
  { packet, snrDb }: { packet: number; snrDb: number },
): { samples: Float64Array; psdu: ArrayLike<number> } {
  const { bytes: octets, seed } = config;
  const slot = slotOf(config, rate);
  const frame = randomFrame(packet, { rate, octets, seed });
  const { gains, arrival } = packetTaps(config, packet, gainInstants(config, slot));
  const line = { gains, taps: tapCount(config), spacing: SPACING, slot: slot.length, lead: slot.lead - arrival };
  const sampling = { ...samplingOf(config, slot), noiseVariance: noisePerSample(snrDb), seed };
  return { samples: applyFrontEnd(applyDelayLine(transmit(frame), line), packet, sampling), psdu: frame.psdu };
}

/** Returns the gains of a packet's taps, complex [instant][tap], and the tap at the arrival of the earliest path. */
function packetTaps(config: TransmissionSettings, packet: number, instants: number) {
  if (config.channel !== "exponential") return fixedTaps(config);
  const fading = { powers: profileOf(config), instants, doppler: dopplerOf(config), seed: config.seed };
  return { gains: packetGains(packet, fading), arrival: 0 };
}
