import { listOf } from "../../configuration/list-of.ts";
import type { Connection, Graph, GraphBlock } from "../../flow/graph/graph.ts";
import { isBlockId } from "../../flow/graph/names.ts";
import { Steps } from "../../flow/graph/steps.ts";
import { parseGraph } from "../graph-file.ts";
import { numbersOf } from "../graph-ports.ts";
import { settleBytes } from "./bytes.ts";
import { connect } from "./connect.ts";
import { type GrcBlock, type GrcFile, readGrc } from "./grc-file.ts";
import {
  DEFINITIONS,
  type Expansion,
  type GrcValues,
  type Mapping,
  type PartEnd,
  excerpt,
  Unmapped,
} from "./mapping.ts";
import { MAPPINGS } from "./mappings.ts";
import { LOOK_NAMES } from "./mappings/sinks.ts";
import { GrcObjects } from "./objects.ts";
import { isPassing } from "./passing.ts";
import { Python } from "./python.ts";
import { defineVariables, isVariable } from "./variables.ts";

/** The result of an import. */
export interface Imported {
  graph: Graph;
  /** What differs from the file, in sentences. */
  notes: readonly string[];
}

/** Types of blocks that stand for a block of GNU Radio that is unknown here begin with this. */
export const PLACEHOLDER = "grc:";

/** Blocks that only arrange the window of GNU Radio, or hold text. */
const ARRANGING = /^(note|qtgui_tab_widget|qtgui_appbackground|variable_qtgui_label)$/;

/** Most steps of an import. Files of GNU Radio Companion need some hundred thousand. */
export const MOST_STEPS = 2 ** 22;

/** A block of the file with the blocks here that stand for it. A placeholder has ports of any name. */
export interface PlacedBlock {
  block: GrcBlock;
  blocks: readonly GraphBlock[];
  /** Ids of the blocks whose items are bytes of GNU Radio. */
  bytes: readonly string[];
  inner: readonly Connection[];
  /** Undefined for a placeholder. */
  inputs?: readonly (readonly (readonly [id: string, port: string])[])[];
  outputs?: readonly (readonly [id: string, port: string] | undefined)[];
}

/**
 * Returns a graph of GNU Radio Companion as a graph of Threeray. Unknown blocks stay as placeholders with their
 * parameters: the check of the graph names them.
 *
 * @param name The file's name, for messages.
 * @param steps Counts the work. It ends an import whose lists and expressions grow beyond the size of the file.
 * @throws RangeError for a text that is no such file, and for one that needs too many steps.
 */
export async function importGrc(name: string, text: string, steps = new Steps(MOST_STEPS, name)): Promise<Imported> {
  const file = await readGrc(name, text, steps);
  const notes: string[] = [];
  const python = new Python(steps);
  const objects = new GrcObjects(python);
  const variables = defineVariables(file, python, objects, notes);
  const ids = idsOf(file);
  const placed = file.blocks
    .filter((block) => !isVariable(block) && !ARRANGING.test(block.id) && !isPassing(block))
    .map((block) => placedBlock(block, { python, objects }, ids, notes));
  const connections = connect(file, placed, notes);
  const blocks = settleBytes(placed, connections, numbersOf({ variables }));
  notes.push(...objects.unused().map((name) => `Threeray leaves out ${name}.`), ...notesOn(file), ...python.notes);
  const { title } = file.options.parameters;
  const about = aboutOf(file);
  const graph: Graph = {
    format: "threeray flow",
    version: 1,
    ...(title?.trim() ? { title: title.trim().slice(0, 1000) } : {}),
    ...(about ? { description: about.slice(0, 10_000) } : {}),
    variables,
    blocks,
    connections,
  };
  return { graph: parseGraph(graph, name), notes: [...new Set(notes)] };
}

/** Returns what the file says in words: its description, notes, author and comments. */
function aboutOf({ options, blocks }: GrcFile): string {
  const { description, author, copyright } = options.parameters;
  const paragraphs = [
    description,
    ...blocks.flatMap(({ id, parameters }) => (id === "note" ? [parameters.note] : [])),
    options.parameters.comment,
    author?.trim() && `Author: ${author.trim()}`,
    copyright?.trim() && `Copyright: ${copyright.trim()}`,
    ...blocks.flatMap(({ name, parameters: { comment } }) => (comment?.trim() ? [`${name}: ${comment.trim()}`] : [])),
  ];
  return paragraphs.filter((paragraph) => paragraph?.trim()).join("\n\n");
}

/** Names of Python may hold letters that ids do not. */
function idsOf({ blocks }: GrcFile): Ids {
  const ids = new Map<string, string>();
  const taken = new Set(blocks.map(({ name }) => name));
  let count = 0;
  const unused = (wanted: string) => {
    let id = wanted;
    while (!isBlockId(id) || taken.has(id)) id = `block_${count++}`;
    taken.add(id);
    return id;
  };
  for (const { name } of blocks) ids.set(name, isBlockId(name) ? name : unused(name));
  return { of: (name) => ids.get(name) as string, unused };
}

/** Ids of blocks here. */
export interface Ids {
  of(name: string): string;
  /** Returns an id that no block has, and takes it. */
  unused(wanted: string): string;
}

