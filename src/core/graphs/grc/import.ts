import type { Ports } from "../../flow/block-type.ts";
import { evaluate, namesIn } from "../../flow/expression.ts";
import type { Connection, Graph, GraphBlock, Variable } from "../../flow/graph.ts";
import { isBlockId, isVariableName } from "../../flow/names.ts";
import { portsOf, typeOf } from "../graph-ports.ts";
import { type GrcBlock, type GrcFile, readGrc } from "./grc-file.ts";
import { type GrcValues, Unmapped } from "./mapping.ts";
import { MAPPINGS } from "./mappings.ts";
import { expressionOf, Python, type PythonTexts } from "./python.ts";

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

/**
 * Returns a graph of GNU Radio Companion as a graph of Threeray. Unknown blocks stay as placeholders with their
 * parameters: the check of the graph names them.
 *
 * @param name The file's name, for messages.
 * @throws RangeError for a text that is no such file.
 */
export async function importGrc(name: string, text: string): Promise<Imported> {
  const file = await readGrc(name, text);
  const notes: string[] = [];
  const { numeric, numbers, texts } = variablesOf(file, notes);
  const python = new Python(numbers, texts);
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
  return {
    graph: {
      format: "threeray flow",
      version: 1,
      ...(title?.trim() ? { title: title.trim().slice(0, 1000) } : {}),
      ...(about ? { description: about.slice(0, 10_000) } : {}),
      variables: numeric,
      blocks: [...blocks.values()],
      connections,
    },
    notes,
  };
}

const isVariable = ({ id }: GrcBlock) =>
  /^(variable(_|$)|parameter$|import$|snippet$|json_config$|yaml_config$)/.test(id);

interface Variables {
  /** In the order of their use. */
  numeric: Variable[];
  numbers: Record<string, number>;
  /** The values that are no numbers. */
  texts: Record<string, string>;
}

function variablesOf({ blocks }: GrcFile, notes: string[]): Variables {
  const numbers = new Map<string, number>();
  const numeric: Variable[] = [];
  let open = blocks.filter((block) => isVariable(block) && block.state === "enabled");
  // GNU Radio sorts variables by use; a graph here lists them in this order.
  for (let before = -1; before !== open.length;) {
    before = open.length;
    open = open.filter((block) => {
      const value = numberOf(block, Object.fromEntries(numbers));
      if (value === undefined) return true;
      numbers.set(block.name, value.number);
      numeric.push({ name: block.name, value: value.written, ...sliderOf(block, Object.fromEntries(numbers)) });
      return false;
    });
  }
  const texts: PythonTexts = Object.fromEntries(open.map((block) => [block.name, textOf(block)]));
  for (const [name, text] of Object.entries(texts)) {
    const shown = text.length > 80 ? `${text.slice(0, 80)}…` : text;
    if (text && !/^(["']).*\1$/.test(text))
      notes.push(`The variable ${name} is no number, so its value is inserted where it is used: ${shown}`);
  }
  return { numeric, numbers: Object.fromEntries(numbers), texts };
}

function numberOf({ name, parameters }: GrcBlock, numbers: Readonly<Record<string, number>>) {
  const expression = expressionOf(parameters.value ?? "");
  if (expression === undefined || !isVariableName(name)) return undefined;
  try {
    const number = evaluate(expression, numbers);
    return { number, written: namesIn(expression).length > 0 || !isLiteral(expression) ? expression : number };
  } catch {
    return undefined;
  }
}

const isLiteral = (text: string) => /^-?[\d.][\d._]*(?:[eE][-+]?\d+)?$/.test(text);

function sliderOf({ id, parameters }: GrcBlock, numbers: Readonly<Record<string, number>>): Pick<Variable, "slider"> {
  const python = new Python(numbers, {});
  const [min, max, step] = [
    parameters.start ?? parameters.minimum,
    parameters.stop ?? parameters.maximum,
    parameters.step,
  ].map((text) => (text === undefined ? undefined : python.number(text)));
  if (!/^variable_qtgui_(range|dial_control|slider)/.test(id) || min === undefined || max === undefined) return {};
  return min < max ? { slider: { min, max, step: step && step > 0 ? step : (max - min) / 100 } } : {};
}

/** Blocks of variables that design the taps of a filter, as calls of `firdes`. */
const DESIGNS: Readonly<Record<string, { design: string; parameters: readonly string[] }>> = {
  variable_low_pass_filter_taps: {
    design: "low_pass",
    parameters: ["gain", "samp_rate", "cutoff_freq", "width", "win", "beta"],
  },
  variable_high_pass_filter_taps: {
    design: "high_pass",
    parameters: ["gain", "samp_rate", "cutoff_freq", "width", "win", "beta"],
  },
  variable_band_pass_filter_taps: {
    design: "band_pass",
    parameters: ["gain", "samp_rate", "low_cutoff_freq", "high_cutoff_freq", "width", "win", "beta"],
  },
  variable_band_reject_filter_taps: {
    design: "band_reject",
    parameters: ["gain", "samp_rate", "low_cutoff_freq", "high_cutoff_freq", "width", "win", "beta"],
  },
  variable_rrc_filter_taps: {
    design: "root_raised_cosine",
    parameters: ["gain", "samp_rate", "sym_rate", "alpha", "ntaps"],
  },
};

function textOf({ id, parameters }: GrcBlock): string {
  if (!Object.hasOwn(DESIGNS, id)) return parameters.value ?? "";
  const { design, parameters: names } = DESIGNS[id];
  return `firdes.${design}(${names.map((name) => parameters[name] ?? "").join(", ")})`;
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
  const passes = (name: string) => isPassing(byName.get(name) as GrcBlock);
  /** Returns the output that feeds an end, behind all blocks that hand it on. */
  const originOf = (
    [name, port]: readonly [string, string],
    most = all.length,
  ): readonly [string, string] | undefined => {
    if (!passes(name)) return [name, port];
    if (most === 0 || byName.get(name)?.state === "disabled") return undefined;
    const block = byName.get(name) as GrcBlock;
    const feeding =
      block.id === "virtual_source"
        ? all.find(
            ({ id, state, parameters }) =>
              id === "virtual_sink" && state !== "disabled" && parameters.stream_id === block.parameters.stream_id,
          )?.name
        : name;
    const before = connections.find(({ to }) => to[0] === feeding && (block.id === "virtual_source" || to[1] === port));
    return before && originOf(before.from, most - 1);
  };
  const portOf = (name: string, port: string, side: "inputs" | "outputs") => {
    const known = ports.get(name);
    if (known === undefined) return port;
    return /^\d+$/.test(port) ? known[side][Number(port)]?.name : undefined;
  };
  const made: Connection[] = [];
  for (const { from, to } of connections) {
    if (passes(to[0])) continue;
    const origin = originOf(from);
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
