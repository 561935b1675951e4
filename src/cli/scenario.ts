import { DEFAULT_SCENARIO, parseScenario, type Scenario, SCENARIO } from "../core/telemetry/experiment/scenario.ts";
import { type Arguments, type Extras, type Options, orUsage, readArguments, UsageError } from "./options.ts";

/** The scenario's fields as options. */
export const SCENARIO_OPTIONS: Options = { ...SCENARIO, swept: "ebn0" };

/** The same for a command that takes one value of `--ebn0`: its help names no other form. */
export const ONE_SCENARIO_OPTIONS: Options = SCENARIO;

export interface ScenarioArguments extends Pick<Arguments, "positionals" | "extras"> {
  /** The defaults with the given fields. */
  scenario: Scenario;
  given: Partial<Scenario>;
  /** The points of `--ebn0`; the text "auto…" if the sweep chooses them. */
  ebn0s: number[] | string;
}

/**
 * Reads a command line that describes a scenario. Rays without a channel select the custom channel.
 *
 * @throws UsageError for an unknown option, a missing value, or a value that the field refuses.
 */
export function readScenario(args: string[], extras: Extras): ScenarioArguments {
  const {
    positionals,
    given,
    swept = [DEFAULT_SCENARIO.ebn0],
    extras: own,
  } = readArguments(args, extras, SCENARIO_OPTIONS);
  if (given.rays !== undefined && given.channel === undefined) given.channel = "custom";
  return orUsage(() => {
    if (Array.isArray(swept)) for (const ebn0 of swept) parseScenario({ ebn0 });
    return { positionals, scenario: parseScenario(given), given, ebn0s: swept, extras: own };
  });
}

/** Like {@link readScenario}, for a command that takes one value of `--ebn0`. */
export function readOneScenario(command: string, args: string[], extras: Extras): Omit<ScenarioArguments, "ebn0s"> {
  const { ebn0s, ...read } = readScenario(args, extras);
  if (Array.isArray(ebn0s) && ebn0s.length === 1) return read;
  throw new UsageError(`${command}: --ebn0 takes one value, got ${Array.isArray(ebn0s) ? ebn0s.length : ebn0s}`);
}
