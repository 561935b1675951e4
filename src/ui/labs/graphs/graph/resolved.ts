import type { Graph } from "#core/flow/graph/graph.ts";
import type { AnyBlockType, Port, Ports } from "#core/flow/graph/block-type.ts";
import { BLOCKS } from "#core/blocks/registry.ts";
import { graphSteps } from "#core/flow/graph/steps.ts";
import { numbersOf, portsOf, typeOf, valuesOf } from "#core/graphs/graph-ports.ts";

/** The registry by any name. */
export const TYPES: Readonly<Record<string, AnyBlockType>> = BLOCKS;

/** A block as the page shows it: numbers in place of expressions. */
export interface ResolvedBlock {
  id: string;
  type?: AnyBlockType;
  title: string;
  /** Numbers in place of expressions; defaults in place of missing and invalid values. */
  parameters: Readonly<Record<string, unknown>>;
  ports: Ports;
}

export interface Resolved {
  variables: Readonly<Record<string, number>>;
  blocks: ReadonlyMap<string, ResolvedBlock>;
}

/**
 * Returns the values of a graph's variables and the ports of its blocks. An invalid part is left out; the worker's
 * check tells why.
 */
export function resolve(graph: Graph): Resolved {
  const variables = numbersOf(graph);
  const steps = graphSteps();
  const used = usedPorts(graph);
  const blocks = graph.blocks.map((block): [string, ResolvedBlock] => {
    const { id, parameters } = block;
    const type = typeOf(block.type);
    const ports = portsOf(block, variables, steps) ?? used(id);
    if (!type) return [id, { id, title: block.type.replace(/^grc:/, ""), parameters, ports }];
    return [id, { id, type, title: type.title, parameters: valuesOf(type, parameters, variables, steps), ports }];
  });
  return { variables, blocks: new Map(blocks) };
}

/** Returns a function of a block that the registry does not know: its ports in use. Their type is unknown, too. */
function usedPorts({ connections }: Graph): (id: string) => Ports {
  const sides = { inputs: new Map<string, Set<string>>(), outputs: new Map<string, Set<string>>() };
  for (const { from, to } of connections) {
    for (const [side, [id, name]] of [
      ["outputs", from],
      ["inputs", to],
    ] as const) {
      const names = sides[side].get(id) ?? new Set();
      sides[side].set(id, names.add(name));
    }
  }
  const named = (names: ReadonlySet<string> = new Set()) => [...names].map((name): Port => ({ name, type: "complex" }));
  return (id) => ({ inputs: named(sides.inputs.get(id)), outputs: named(sides.outputs.get(id)) });
}

/** Returns true if items of an output fit an input. */
export function fits(output: Port, input: Port): boolean {
  return output.type === input.type && (output.vector ?? 1) === (input.vector ?? 1);
}

/** Returns the names of an output's or an input's counterparts: what could be connected to it. */
export function counterparts(
  { blocks }: Resolved,
  [id, name]: readonly [string, string],
  side: "inputs" | "outputs",
): [block: string, port: string][] {
  const port = blocks.get(id)?.ports[side].find((one) => one.name === name);
  if (!port) return [];
  const other = side === "outputs" ? "inputs" : "outputs";
  return [...blocks.values()].flatMap((block) =>
    block.ports[other]
      .filter((one) => (side === "outputs" ? fits(port, one) : fits(one, port)))
      .map((one): [string, string] => [block.id, one.name]),
  );
}

/**
 * Returns parameters with which a type has an input for a port's items, and the input's name; undefined if there are
 * none. It tries the defaults, then the choices of each field, with the port's length of vectors.
 */
export function fitted(
  type: AnyBlockType,
  port: Port,
): { parameters: Record<string, unknown>; input: string } | undefined {
  const lengths = Object.entries(type.fields).flatMap(([name, field]) =>
    field.kind === "number" && (port.vector ?? 1) > 1 && /vector|length|size/i.test(name)
      ? [{ [name]: port.vector }]
      : [],
  );
  const choices = Object.entries(type.fields).flatMap(([name, field]) =>
    field.kind === "choice" ? field.choices.map((choice) => ({ [name]: choice })) : [],
  );
  for (const length of [{}, ...lengths]) {
    for (const choice of [{}, ...choices]) {
      const parameters = { ...choice, ...length };
      const input = inputsOf(type, parameters).find((one) => fits(port, one));
      if (input) return { parameters, input: input.name };
    }
  }
  return undefined;
}

/** Returns the inputs for some parameters; none where they do not fit each other. */
function inputsOf(type: AnyBlockType, parameters: object): readonly Port[] {
  try {
    return type.ports({ ...type.defaults, ...parameters }).inputs;
  } catch {
    return [];
  }
}
