import { parseJsonText } from "../configuration/json-text.ts";
import { isBlockId, isVariableName } from "../flow/graph/names.ts";
import type { Connection, Graph, GraphBlock, Variable } from "../flow/graph/graph.ts";

/** Bounds of a graph, far beyond what a person draws. */
const MOST = { blocks: 1000, connections: 5000, variables: 500, text: 20_000, parameters: 1_000_000 } as const;

/** Largest size of a graph's file, in bytes of text. */
export const MOST_GRAPH_BYTES = 2 ** 23;

/**
 * Returns the graph of a file's text.
 *
 * @param name The file's name, for messages.
 * @throws RangeError for a text that is no JSON, and as {@link parseGraph} does.
 */
export function readGraphFile(name: string, text: string): Graph {
  let value: unknown;
  try {
    value = parseJsonText(text);
  } catch (error) {
    throw new RangeError(`${name}: cannot be read as JSON: ${(error as Error).message}`, { cause: error });
  }
  return parseGraph(value, name);
}

/** Returns the text of a graph's file. */
export function writeGraph(graph: Graph): string {
  const { format, version, title, description, variables, blocks, connections } = graph;
  return `${JSON.stringify({ format, version, title, description, variables, blocks, connections }, null, 2)}\n`;
}

/**
 * Returns a checked copy of a graph from a file or a link. It checks the shape only: types of blocks, values of
 * parameters and connections that do not fit are left to the check of the graph.
 *
 * @param name The graph's name in messages.
 * @throws RangeError that names the place, what was found and what was expected.
 */
export function parseGraph(input: unknown, name = "graph"): Graph {
  const place = new Place(name);
  if (typeof input === "object" && input !== null) {
    const { format, version } = input as Record<string, unknown>;
    if (Array.isArray(input)) throw place.wrong(input, "a flow graph");
    if (format === undefined) throw place.wrong(input, 'a flow graph, which has "format": "threeray flow"');
    if (format !== "threeray flow") throw place.at("format").wrong(format, 'the text "threeray flow"');
    // Another version may have other fields.
    if (version !== undefined && version !== 1) {
      throw place.at("version").wrong(version, "1; a newer release of Threeray may read this file");
    }
  }
  const graph = place.fields(
    input,
    ["format", "version", "variables", "blocks", "connections"],
    ["title", "description"],
  );
  const [variables, blocks, connections] = (["variables", "blocks", "connections"] as const).map((list) =>
    place.at(list).list(graph[list], MOST[list]),
  );
  const parsed: Graph = {
    format: "threeray flow",
    version: 1,
    ...texts(graph, place, ["title", "description"]),
    variables: variables.map((variable, i) => parseVariable(variable, place.at(`variable ${i + 1}`))),
    blocks: blocks.map((block, i) => parseBlock(block, place.at(`block ${i + 1}`))),
    connections: connections.map((connection, i) => parseConnection(connection, place.at(`connection ${i + 1}`))),
  };
  const ids = unique(parsed.blocks, "id", place.at("blocks"));
  unique(parsed.variables, "name", place.at("variables"));
  for (const [i, { from, to }] of parsed.connections.entries()) {
    for (const [id] of [from, to]) {
      if (ids.has(id)) continue;
      throw place.at(`connection ${i + 1}`).wrong(id, "the id of a block of this graph");
    }
  }
  return parsed;
}

function parseVariable(input: unknown, place: Place): Variable {
  const { name, value, slider } = place.fields(input, ["name", "value"], ["slider"]);
  if (typeof name !== "string" || !isVariableName(name)) {
    throw place.at("name").wrong(name, "letters, digits and _, beginning with a letter");
  }
  const named = place.at(name);
  if (!isNumber(value) && typeof value !== "string") throw named.wrong(value, "a number or an expression");
  if (typeof value === "string") named.text(value, 1000);
  if (slider === undefined) return { name, value };
  const limits = named.at("slider").fields(slider, ["min", "max", "step"]);
  const { min, max, step } = limits;
  if (!isNumber(min) || !isNumber(max) || !isNumber(step) || min >= max || step <= 0) {
    throw named.at("slider").wrong(slider, "numbers min < max and step > 0");
  }
  return { name, value, slider: { min, max, step } };
}

