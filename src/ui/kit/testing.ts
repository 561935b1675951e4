import * as fc from "fast-check";
import type { Field } from "#core/configuration/fields.ts";

function decimal(min: number, max: number) {
  return fc.double({ min, max, noNaN: true }).map((number) => number || 0);
}

/** Returns an arbitrary valid value of a field. */
export function valueOf(field: Field): fc.Arbitrary<unknown> {
  if (field.kind === "choice") return fc.constantFrom(...field.choices);
  if (field.kind === "list") return fc.subarray([...field.choices], { minLength: 1 });
  if (field.kind === "rows") {
    const cells = Object.entries(field.columns).map(([name, { min, max }]) => [name, decimal(min, max)]);
    return fc.array(fc.record(Object.fromEntries(cells)), { minLength: 1, maxLength: field.max });
  }
  if (field.kind === "range") return fc.constantFrom("1,2", "2:3:11", "1:*2:64");
  if (field.kind === "text") return fc.string({ maxLength: field.most });
  if (field.kind === "json") return fc.jsonValue();
  const { min, max } = field;
  return field.integer ? fc.integer({ min, max }) : decimal(min, max);
}
