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
 * Returns a given field that has no effect in a configuration, though it differs from the field's default; undefined if there is none.
 *
 * @param given The given fields, not yet checked.
 */
export function unusedField<Config extends object>(
  fields: Readonly<Record<string, Field>>,
  uses: Uses<Config>,
  config: Config,
  given: Readonly<Record<string, unknown>>,
): { name: string; needs: string } | undefined {
  for (const [name, use] of Object.entries<Use<Config> | undefined>(uses)) {
    if (!use || !Object.hasOwn(given, name) || use.when(config)) continue;
    if (!equal(checkField(name, fields[name], given[name]), fields[name].default)) return { name, needs: use.needs };
  }
  return undefined;
}