function parseBlock(input: unknown, place: Place): GraphBlock {
  const { id, type, parameters, position, isDisabled } = place.fields(
    input,
    ["id", "type", "parameters", "position"],
    ["isDisabled"],
  );
  if (typeof id !== "string" || !isBlockId(id)) throw place.at("id").wrong(id, "letters, digits, _ and -");
  const block = place.at(id);
  if (typeof type !== "string" || type === "") throw block.at("type").wrong(type, "the name of a type of block");
  block.at("type").text(type, 200);
  if (typeof parameters !== "object" || parameters === null || Array.isArray(parameters)) {
    throw block.at("parameters").wrong(parameters, "an object");
  }
  const text = JSON.stringify(parameters);
  if (text.length > MOST.parameters) {
    throw block.at("parameters").wrong(`${text.length} characters`, `at most ${MOST.parameters} characters`);
  }
  const [x, y] = block.at("position").pair(position, isNumber, "two numbers");
  // A JSON copy drops prototypes; a link or a file holds nothing else.
  const parsed = { id, type, parameters: JSON.parse(text) as Record<string, unknown>, position: [x, y] } as const;
  if (isDisabled === undefined) return parsed;
  if (typeof isDisabled !== "boolean") throw block.at("isDisabled").wrong(isDisabled, "true or false");
  return { ...parsed, isDisabled };
}

function parseConnection(input: unknown, place: Place): Connection {
  const { from, to } = place.fields(input, ["from", "to"]);
  const isName = (name: unknown): name is string => typeof name === "string" && name.length > 0 && name.length <= 200;
  const [fromEnd, toEnd] = [from, to].map((end, i) =>
    place.at(["from", "to"][i]).pair(end, isName, "the id of a block and the name of a port"),
  );
  return { from: fromEnd, to: toEnd };
}

function texts(graph: Readonly<Record<string, unknown>>, place: Place, names: readonly string[]) {
  const given = names.filter((name) => graph[name] !== undefined);
  return Object.fromEntries(given.map((name) => [name, place.at(name).text(graph[name], MOST.text)]));
}

/** Returns the names or ids of a list. @throws RangeError if two are the same. */
function unique<Key extends string>(
  list: readonly Readonly<Record<Key, string>>[],
  key: Key,
  place: Place,
): Set<string> {
  const seen = new Set<string>();
  for (const { [key]: name } of list) {
    if (seen.has(name)) throw place.wrong(`two with the ${key} "${name}"`, `a different ${key} for each`);
    seen.add(name);
  }
  return seen;
}

const isNumber = (value: unknown): value is number => typeof value === "number" && Number.isFinite(value);

/** A place in the file, for messages. */
/** What fields hold that a file may lack, where it is not plain from their names. */
const expectedIn: Readonly<Record<string, string>> = {
  variables: "a list, [] without variables",
  blocks: "a list of blocks",
  connections: "a list, [] without connections",
};

class Place {
  constructor(private readonly path: string) {}

  at(part: string): Place {
    return new Place(`${this.path}: ${part}`);
  }

  wrong(found: unknown, expected: string): RangeError {
    const text = found === undefined ? "nothing" : (JSON.stringify(found) ?? typeof found);
    const shown = text.length > 100 ? `${text.slice(0, 100)}…` : text;
    return new RangeError(`${this.path}: expected ${expected}, got ${shown}`);
  }

  /** Returns an object with these fields and no others. */
  fields<Needed extends string, Optional extends string = never>(
    value: unknown,
    needed: readonly Needed[],
    optional: readonly Optional[] = [],
  ): Record<Needed | Optional, unknown> {
    if (typeof value !== "object" || value === null || Array.isArray(value)) throw this.wrong(value, "an object");
    const missing = needed.find((name) => !Object.hasOwn(value, name));
    if (missing) throw this.at(missing).wrong(undefined, expectedIn[missing] ?? "a value");
    const known: readonly string[] = [...needed, ...optional];
    const unknown = Object.keys(value).find((name) => !known.includes(name));
    if (unknown !== undefined) throw this.wrong(unknown, `only the fields ${known.join(", ")}`);
    return value as Record<Needed | Optional, unknown>;
  }

  list(value: unknown, most: number): readonly unknown[] {
    if (!Array.isArray(value)) throw this.wrong(value, "a list");
    if (value.length > most) throw this.wrong(value.length, `at most ${most}`);
    return value;
  }

  text(value: unknown, most: number): string {
    if (typeof value !== "string") throw this.wrong(value, "a text");
    if (value.length > most) throw this.wrong(`${value.length} characters`, `at most ${most} characters`);
    return value;
  }

  pair<T>(value: unknown, isPart: (part: unknown) => part is T, expected: string): [T, T] {
    if (!Array.isArray(value) || value.length !== 2 || !value.every(isPart)) throw this.wrong(value, expected);
    return [value[0], value[1]];
  }
}
