import { isNamed } from "#core/lectures/check.ts";
import type { OutputFacts, OutputValue } from "#core/lectures/outputs.ts";
import type { ScenarioField } from "#core/lectures/scenario-fields.ts";
import { plain } from "../../format.ts";

/** Returns the title and the unit of an output; until the lab has named its outputs, its short name. */
export function namesOf(output: string, facts: readonly OutputFacts[], fields: readonly ScenarioField[]) {
  const field = fields.find(({ name }) => `field.${name}` === output);
  if (field) return { title: field.label, unit: field.isList ? "" : field.unit };
  const found = facts.find(({ name }) => isNamed(name, output));
  if (!found) return { title: output, unit: "" };
  const { name, title, unit } = found;
  // "lowestDb.0:4000" is the lowest gain in a band, from 0 to 4000. "ber.zf" has a title that other receivers share.
  const [stem, pattern] = name.split(/(…|NAME)/);
  const isShared = facts.filter((one) => one.title === title).length > 1;
  const part = pattern ? output.slice(stem.length).replace(":", " to ") : isShared ? output.split(".").at(-1) : "";
  return { title: part ? `${title} (${part})` : title, unit };
}

/** Returns an integer as it is, and other numbers with four digits. */
export const exact = (value: number) => plain(value, Number.isInteger(value) ? 15 : 4);

/** Returns a value of an output in words. */
export function valueText(value: OutputValue): string {
  if (value.kind === "number") return exact(value.value);
  if (value.kind === "rate")
    return `${plain(value.value, 3)}, 95 % from ${plain(value.low, 3)} to ${plain(value.high, 3)}`;
  if (value.kind === "name") return value.value;
  const { x, y } = value;
  if (x.length === 0) return "a curve without points";
  const ends = (of: readonly number[]) => `${plain(Math.min(...of), 3)} to ${plain(Math.max(...of), 3)}`;
  return `a curve over ${ends(x)} with values from ${ends(y)}`;
}
