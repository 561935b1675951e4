import { notText } from "../../configuration/json-fault.ts";
import type { Steps } from "../../flow/graph/steps.ts";

/** A flow graph of GNU Radio Companion 3.8 to 3.10, as its YAML file holds it. */
export interface GrcFile {
  options: GrcBlock;
  blocks: readonly GrcBlock[];
  connections: readonly GrcConnection[];
}

export interface GrcBlock {
  /** Unique in the graph. It is a Python name. */
  name: string;
  /** The type of the block, e.g. "analog_sig_source_x". */
  id: string;
  /** Values as Python, or names of choices. */
  parameters: Readonly<Record<string, string>>;
  position: readonly [x: number, y: number];
  state: "enabled" | "disabled" | "bypassed";
}

/** Ports of streams are numbers from "0"; ports of messages have names. */
export interface GrcConnection {
  from: readonly [block: string, port: string];
  to: readonly [block: string, port: string];
}

/** Largest file that is read, in characters. Files of GNU Radio Companion have some 100 KB. */
const MOST_CHARACTERS = 2 ** 21;
/** Most signs, words and spaces of the file. GNU Radio's largest examples have 10,000. */
const MOST_TOKENS = 2 ** 18;
const MOST_NESTED = 30;
const TOO_DEEP = `it is nested deeper than ${MOST_NESTED} levels`;
const MOST_BLOCKS = 1000;
const MOST_CONNECTIONS = 5000;

/**
 * Returns the graph of a GNU Radio Companion file.
 *
 * @param name The file's name, for messages.
 * @param steps Counts the work.
 * @throws RangeError for a file of another kind or release, with the place and what was expected.
 */
export async function readGrc(name: string, text: string, steps: Steps): Promise<GrcFile> {
  const wrong = (what: string) => new RangeError(`${name}: ${what}`);
  if (/^\s*<\?xml|^\s*<flow_graph/.test(text.slice(0, 1000))) {
    throw wrong(
      "is a file of GNU Radio 3.7 or older (XML); open it in GNU Radio Companion 3.10, save it, and import that file",
    );
  }
  if (text.length > MOST_CHARACTERS) throw wrong(`has ${text.length} characters, expected at most ${MOST_CHARACTERS}`);
  const foreign = notText(text);
  if (foreign) throw wrong(`cannot be read as YAML: ${foreign}`);
  const content = await contentOf(text, steps, wrong);
  if (!isRecord(content) || !Array.isArray(content.blocks)) {
    throw wrong("holds no list of blocks; choose a .grc file that GNU Radio Companion 3.8 or newer saved");
  }
  const { blocks, connections = [], options = {} } = content;
  if (blocks.length > MOST_BLOCKS) throw wrong(`has ${blocks.length} blocks, expected at most ${MOST_BLOCKS}`);
  if (!Array.isArray(connections) || connections.length > MOST_CONNECTIONS) {
    throw wrong(`expected a list of at most ${MOST_CONNECTIONS} connections`);
  }
  const named = new Map<string, GrcBlock>();
  let characters = 0;
  for (const [i, entry] of blocks.entries()) {
    if (!isRecord(entry) || !isName(entry.name) || !isName(entry.id)) {
      throw wrong(`block ${i + 1}: expected an entry with name and id`);
    }
    const block = blockOf(entry);
    // Aliases can give many blocks the same parameters.
    characters += Object.entries(block.parameters).reduce(
      (sum, [field, value]) => sum + field.length + value.length,
      0,
    );
    if (characters > MOST_CHARACTERS) throw wrong(`has more than ${MOST_CHARACTERS} characters of parameters`);
    const other = named.get(block.name);
    if (other && other.state !== "disabled" && block.state !== "disabled") {
      throw wrong(`block ${i + 1}: there are two enabled blocks with the name ${block.name}`);
    }
    // Of blocks with the same name, which are alternatives, the enabled one counts.
    if (!other || other.state === "disabled") named.set(block.name, block);
  }
  return {
    options: blockOf({ ...(isRecord(options) ? options : {}), name: "options", id: "options" }),
    blocks: [...named.values()],
    connections: connections.map((connection: unknown, i) => {
      const ends = connectionOf(connection);
      if (!ends) throw wrong(`connection ${i + 1}: expected [from, port, to, port]`);
      const unknown = [ends.from, ends.to].find(([block]) => !named.has(block));
      if (unknown) throw wrong(`connection ${i + 1}: there is no block ${unknown[0]}`);
      return ends;
    }),
  };
}

