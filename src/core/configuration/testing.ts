import type { Field, FieldName, Schema } from "./fields.ts";

/**
 * Returns a value of a field that differs from the given one; a number differs slightly. For ranges and JSON a test
 * must give the value.
 */
export function otherValue(field: Field, value: unknown): unknown {
  switch (field.kind) {
    case "number": {
      const up = (value as number) + field.step;
      return up <= field.max ? up : (value as number) - field.step;
    }
    case "choice":
      return field.choices[(field.choices.indexOf(value as string) + 1) % field.choices.length];
    case "list": {
      const others = field.choices.filter((choice) => !(value as string[]).includes(choice));
      return others.length ? others.slice(0, 1) : (value as string[]).slice(1);
    }
    case "rows": {
      const [first, ...rest] = value as Record<string, number>[];
      const [column] = Object.keys(field.columns);
      return [{ ...first, [column]: first[column] + 1 }, ...rest];
    }
    default:
      throw new TypeError(`a test must give another value for a field of kind ${field.kind} takes`);
  }
}

/**
 * Returns the fields that contradict their schema: a change has no effect on the result, or it has one although the
 * schema says that it has none. An empty list means that the schema is right.
 *
 * @param base A configuration in which every field matters.
 * @param others Values for fields that {@link otherValue} does not know, or whose value from it would have no effect.
 * @param resultOf A configuration's whole result, except times, as text.
 * @param names The fields to change; all by default.
 */
export async function wrongEffects<Config extends { lab: string; version: number }>(
  schema: Schema<Config>,
  base: Config,
  others: Partial<Config>,
  resultOf: (config: Config) => Promise<string>,
  names = Object.keys(schema.fields) as FieldName<Config>[],
): Promise<string[]> {
  const before = await resultOf(base);
  const wrong: string[] = [];
  for (const name of names) {
    const value = name in others ? others[name] : otherValue(schema.fields[name], base[name]);
    const changed = (await resultOf(schema.parse({ ...base, [name]: value }))) !== before;
    if (changed === Boolean(schema.fields[name].noEffect))
      wrong.push(changed ? `${name} has an effect` : `${name} has none`);
  }
  return wrong;
}
