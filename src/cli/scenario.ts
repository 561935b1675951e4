import { checkField } from "../core/configuration/fields.ts";
import { BER_SWEEP, parseScenario, type Scenario, SCENARIO } from "../core/telemetry/experiment/scenario.ts";
import { type Arguments, type Options, orUsage, UsageError } from "./options.ts";

const { ebn0s, stopErrors } = BER_SWEEP.fields;
const { description, default: one } = SCENARIO.fields.ebn0;
const ebn0 = { ...ebn0s, description, default: [one] };

/** The options of a sweep: the scenario's, with the points of the sweep as its Eb/N0. */
export const BER_SWEEP_OPTIONS: Options = { fields: { ...SCENARIO.fields, ebn0, stopErrors } };

/** The options of a command with one scenario. `--ebn0` is read as a list, so that several values are refused. */
export const ONE_SCENARIO: { options: Options; readAs: Options } = {
  options: SCENARIO,
  readAs: { fields: { ...SCENARIO.fields, ebn0 } },
};

/**
 * Returns the points of `--ebn0`; a text if the sweep chooses them. Rays without a channel select the
 * custom channel.
 *
 * @throws UsageError for points that are refused.
 */
export function ebn0Points(given: Arguments["given"]): number[] | string {
  if (given.rays !== undefined && given.channel === undefined) given.channel = "custom";
  return orUsage(() => checkField("--ebn0", ebn0, given.ebn0 ?? ebn0.default)) as number[] | string;
}

/**
 * Returns the scenario of a command that takes one value of `--ebn0`.
 *
 * @throws UsageError as {@link ebn0Points}, and for a value that a field refuses.
 */
export function oneScenario(command: string, given: Arguments["given"]): Scenario {
  const points = ebn0Points(given);
  if (!Array.isArray(points) || points.length !== 1) {
    throw new UsageError(`${command}: --ebn0 takes one value, got ${Array.isArray(points) ? points.length : points}`);
  }
  if (given.ebn0 !== undefined) [given.ebn0] = points;
  return orUsage(() => parseScenario(given));
}
