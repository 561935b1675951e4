import type { Variable } from "../../flow/graph/graph.ts";
import { isVariableName } from "../../flow/graph/names.ts";
import type { GrcBlock, GrcFile } from "./grc-file.ts";
import { DEFINITIONS } from "./mapping.ts";
import type { GrcObjects } from "./objects.ts";
import type { Python } from "./python.ts";

/** Blocks of variables that design the taps of a filter: as calls of `firdes`, with their parameters in order. */
const DESIGN = /^variable_(\w+)_filter_taps$/;

/** Whether a block stands for a value, or for a part of the program, and no signal flows through it. */
export const isVariable = ({ id }: GrcBlock): boolean =>
  /^(variable(_|$)|digital_adaptive_algorithm$|parameter$|import$|snippet$|json_config$|yaml_config$)/.test(id);

/**
 * Defines the variables of a file for the reader of Python, and returns those that are numbers as variables of a graph,
 * in the order of their use.
 *
 * @param objects Gets the variables that stand for objects.
 * @param notes Gets what differs from the file.
 */
export function defineVariables({ blocks }: GrcFile, python: Python, objects: GrcObjects, notes: string[]): Variable[] {
  const known = blocks.filter((block) => isVariable(block) && block.state === "enabled");
  const texts = new Map(known.map((block) => [block.name, textOf(block)]));
  const numeric: Variable[] = [];
  for (const block of inOrder(known, texts, python)) {
    const text = texts.get(block.name);
    if (objects.take(block)) continue;
    if (text === undefined) notes.push(`Threeray leaves out ${block.name} (${block.id}).`);
    else {
      const variable = define(block, text, python, notes);
      if (variable) numeric.push(variable);
    }
  }
  return numeric;
}

/** Returns the value of a variable as Python; undefined for a block that has none. */
function textOf({ id, parameters }: GrcBlock): string | undefined {
  const [, usual] = DESIGN.exec(id) ?? [];
  if (usual === undefined || !Object.hasOwn(DEFINITIONS, id)) {
    return Object.hasOwn(parameters, "value") ? parameters.value : undefined;
  }
  // Band passes and band rejects are real or complex.
  const design = parameters.type || (usual === "rrc" ? "root_raised_cosine" : usual);
  const names = Object.keys(DEFINITIONS[id]).filter((name) => name !== "type" && name !== "value");
  const given = names.map((name) => parameters[name]);
  // Parameters at the end have defaults.
  while (given.length && !given.at(-1)?.trim()) given.pop();
  return `firdes.${design}(${given.map((text) => text ?? "").join(", ")})`;
}

/** Returns the blocks so that each comes after those that it uses. Blocks on a cycle keep their places. */
function inOrder(
  blocks: readonly GrcBlock[],
  texts: ReadonlyMap<string, string | undefined>,
  python: Python,
): GrcBlock[] {
  const byName = new Map(blocks.map((block) => [block.name, block]));
  const ordered = new Set<GrcBlock>();
  const begun = new Set<GrcBlock>();
  for (const first of blocks) {
    const open = [first];
    for (let block = open.at(-1); block; block = open.at(-1)) {
      if (ordered.has(block) || begun.has(block)) {
        ordered.add(block);
        open.pop();
        continue;
      }
      begun.add(block);
      for (const name of python.uses(texts.get(block.name) ?? "")) {
        const used = byName.get(name);
        if (used && !begun.has(used)) open.push(used);
      }
    }
  }
  return [...ordered];
}

function define(block: GrcBlock, text: string, python: Python, notes: string[]): Variable | undefined {
  const { name } = block;
  let named;
  try {
    named = python.named(text);
  } catch (error) {
    if (!(error instanceof RangeError) || python.isSpent) throw error;
    // A parameter of the command line may be a text without quotes.
    if (block.parameters.type === "str") python.define(name, { value: text, follows: false });
    else notes.push(`The variable ${name} cannot be read: ${error.message}. Threeray leaves it out.`);
    return undefined;
  }
  const { value } = named;
  if (typeof value !== "number" || !Number.isFinite(value) || !isVariableName(name)) {
    python.define(name, named);
    if (typeof value === "object") {
      notes.push(
        `The variable ${name} is no real number, so its value is inserted where it is used: ${shortened(text)}`,
      );
    }
    return undefined;
  }
  const variable = { name, value: python.field(text), ...sliderOf(block, python) };
  python.define(name, { value, node: { kind: "name", name, at: 0, depth: 1, parts: [] }, follows: true });
  return variable;
}

const shortened = (text: string) => (text.length > 80 ? `${text.slice(0, 80)}…` : text);

function sliderOf({ id, parameters }: GrcBlock, python: Python): Pick<Variable, "slider"> {
  if (!/^variable_qtgui_(range|dial_control|slider)/.test(id)) return {};
  const [min, max, step] = [
    parameters.start ?? parameters.minimum,
    parameters.stop ?? parameters.maximum,
    parameters.step,
  ].map((text) => (text === undefined ? undefined : python.number(text)));
  if (min === undefined || max === undefined) return {};
  return min < max ? { slider: { min, max, step: step && step > 0 ? step : (max - min) / 100 } } : {};
}