/** Parameters that all blocks of GNU Radio have, for its scheduler. */
const SCHEDULING: Readonly<Record<string, string>> = { alias: "", affinity: "", minoutbuf: "0", maxoutbuf: "0" };

/** Parameters that are kept elsewhere, or belong to the window of GNU Radio Companion. */
const ELSEWHERE = /^(comment|id|_coordinate|_rotation|_enabled)$/;

/** What reads the parameters of all blocks. */
interface Readers {
  python: Python;
  objects: GrcObjects;
}

function placedBlock(block: GrcBlock, readers: Readers, ids: Ids, notes: string[]): PlacedBlock {
  const reasons: string[] = [];
  for (const mapping of MAPPINGS) {
    if (mapping.id !== block.id || !mapping.read) continue;
    const account = accountOf(block, mapping, readers);
    try {
      const expansion = mapping.read(account.values);
      notes.push(...account.finish());
      return expanded(block, expansion, ids);
    } catch (error) {
      if (!(error instanceof Unmapped)) throw error;
      reasons.push(error.message);
    }
  }
  notes.push(
    reasons.length
      ? `The block ${block.name} (${block.id}) stays a placeholder: ${reasons.join("; ")}.`
      : `Threeray has no block for ${block.name} (${block.id}).`,
  );
  const placeholder = { ...placeOf(block, 0), id: ids.of(block.name), type: `${PLACEHOLDER}${block.id}` };
  return { block, blocks: [{ ...placeholder, parameters: block.parameters }], bytes: [], inner: [] };
}

const placeOf = ({ position: [x, y], state }: GrcBlock, place: number) => ({
  position: [x + 40 * place, y + 40 * place] as const,
  ...(state === "disabled" ? { isDisabled: true } : {}),
});

/** Returns the parameters of a block for its mapping, and the notes on them afterwards. */
function accountOf(
  block: GrcBlock,
  { id, covers }: Mapping,
  { python, objects }: Readers,
): { values: GrcValues; finish(): string[] } {
  const { name: blockName, parameters } = block;
  const defaults: Readonly<Record<string, string>> = { ...SCHEDULING, ...DEFINITIONS[id] };
  const usual = (name: string) => (Object.hasOwn(defaults, name) ? defaults[name] : "");
  const text = (name: string) => (Object.hasOwn(parameters, name) ? parameters[name] : usual(name));
  const isUsual = (name: string) => {
    const [given, other] = [text(name).trim(), usual(name)];
    const number = python.number(given);
    return python.text(given) === python.text(other) || (number !== undefined && number === python.number(other));
  };
  const left = new Set<string>();
  const notes: string[] = [];
  const leaveOut = (name: string) => {
    if (!isUsual(name)) left.add(`${name} (${excerpt(text(name).trim())})`);
  };
  const isCovered = (name: string) => covers.some((one) => (typeof one === "string" ? one === name : one.test(name)));
  return {
    values: {
      python,
      text,
      object: (name) => objects.find(name),
      leaveOut,
      note: (what) => notes.push(`The block ${blockName} ${what}.`),
    },
    finish() {
      for (const name of Object.keys(parameters)) if (!isCovered(name) && !ELSEWHERE.test(name)) leaveOut(name);
      if (left.size) notes.push(`Threeray leaves out parameters of ${blockName} (${id}): ${listOf([...left])}.`);
      return notes;
    },
  };
}

/** Returns the blocks for one block of the file, with ids that no other block has. */
function expanded(block: GrcBlock, { parts, inner, inputs, outputs }: Expansion, ids: Ids): PlacedBlock {
  const id = ids.of(block.name);
  const names = Object.keys(parts);
  const idOf = new Map(names.map((part) => [part, part === "" ? id : ids.unused(`${id}-${part}`)]));
  const end = ([part, port]: PartEnd) => [idOf.get(part) as string, port] as const;
  return {
    block,
    blocks: names.map((part, i) => {
      const { type, parameters } = parts[part];
      return { ...placeOf(block, i - names.indexOf("")), id: idOf.get(part) as string, type, parameters };
    }),
    bytes: names.flatMap((part) => (parts[part].hasBytes ? [idOf.get(part) as string] : [])),
    inner: inner.map(({ from, to }) => ({ from: end(from), to: end(to) })),
    inputs: inputs.map((ends) => ends.map(end)),
    outputs: outputs.map((output) => output && end(output)),
  };
}

/** Returns what differs in several blocks alike, in sentences. */
function notesOn({ blocks }: GrcFile): string[] {
  const enabled = blocks.filter(({ state }) => state === "enabled");
  const notes: string[] = [];
  if (enabled.some(({ id }) => /^blocks_throttle2?$/.test(id))) {
    notes.push(
      "A throttle states a sample rate here, and slows nothing: a graph runs as fast as its sources and sinks.",
    );
  }
  const isFigure = ({ id, parameters }: GrcBlock) =>
    id.startsWith("qtgui_") && Object.keys(parameters).some((name) => LOOK_NAMES.has(name));
  if (enabled.some(isFigure)) {
    notes.push("Threeray leaves out how GNU Radio draws figures: labels, units, colours, axes and buttons.");
  }
  for (const { name, id, state } of blocks) {
    if (state === "bypassed") notes.push(`The block ${name} (${id}) is bypassed, so Threeray leaves it out.`);
  }
  return notes;
}
