import { componentsOf } from "../../flow/graph/components.ts";
import type { Connection, GraphBlock } from "../../flow/graph/graph.ts";
import type { PortType } from "../../flow/graph/port.ts";
import { portsOf } from "../graph-ports.ts";
import type { PlacedBlock } from "./import.ts";

/**
 * Returns the blocks, with a type for those whose items are bytes of GNU Radio: bits or integers. Blocks that are connected
 * have the same type. It is the one that another block next to them needs. Where none does, a list of zeros and ones has
 * bits, and a file has integers.
 */
export function settleBytes(
  placed: readonly PlacedBlock[],
  connections: readonly Connection[],
  numbers: Readonly<Record<string, number>>,
): GraphBlock[] {
  const open = new Set(placed.flatMap(({ bytes }) => bytes));
  const blocks = placed.flatMap(({ blocks }) => blocks);
  const byId = new Map(blocks.map((block) => [block.id, block]));
  const components = componentsOf([...open], connections);
  const needed = new Map<number | undefined, Set<PortType>>();
  const need = (id: string, type: PortType | undefined) => {
    if (type !== "bits" && type !== "integer") return;
    const component = components.get(id);
    needed.set(component, (needed.get(component) ?? new Set()).add(type));
  };
  const typeOf = ([id, name]: readonly [string, string], side: "inputs" | "outputs") => {
    const block = byId.get(id);
    return block && portsOf(block, numbers)?.[side].find((port) => port.name === name)?.type;
  };
  for (const { from, to } of connections) {
    if (open.has(from[0]) && !open.has(to[0])) need(from[0], typeOf(to, "inputs"));
    if (open.has(to[0]) && !open.has(from[0])) need(to[0], typeOf(from, "outputs"));
  }
  const usual = new Map<number | undefined, PortType>();
  for (const id of open) {
    const type = usualType(byId.get(id) as GraphBlock);
    if (type && usual.get(components.get(id)) !== "integer") usual.set(components.get(id), type);
  }
  return blocks.map((block) => {
    if (!open.has(block.id)) return block;
    const component = components.get(block.id);
    const types = needed.get(component);
    const isList = usual.get(component) === "integer";
    const type =
      types?.has("bits") && !isList ? "bits" : (types?.values().next().value ?? usual.get(component) ?? "bits");
    return { ...block, parameters: { ...block.parameters, type } };
  });
}

/** Returns the type of a source's bytes where no other block needs one. */
function usualType({ type, parameters }: GraphBlock): PortType | undefined {
  if (type === "recording-source") return "integer";
  if (type !== "list-source") return undefined;
  const { items } = parameters;
  return Array.isArray(items) && items.every((item) => item === 0 || item === 1) ? "bits" : "integer";
}
