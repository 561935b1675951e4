import { checkField } from "../core/configuration/fields.ts";
import { BER_SWEEP, parseScenario, type Scenario, SCENARIO } from "../core/telemetry/experiment/scenario.ts";
import { type Arguments, type Extras, type Options, orUsage, readArguments, UsageError } from "./options.ts";

const { ebn0s, stopErrors } = BER_SWEEP.fields;
const { description, default: one } = SCENARIO.fields.ebn0;
const ebn0 = { ...ebn0s, description, default: [one] };

/** The options of a sweep: the scenario's, with the points of the sweep as its Eb/N0. */
export const BER_SWEEP_OPTIONS: Options = { fields: { ...SCENARIO.fields, ebn0, stopErrors } };

/** The options of a command that takes one value of `--ebn0`. */
export const ONE_SCENARIO_OPTIONS: Options = SCENARIO;

interface ScenarioArguments extends Pick<Arguments, "positionals" | "extras"> {
  /** The given fields of the scenario. */
  given: Partial<Scenario>;
}

/**
 * Reads a command line of {@link BER_SWEEP_OPTIONS}. Rays without a channel select the custom channel.
 *
 * @returns The given settings of the sweep, and the points of `--ebn0`; a text if the sweep chooses them.
 * @throws UsageError for an unknown option, a missing value, or points that are refused.
 */
export function readSweepArguments(args: string[], extras: Extras, options = BER_SWEEP_OPTIONS) {
  const { given, ...read } = readArguments(args, extras, options);
  if (given.rays !== undefined && given.channel === undefined) given.channel = "custom";
  const points = orUsage(() => checkField("--ebn0", ebn0, given.ebn0 ?? ebn0.default));
  return { ...read, given, ebn0s: points as number[] | string };
}

/**
 * Reads a command line of {@link ONE_SCENARIO_OPTIONS}.
 *
 * @returns The given fields, and the scenario that they make with the defaults.
 * @throws UsageError as {@link readSweepArguments}, and for a value that a field refuses.
 */
export function readOneScenario(
  command: string,
  args: string[],
  extras: Extras,
): ScenarioArguments & { scenario: Scenario } {
  const options = { fields: { ...SCENARIO.fields, ebn0 } };
  const { given, ebn0s, ...read } = readSweepArguments(args, extras, options);
  if (!Array.isArray(ebn0s) || ebn0s.length !== 1) {
    throw new UsageError(`${command}: --ebn0 takes one value, got ${Array.isArray(ebn0s) ? ebn0s.length : ebn0s}`);
  }
  if (given.ebn0 !== undefined) [given.ebn0] = ebn0s;
  return { ...read, given, scenario: orUsage(() => parseScenario(given)) };
}
