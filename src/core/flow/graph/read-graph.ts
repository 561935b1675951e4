import { shown } from "../../configuration/fields.ts";
import { evaluate, type Names, NoValue } from "./expression.ts";
import type { Connection, Problem } from "./graph.ts";
import { isBlockId, isVariableName } from "./names.ts";
import type { Steps } from "./steps.ts";

/** The parts of a graph that can be read. */
export interface ReadGraph {
  /** The values of the variables that have one, and of all others the reason why not. */
  variables: Names;
  blocks: readonly ReadBlock[];
  connections: readonly Connection[];
}

export interface ReadBlock {
  id: string;
  type: string;
  parameters: Readonly<Record<string, unknown>>;
}

/** Takes the problems that a check finds. */
export type Reporter = (problem: Problem) => void;

/** Returns an error's message as a sentence. */
export function sentence(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.endsWith(".") ? message : `${message}.`;
}

type Thing = Readonly<Record<string, unknown>>;

const isObject = (value: unknown): value is Thing =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Reads any JSON value as a graph, without its disabled blocks. It reports what it cannot read, and leaves it out. */
export function readGraph(graph: unknown, report: Reporter, steps: Steps): ReadGraph {
  if (!isObject(graph)) {
    report({ message: `A graph must be an object with "blocks" and "connections", got ${shown(graph)}.` });
    return { variables: {}, blocks: [], connections: [] };
  }
  if (graph.format !== "threeray flow") {
    report({ message: `The field "format" must be "threeray flow", got ${shown(graph.format)}.` });
  }
  if (graph.version !== 1) {
    report({ message: `This release reads version 1 of flow graphs, got ${shown(graph.version)}.` });
  }
  const list = listOf(graph, "blocks", report);
  const isDisabled = (block: unknown): block is Thing => isObject(block) && block.isDisabled === true;
  const disabled = new Set(list.filter(isDisabled).map(({ id }) => id));
  const isEnabled = ({ from, to }: Connection) => !disabled.has(from[0]) && !disabled.has(to[0]);
  return {
    variables: readVariables(listOf(graph, "variables", report), report, steps),
    blocks: readBlocks(
      list.filter((block) => !isDisabled(block)),
      report,
    ),
    connections: readConnections(listOf(graph, "connections", report), report).filter(isEnabled),
  };
}

function listOf(graph: Thing, name: string, report: Reporter): readonly unknown[] {
  const list = graph[name];
  if (Array.isArray(list)) return list;
  report({ message: `The field "${name}" must be a list, got ${shown(list)}.` });
  return [];
}

function readVariables(list: readonly unknown[], report: Reporter, steps: Steps): Names {
  const values = new Map<string, number | NoValue>();
  const read = new Set<string>();
  const names = (): Names => Object.fromEntries(values);
  for (const variable of list) {
    if (!isObject(variable) || typeof variable.name !== "string") continue;
    const { name } = variable;
    values.set(name, new NoValue(`the variable "${name}" is defined only later. Move it before this one`));
  }
  for (const [i, variable] of list.entries()) {
    if (!isObject(variable) || typeof variable.name !== "string" || !isVariableName(variable.name)) {
      const found = shown(isObject(variable) ? variable.name : variable);
      const expected = "a name of at most 100 letters, digits and underscores that does not begin with a digit";
      report({ message: `Variable ${i + 1} must have ${expected}, got ${found}.` });
      continue;
    }
    const { name, value } = variable;
    const problem = (message: string) => report({ parameter: name, message });
    if (read.has(name)) {
      problem(`The variable ${name} is defined twice. Rename or delete one of them.`);
      continue;
    }
    read.add(name);
    values.set(name, new NoValue("a variable cannot use its own value"));
    try {
      values.set(name, numberOf(value, names(), steps));
    } catch (error) {
      values.set(name, new NoValue(`the variable "${name}" has a problem`));
      problem(`The variable ${name}: ${sentence(error)}`);
    }
  }
  return names();
}

/**
 * Returns a number, or the value of an expression.
 *
 * @throws RangeError for anything else.
 */
function numberOf(value: unknown, names: Names, steps: Steps): number {
  if (typeof value === "number" && Number.isFinite(value)) return value;
  if (typeof value === "string") return evaluate(value, names, steps);
  throw new RangeError(`it must be a number or an expression, got ${shown(value)}`);
}

function readBlocks(list: readonly unknown[], report: Reporter): ReadBlock[] {
  const blocks = new Map<string, ReadBlock>();
  for (const [i, block] of list.entries()) {
    if (!isObject(block) || typeof block.id !== "string" || !isBlockId(block.id)) {
      const found = shown(isObject(block) ? block.id : block);
      report({ message: `Block ${i + 1} must have an id of at most 100 letters, digits, "_" and "-", got ${found}.` });
      continue;
    }
    const { id, type, parameters } = block;
    const problem = (message: string) => report({ block: id, message });
    if (blocks.has(id)) problem(`Two blocks have the id "${id}". Rename one of them.`);
    else if (typeof type !== "string") problem(`The type must be the name of a block, got ${shown(type)}.`);
    else if (!isObject(parameters)) problem(`The parameters must be an object, got ${shown(parameters)}.`);
    else blocks.set(id, { id, type, parameters });
  }
  return [...blocks.values()];
}

function readConnections(list: readonly unknown[], report: Reporter): Connection[] {
  const isEnd = (end: unknown) =>
    Array.isArray(end) && end.length === 2 && end.every((name) => typeof name === "string");
  return list.filter((connection): connection is Connection => {
    if (isObject(connection) && isEnd(connection.from) && isEnd(connection.to)) return true;
    const expected = `{ "from": [block, port], "to": [block, port] }`;
    report({ message: `A connection must be ${expected}, got ${shown(connection)}.` });
    return false;
  });
}
