import { EXPRESSION_FUNCTIONS } from "../../flow/graph/expression.ts";
import type { Graph, GraphBlock } from "../../flow/graph/graph.ts";
import { graphSteps, type Steps } from "../../flow/graph/steps.ts";
import { numbersOf, portsOf, typeOf, valuesOf } from "../graph-ports.ts";
import { type GrcBlock, type GrcConnection, writeGrc } from "./grc-file.ts";
import { PLACEHOLDER } from "./import.ts";
import { integerWidths } from "./integer-widths.ts";
import { DEFINITIONS, type Mapping, type BlockValues, Unmapped } from "./mapping.ts";
import { MAPPINGS } from "./mappings.ts";

/** The result of an export. */
export interface Exported {
  /** A file that GNU Radio Companion 3.10 opens. */
  text: string;
  /** What the file does not hold, in sentences. */
  notes: readonly string[];
}

/**
 * Returns a graph as a file of GNU Radio Companion 3.10. Blocks that GNU Radio does not have are left out, and named in
 * the notes.
 *
 * @param hz Items per second at the first input of blocks, by their ids. Designed filters need it.
 */
export async function exportGrc(graph: Graph, hz: Readonly<Record<string, number>> = {}): Promise<Exported> {
  const notes: string[] = [];
  const names = namesOf(graph);
  const numbers = numbersOf(graph);
  const steps = graphSteps();
  const python = (value: unknown) => pythonOf(value, names.variables);
  const widths = integerWidths(graph, numbers);
  const written = new Map<string, WrittenBlock & { source: GraphBlock }>();
  for (const source of graph.blocks) {
    const { id } = source;
    const given = { python, hz: hz[id], width: widths.get(id), numbers, steps };
    const block = blockOf(source, names.blocks.get(id) as string, given, notes);
    if (block) written.set(id, { ...block, source });
  }
  const connections = graph.connections.flatMap(({ from, to }): GrcConnection[] => {
    const [source, sink] = [written.get(from[0]), written.get(to[0])];
    if (!source || !sink) return [];
    const output = portOf(source, from[1], "outputs", numbers);
    const input = portOf(sink, to[1], "inputs", numbers);
    if (output === undefined || input === undefined) {
      notes.push(`The connection from ${from.join(" ")} to ${to.join(" ")} is left out: there is no such port.`);
      return [];
    }
    const name = (id: string) => names.blocks.get(id) as string;
    return [{ from: [name(from[0]), output], to: [name(to[0]), input] }];
  });
  const placed = [...written.values()].map(({ block }) => block);
  const isShown = placed.some(({ id }) => id.startsWith("qtgui_")) || graph.variables.some(({ slider }) => slider);
  const variables = graph.variables.map(({ name, value, slider }, i): GrcBlock => {
    const common = {
      name: names.variables.get(name) as string,
      position: [8 + 160 * i, 120],
      state: "enabled",
    } as const;
    const text = python(value);
    if (!slider) return { ...common, id: "variable", parameters: { comment: "", value: text } };
    const { min, max, step } = slider;
    const range = { value: text, start: String(min), stop: String(max), step: String(step), rangeType: "float" };
    const id = "variable_qtgui_range";
    return { ...common, id, parameters: { ...DEFINITIONS[id], ...range, comment: "" } };
  });
  const texts = [...variables, ...placed].flatMap(({ parameters }) => Object.values(parameters));
  const modules = MODULES.filter(({ use }) => !use || texts.some((text) => use.test(text)));
  const imports = modules.map(({ name, statement }, i): GrcBlock => ({
    name: unusedName(`import_${name}`, names.taken),
    id: "import",
    parameters: { imports: statement },
    position: [8 + 160 * i, 240],
    state: "enabled",
  }));
  const options: GrcBlock = {
    name: "options",
    id: "options",
    position: [8, 8],
    state: "enabled",
    parameters: {
      ...DEFINITIONS.options,
      title: graph.title ?? "",
      description: (graph.description ?? "").replace(/\s+/g, " "),
      id: unusedName(graph.title ?? "graph", names.taken),
      comment: "",
      generate_options: isShown ? "qt_gui" : "no_gui",
      run_options: "run",
    },
  };
  return { text: await writeGrc({ options, blocks: [...imports, ...variables, ...placed], connections }), notes };
}

interface Names {
  /** GNU Radio's name of each block, by its id here. */
  blocks: ReadonlyMap<string, string>;
  variables: ReadonlyMap<string, string>;
  taken: Set<string>;
}

/** Python's words, and names that the generated program uses. */
const RESERVED =
  "False None True and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return try while with yield math gr blocks filter analog digital fft window firdes qtgui sip sys signal time self options abs int float min max round".split(
    " ",
  );

/** Blocks and variables share one set of names there. */
function namesOf({ blocks, variables }: Graph): Names {
  const taken = new Set(RESERVED);
  const named = (name: string) => [name, unusedName(name, taken)] as const;
  return {
    variables: new Map(variables.map(({ name }) => named(name))),
    blocks: new Map(blocks.map(({ id }) => named(id))),
    taken,
  };
}

