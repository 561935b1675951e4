import { unusedField, type Uses } from "../core/configuration/uses.ts";
import { type Arguments, flagOf, type Options, orUsage, UsageError } from "./options.ts";

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

/** @throws UsageError for a given field of a configuration that has no effect in it. */
export function refuseWithoutEffect<Config extends object>(
  command: string,
  { fields }: Options,
  uses: Uses<Config>,
  config: Config,
  given: Arguments["given"],
): void {
  const unused = orUsage(() => unusedField(fields, uses, config, given));
  if (!unused) return;
  throw new UsageError(
    `${command}: --${flagOf(unused.name)} has no effect here: it needs ${unused.needs}; leave it out`,
  );
}
