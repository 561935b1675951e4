/** A flow graph as files and links hold it. */
export interface Graph {
  format: "threeray flow";
  version: 1;
  title?: string;
  /** What the graph shows, in plain sentences; paragraphs are separated by empty lines. */
  description?: string;
  /** In order: a variable may use the ones before it. */
  variables: readonly Variable[];
  blocks: readonly GraphBlock[];
  connections: readonly Connection[];
}

/** A name for a number that several parameters share. */
export interface Variable {
  name: string;
  /** A number or an expression, e.g. "2 * pi * 75e3 / fs". */
  value: number | string;
  /** Limits of its slider. */
  slider?: { min: number; max: number; step: number };
}

/** A block of a graph: its type, its parameters and its place. */
export interface GraphBlock {
  /** Unique in the graph: letters, digits, "_" and "-". */
  id: string;
  /** Its name in the registry of blocks. The name of an unknown block stays, for example after an import. */
  type: string;
  /** Values by field. A text in a field of numbers or lists is an expression. Missing fields have their defaults. */
  parameters: Readonly<Record<string, unknown>>;
  /** Pixels of the canvas. */
  position: readonly [x: number, y: number];
  /** The graph runs as if the block and its connections were not there. */
  isDisabled?: boolean;
}

/** An output may feed many inputs; an input takes one connection. */
export interface Connection {
  from: readonly [block: string, port: string];
  to: readonly [block: string, port: string];
}

/** What is wrong with a graph, reported at its block. */
export interface Problem {
  /** Undefined for the graph as a whole, or for a variable. */
  block?: string;
  port?: string;
  /** The field of the block, or the name of the variable. */
  parameter?: string;
  /** The input `port` has no connection. */
  isUnconnected?: true;
  /** What was found, what was expected, and what to do. */
  message: string;
}