/** Returns the content of a YAML text. Every scalar stays the text that the file has: 2.4e6 and 0x10 are Python here. */
async function contentOf(text: string, steps: Steps, wrong: (what: string) => RangeError): Promise<unknown> {
  // Only imports need the library.
  const { isAlias, isMap, isScalar, isSeq, Lexer, parseDocument } = await import("yaml");
  const unreadable = (what: string) => wrong(`cannot be read as YAML: ${what}`);
  // The parser takes some microseconds per token, and more for errors; the lexer is fast.
  let [tokens, documents, brackets, dashes] = [0, 0, 0, 0];
  for (const token of new Lexer().lex(text)) {
    if (++tokens > MOST_TOKENS) throw wrong(`has more than ${MOST_TOKENS} signs and words, as no flow graph has`);
    if (token === "---" && ++documents > 1) throw unreadable("it holds several documents");
    if (token === "[" || token === "{") brackets++;
    else if (token === "]" || token === "}") brackets--;
    if (token === "-" || token === "?") dashes++;
    else if (token.trim() !== "") dashes = 0;
    if (brackets > MOST_NESTED || dashes > MOST_NESTED) throw unreadable(TOO_DEEP);
  }
  steps.take(tokens);
  // The library would compare each key with all others.
  const document = parseDocument(text, {
    schema: "failsafe",
    logLevel: "silent",
    uniqueKeys: false,
    prettyErrors: false,
  });
  const [error] = document.errors;
  if (error) {
    if (/call stack/i.test(error.message)) throw unreadable(TOO_DEEP);
    const line = text.slice(0, error.pos[0]).split("\n").length;
    throw unreadable(`line ${line}: ${error.message.split("\n")[0].replace(/[:.]$/, "")}`);
  }
  const anchors = new Map<string, unknown>();
  const valueOf = (node: unknown, nested: number): unknown => {
    steps.take();
    if (nested > MOST_NESTED) throw unreadable(TOO_DEEP);
    if (isAlias(node)) {
      if (!anchors.has(node.source)) throw unreadable(`there is no anchor "${node.source}" before its use`);
      return anchors.get(node.source);
    }
    let value: unknown = null;
    if (isScalar(node)) value = node.value;
    else if (isSeq(node)) value = node.items.map((item) => valueOf(item, nested + 1));
    else if (isMap(node)) {
      const entries = new Map<string, unknown>();
      for (const { key, value } of node.items) {
        const name = String(isScalar(key) ? key.value : valueOf(key, nested + 1));
        if (entries.has(name)) throw unreadable(`the key "${name}" stands twice in one place`);
        entries.set(name, valueOf(value, nested + 1));
      }
      value = Object.fromEntries(entries);
    }
    const { anchor } = (node ?? {}) as { anchor?: string };
    if (anchor) anchors.set(anchor, value);
    return value;
  };
  return valueOf(document.contents, 0);
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const isName = (value: unknown): value is string =>
  typeof value === "string" && value.length > 0 && value.length <= 200;

function blockOf({ name, id, parameters, states }: Record<string, unknown>): GrcBlock {
  const state = isRecord(states) ? states : {};
  const coordinates = Array.isArray(state.coordinate) ? state.coordinate.map(Number) : [];
  const [x, y] = coordinates.map((value) => (Number.isFinite(value) ? value : 0));
  return {
    name: name as string,
    id: id as string,
    parameters: Object.fromEntries(
      Object.entries(isRecord(parameters) ? parameters : {}).flatMap(([field, value]) =>
        typeof value === "string" ? [[field, value]] : value === null ? [[field, ""]] : [],
      ),
    ),
    position: [x ?? 0, y ?? 0],
    // Releases wrote "enabled" and "true"; some wrote "_enabled".
    state:
      state.state === "disabled" || state.state === "false"
        ? "disabled"
        : state.state === "bypassed"
          ? "bypassed"
          : "enabled",
  };
}

function connectionOf(connection: unknown): GrcConnection | undefined {
  // Version 2 of the format writes an object.
  const ends = isRecord(connection)
    ? [connection.src_blk_id, connection.src_port_id, connection.snk_blk_id, connection.snk_port_id]
    : connection;
  if (!Array.isArray(ends) || ends.length < 4 || !ends.slice(0, 4).every(isName)) return undefined;
  const [from, output, to, input] = ends as string[];
  return { from: [from, output], to: [to, input] };
}

/** Returns the text of a file that GNU Radio Companion 3.10 opens. */
export async function writeGrc({ options, blocks, connections }: GrcFile): Promise<string> {
  const { stringify } = await import("yaml");
  const states = ({ position, state }: GrcBlock) => ({
    bus_sink: false,
    bus_source: false,
    bus_structure: null,
    coordinate: position.map((value) => Math.round(value)),
    rotation: 0,
    state,
  });
  const content = {
    options: { parameters: options.parameters, states: states(options) },
    blocks: blocks.map((block) => ({
      name: block.name,
      id: block.id,
      parameters: block.parameters,
      states: states(block),
    })),
    connections: connections.map(({ from, to }) => [...from, ...to]),
    metadata: { file_format: 1 },
  };
  // Numbers in text stay text for the reader of YAML 1.1 in GNU Radio, which also knows octals and times.
  return stringify(content, {
    version: "1.1",
    defaultStringType: "QUOTE_SINGLE",
    defaultKeyType: "PLAIN",
    lineWidth: 0,
  });
}
