import type { Field } from "./fields.ts";

/** Another value of a field than the given one, near it where it is a number; ranges and JSON have none of their own. */
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
      throw new TypeError(`a test must say which other value a field of kind ${field.kind} takes`);
  }
}
