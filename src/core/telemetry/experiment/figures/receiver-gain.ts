import { directPower, noiseVariance, receivedPower } from "../../channel/noise.ts";
import { response } from "../../../channel/paths.ts";
import { receiveFilterResponse } from "../../front-end/receive-filter.float64.ts";
import { psd } from "../../soqpsk/spectrum.ts";
import { type Scenario, scenarioPaths } from "../scenario.ts";
import { BINS, powers } from "./frequency-axis.ts";

/** Returns the gain with which the receiver scales packets, with their noise, to unit power; the transmitted power is 1. */
export function receiverGain(scenario: Scenario): number {
  const paths = scenarioPaths(scenario);
  const counted = scenario.ebn0Reference === "direct" ? directPower(paths) : receivedPower(paths);
  const noise = noiseVariance(counted, scenario.ebn0);
  const [H, G] = [powers(response(paths, BINS)), receiveFilterResponse(scenario.receiveBandwidth, BINS)];
  const power = psd(BINS).reduce((sum, value, k) => sum + (value * H[k] + noise) * G[k] ** 2, 0) / BINS;
  return 1 / Math.sqrt(power);
}
