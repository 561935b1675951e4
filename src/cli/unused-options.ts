import { unusedFields, type Uses } from "../core/configuration/uses.ts";
import { type Arguments, flagOf, type Options, orUsage, UsageError } from "./options.ts";
import { tell } from "./terminal.ts";

/**
 * Refuses options that would change nothing.
 *
 * @param given Values by the names of options or fields; undefined for one that is not given.
 * @param names The options without an effect.
 * @param why The rest of the sentence after "has no effect".
 * @throws UsageError that names the first of them that is given.
 */
export function refuseUnused(
  command: string,
  given: Readonly<Record<string, unknown>>,
  names: readonly string[],
  why: string,
): void {
  const name = names.find((one) => given[one] !== undefined);
  if (name !== undefined) throw new UsageError(`${command}: --${flagOf(name)} has no effect ${why}; leave it out`);
}

/**
 * Tells which given fields have no effect in a configuration, and what they need. The command runs: a script may give the same fields with
 * different receivers, and the page keeps fields that it does not show.
 */
export function tellWithoutEffect<Config extends object>(
  command: string,
  { fields }: Options,
  uses: Uses<Config>,
  config: Config,
  given: Arguments["given"],
): void {
  for (const { name, needs } of orUsage(() => unusedFields(fields, uses, config, given))) {
    tell(`${command}: --${flagOf(name)} has no effect here: it needs ${needs}`);
  }
}
