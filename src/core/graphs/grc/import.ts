import type { Ports } from "../../flow/block-type.ts";
import type { Connection, Graph, GraphBlock } from "../../flow/graph.ts";
import { isBlockId } from "../../flow/names.ts";
import { Steps } from "../../flow/steps.ts";
import { parseGraph } from "../graph-file.ts";
import { numbersOf, portsOf, typeOf } from "../graph-ports.ts";
import { type GrcBlock, type GrcFile, readGrc } from "./grc-file.ts";
import { type GrcValues, Unmapped } from "./mapping.ts";
import { MAPPINGS } from "./mappings.ts";
import { Python } from "./python.ts";
import { defineVariables, isVariable } from "./variables.ts";

/** What came of an import. */
export interface Imported {
  graph: Graph;
  /** What differs from the file, in sentences. */
  notes: readonly string[];
}

/** Types of blocks that stand for a block of GNU Radio that is unknown here begin with this. */
export const PLACEHOLDER = "grc:";

const isThrottle = ({ id }: GrcBlock) => /^blocks_throttle2?$/.test(id);

/** Whether a block hands its input on unchanged: a graph here needs none of them. */
const isPassing = (block: GrcBlock) =>
  block.state === "bypassed" || isThrottle(block) || /^(virtual_sink|virtual_source|blocks_copy)$/.test(block.id);

/** Blocks that only arrange the window of GNU Radio, or hold text. */
const ARRANGING = /^(note|qtgui_tab_widget|qtgui_appbackground|variable_qtgui_label)$/;

/** Most steps of an import. Files of GNU Radio Companion need some hundred thousand. */
export const MOST_STEPS = 2 ** 22;

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
  const numeric = defineVariables(file, python, notes);
  const numbers = numbersOf({ variables: numeric });
  const ids = idsOf(file);
  const flowing = file.blocks.filter((block) => !isVariable(block) && !ARRANGING.test(block.id));
  const blocks = new Map<string, GraphBlock>();
  const ports = new Map<string, Ports | undefined>();
  for (const block of flowing) {
    if (isPassing(block)) continue;
    const made = blockOf(block, python, ids.get(block.name) as string, notes);
    blocks.set(block.name, made);
    ports.set(block.name, portsOf(made, numbers));
  }
  const connections = connect(file, blocks, ports, notes);
  if (flowing.some(isThrottle)) {
    notes.push("Threeray leaves out the throttle: a graph runs as fast as its sources and sinks.");
  }
  const { title, description } = file.options.parameters;
  const comments = file.blocks.filter(({ id }) => id === "note").map(({ parameters }) => parameters.note ?? "");
  const about = [description, ...comments].filter((paragraph) => paragraph?.trim()).join("\n\n");
  notes.push(...python.notes);
  const graph: Graph = {
    format: "threeray flow",
    version: 1,
    ...(title?.trim() ? { title: title.trim().slice(0, 1000) } : {}),
    ...(about ? { description: about.slice(0, 10_000) } : {}),
    variables: numeric,
    blocks: [...blocks.values()],
    connections,
  };
  return { graph: parseGraph(graph, name), notes };
}

/** Names of Python may hold letters that ids do not. */
function idsOf({ blocks }: GrcFile): Map<string, string> {
  const ids = new Map<string, string>();
  const taken = new Set(blocks.map(({ name }) => name));
  for (const { name } of blocks) {
    let id = name;
    for (let i = 0; !isBlockId(id) || (id !== name && taken.has(id)); i++) id = `block_${ids.size}_${i}`;
    taken.add(id);
    ids.set(name, id);
  }
  return ids;
}

function blockOf(block: GrcBlock, python: Python, id: string, notes: string[]): GraphBlock {
  const place = { id, position: block.position, ...(block.state === "disabled" ? { isDisabled: true } : {}) };
  const entries = MAPPINGS.filter((mapping) => mapping.id === block.id && typeOf(mapping.type));
  const values: GrcValues = {
    python,
    text: (name) => (Object.hasOwn(block.parameters, name) ? block.parameters[name] : undefined),
  };
  const reasons: string[] = [];
  for (const { type, parameters } of entries) {
    try {
      const read = parameters.map((parameter) => parameter.read?.(values) ?? {});
      return { ...place, type, parameters: Object.assign({}, ...read) };
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
  return { ...place, type: `${PLACEHOLDER}${block.id}`, parameters: block.parameters };
}

function connect(
  { blocks: all, connections }: GrcFile,
  blocks: ReadonlyMap<string, GraphBlock>,
  ports: ReadonlyMap<string, Ports | undefined>,
  notes: string[],
): Connection[] {
  const byName = new Map(all.map((block) => [block.name, block]));
  const origins = originsOf(all, connections);
  const portOf = (name: string, port: string, side: "inputs" | "outputs") => {
    const known = ports.get(name);
    if (known === undefined) return port;
    return /^\d+$/.test(port) ? known[side][Number(port)]?.name : undefined;
  };
  const made: Connection[] = [];
  for (const { from, to } of connections) {
    if (isPassing(byName.get(to[0]) as GrcBlock)) continue;
    const origin = origins(from);
    const [source, sink] = [origin && blocks.get(origin[0]), blocks.get(to[0])];
    const output = origin && portOf(origin[0], origin[1], "outputs");
    const input = portOf(to[0], to[1], "inputs");
    if (source && sink && output !== undefined && input !== undefined) {
      made.push({ from: [source.id, output], to: [sink.id, input] });
    } else {
      notes.push(`The connection from ${from.join(" ")} to ${to.join(" ")} is left out: Threeray has no such port.`);
    }
  }
  return made;
}

type End = readonly [block: string, port: string];

/** Returns a function that finds the output that feeds an end, behind all blocks that hand it on. */
function originsOf(all: readonly GrcBlock[], connections: GrcFile["connections"]): (end: End) => End | undefined {
  const byName = new Map(all.map((block) => [block.name, block]));
  const virtual = new Map(
    all.flatMap(({ id, name, state, parameters }) =>
      id === "virtual_sink" && state !== "disabled" ? [[parameters.stream_id, name] as const] : [],
    ),
  );
  const feeding = new Map<string, End>();
  for (const { from, to } of connections.toReversed()) {
    feeding.set(to.join("\n"), from);
    feeding.set(to[0], from);
  }
  const found = new Map<string, End | undefined>();
  return (end) => {
    const path: string[] = [];
    let at: End | undefined = end;
    while (at && isPassing(byName.get(at[0]) as GrcBlock)) {
      const key = at.join("\n");
      if (found.has(key)) {
        at = found.get(key);
        break;
      }
      path.push(key);
      // A circle of blocks that only hand their input on has no origin.
      found.set(key, undefined);
      const { id, name, state, parameters } = byName.get(at[0]) as GrcBlock;
      if (state === "disabled") at = undefined;
      else
        at =
          id === "virtual_source"
            ? feeding.get(virtual.get(parameters.stream_id) ?? "")
            : feeding.get(`${name}\n${at[1]}`);
    }
    for (const key of path) found.set(key, at);
    return at;
  };
}
