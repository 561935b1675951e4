import { AUTO_TARGET, type AutoPoints, type FieldName as NameOf } from "../../configuration/fields.ts";
import { type ConfigOf, field, schema, settings } from "../../configuration/schema.ts";
import { EBN0_LIMITS, FIELDS } from "../link/settings.ts";
import { PACKET_SAMPLES, SAMPLE_RATE } from "../packet.ts";

export type { Ray } from "../../channel/paths.ts";
export { type EqualizerName, EQUALIZERS, THESIS_EQUALIZERS } from "../equalizer/names.ts";
export { type ChannelName, CHANNELS, linkPaths as scenarioPaths, recordingLength } from "../link/settings.ts";

export const SCENARIO = schema("equalizers", 1, FIELDS, "scenario");

/** All settings of a run of the telemetry link, as URLs, presets, the command line and files hold them. */
export type Scenario = ConfigOf<typeof SCENARIO>;

export type ScenarioFieldName = NameOf<Scenario>;

/** The meaning of "auto" for the points of a sweep. */
export const AUTO_EBN0: AutoPoints = { from: 0, to: 40, target: AUTO_TARGET };

/**
 * The scenario with all defaults.
 *
 * @example
 * ```ts
 * import { DEFAULT_SCENARIO } from "threeray/telemetry";
 *
 * console.log(DEFAULT_SCENARIO.lab, DEFAULT_SCENARIO.version); // equalizers 1
 * ```
 */
export const DEFAULT_SCENARIO = SCENARIO.defaults;

/**
 * Returns a whole scenario: checks the given fields and fills in defaults for the others.
 *
 * @throws RangeError or TypeError that names the field, what it takes and what was found.
 *
 * @example
 * ```ts
 * import { parseScenario } from "threeray/telemetry";
 *
 * const { packets, ebn0, seed } = parseScenario({ packets: 32, ebn0: 10, seed: 7 });
 * console.log(packets, ebn0, seed); // 32 10 7
 * ```
 */
export const parseScenario = SCENARIO.parse;

/** A BER sweep: the same object gives the same counts everywhere. Each point has its own Eb/N0 in place of the scenario's. */
export const BER_SWEEP = settings("sweep", {
  scenario: field.json("Scenario", "The link, from the transmitter to the equalizers.", parseScenario, {
    default: { ...DEFAULT_SCENARIO, ebn0: 0 },
  }),
  ebn0s: field.points("Eb/N0 range", "FROM:STEP:TO, a list with commas, or auto.", {
    default: "6:1:16",
    change: "set",
    ...EBN0_LIMITS,
    auto: AUTO_EBN0,
  }),
  // A point ends after the block of 32 packets in which every equalizer reaches this number.
  stopErrors: field.stopErrors(
    "Stop at errors",
    "Stop a point after this many packets with errors in every equalizer. 0: count all packets.",
  ),
});

export type SweepConfig = ConfigOf<typeof BER_SWEEP>;

/** Seconds that the packets last on the air. */
export function airTime(packets: number): number {
  return (packets * PACKET_SAMPLES) / SAMPLE_RATE;
}

/** Returns a scenario's settings of the receiver: without the signal, the channel and the noise. */
export function receiverSettings(scenario: Scenario) {
  const { equalizers, cmaPasses, cmaStep, cmaStart, fdeWeighting, noiseFactor, fde2NoiseFactor } = scenario;
  const { lmsStep, rlsForgetting, dfeBits } = scenario;
  const { frequencyEstimate, channelEstimate, receiveBandwidth, loop } = scenario;
  const solved = { equalizers, cmaPasses, cmaStep, cmaStart, fdeWeighting, noiseFactor, fde2NoiseFactor };
  const directed = { lmsStep, rlsForgetting, dfeBits };
  return { ...solved, ...directed, frequencyEstimate, channelEstimate, receiveBandwidth, loop };
}
