import { equal } from "./equal.ts";
import { checkField, type Field } from "./fields.ts";

/** When a field has an effect on the result. */
interface Use<Config> {
  when(config: Config): boolean;
  /** The condition in words, after “it needs”. */
  needs: string;
}

/** The fields of a configuration that have an effect only in some configurations. The others always have one. */
export type Uses<Config> = { readonly [Name in keyof Config]?: Use<Config> };

/**
 * Returns the given fields that have no effect in a configuration, though they differ from their defaults.
 *
 * @param given The given fields, not yet checked.
 */
export function unusedFields<Config extends object>(
  fields: Readonly<Record<string, Field>>,
  uses: Uses<Config>,
  config: Config,
  given: Readonly<Record<string, unknown>>,
): { name: string; needs: string }[] {
  return Object.entries<Use<Config> | undefined>(uses).flatMap(([name, use]) => {
    if (!use || !Object.hasOwn(given, name) || use.when(config)) return [];
    const isChanged = !equal(checkField(name, fields[name], given[name]), fields[name].default);
    return isChanged ? [{ name, needs: use.needs }] : [];
  });
}