/** Returns a name of Python that is like the given one, and takes it. */
function unusedName(wanted: string, taken: Set<string>): string {
  const clean = wanted.toLowerCase() === wanted || /^[A-Za-z]\w*$/.test(wanted) ? wanted : wanted.toLowerCase();
  const base =
    clean
      .replace(/\W+/g, "_")
      .replace(/^(?=\d)/, "b_")
      .replace(/^_+$/, "block") || "block";
  let name = base;
  for (let i = 2; taken.has(name); i++) name = `${base}_${i}`;
  taken.add(name);
  return name;
}

/** Functions that Python has without `math`, and NumPy's. */
const BUILT_IN = ["abs", "min", "max", "round", "int", "float", "complex", "len", "sum", "list", "range"];
const NUMPY = ["array", "zeros", "ones", "arange"];
const CONSTANTS = ["pi", "e", "tau"];

/** Returns a number or an expression as Python. */
function pythonOf(value: unknown, variables: ReadonlyMap<string, string>): string {
  if (typeof value !== "string") return String(value);
  return value.replace(/(?<![\p{L}\p{N}_.])[\p{L}_][\p{L}\p{N}_]*(?=(\s*\()?)/gu, (name, call: string | undefined) => {
    if (!call && variables.has(name)) return variables.get(name) as string;
    if (call && NUMPY.includes(name)) return `numpy.${name}`;
    const isMath = call ? EXPRESSION_FUNCTIONS.includes(name) && !BUILT_IN.includes(name) : CONSTANTS.includes(name);
    return isMath ? `math.${name}` : name;
  });
}

/** Modules that expressions of a file may use, and what shows that they do. Every file has the first one. */
const MODULES: readonly { name: string; statement: string; use?: RegExp }[] = [
  { name: "math", statement: "import math" },
  { name: "numpy", statement: "import numpy", use: /\bnumpy\./ },
  { name: "digital", statement: "from gnuradio import digital", use: /\bdigital\.adaptive_algorithm_/ },
];

/** What the values of a graph's expressions need. */
interface Written {
  numbers: Readonly<Record<string, number>>;
  steps: Steps;
}

interface WrittenBlock {
  block: GrcBlock;
  /** Undefined for a placeholder. */
  mapping?: Mapping;
}

function blockOf(
  { id, type, parameters, position, isDisabled }: GraphBlock,
  name: string,
  { numbers, steps, ...given }: Omit<BlockValues, "parameters" | "values" | "note"> & Written,
  notes: string[],
): WrittenBlock | undefined {
  const place = { name, position, state: isDisabled ? "disabled" : "enabled" } as const;
  if (type.startsWith(PLACEHOLDER)) {
    const texts = Object.entries(parameters).map(([field, value]) => [field, String(value)]);
    return { block: { ...place, id: type.slice(PLACEHOLDER.length), parameters: Object.fromEntries(texts) } };
  }
  const known = typeOf(type);
  if (!known) {
    notes.push(`The block ${id} is left out: its type ${type} is unknown.`);
    return undefined;
  }
  const values = {
    parameters: { ...known.defaults, ...parameters },
    values: valuesOf(known, parameters, numbers, steps),
    ...given,
    note: (what: string) => notes.push(`The block ${id} (${known.title}) ${what}.`),
  };
  const reasons: string[] = [];
  for (const mapping of MAPPINGS) {
    const { id: grcId, export: written } = mapping;
    if (written?.type !== type) continue;
    try {
      const texts = { comment: "", ...DEFINITIONS[grcId], ...written.write(values) };
      const left = Object.keys(parameters).filter(
        (field) => !written.fields.includes(field) && parameters[field] !== (known.defaults as Thing)[field],
      );
      if (left.length) notes.push(`The file leaves out parameters of ${id} (${known.title}): ${left.join(", ")}.`);
      return { block: { ...place, id: grcId, parameters: texts }, mapping };
    } catch (error) {
      if (!(error instanceof Unmapped)) throw error;
      reasons.push(error.message);
    }
  }
  notes.push(
    `The block ${id} (${known.title}) is left out: ${reasons.length ? reasons.join("; ") : "GNU Radio has no such block"}.`,
  );
  return undefined;
}

type Thing = Readonly<Record<string, unknown>>;

/** Returns the port's index as GNU Radio counts; the ports of placeholders keep their names. */
function portOf(
  { source, mapping }: WrittenBlock & { source: GraphBlock },
  port: string,
  side: "inputs" | "outputs",
  numbers: Readonly<Record<string, number>>,
): string | undefined {
  if (!mapping) return port;
  const names = mapping.export?.ports?.[side] ?? portsOf(source, numbers)?.[side].map(({ name }) => name) ?? [];
  const index = names.indexOf(port);
  return index < 0 ? undefined : String(index);
}
