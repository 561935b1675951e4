import { directPower, noiseVariance, receivedPower } from "../../channel/rays.ts";
import { type Scenario, scenarioPaths } from "../scenario.ts";

/** The gain with which the receiver scales packets to unit power, noise included; a signal of power 1 is sent. */
export function receiverGain(scenario: Scenario): number {
  const paths = scenarioPaths(scenario);
  const power = receivedPower(paths);
  const counted = scenario.ebn0Reference === "direct" ? directPower(paths) : power;
  return 1 / Math.sqrt(power + noiseVariance(counted, scenario.ebn0));
}
