import type { Graph, GraphBlock } from "../../flow/graph/graph.ts";
import { portsOf } from "../graph-ports.ts";

/** GNU Radio's types of integers. */
export type IntegerWidth = "int" | "short" | "byte";

const WIDTHS: Readonly<Record<string, IntegerWidth>> = {
  int32: "int",
  int16: "short",
  int8: "byte",
  uint8: "byte",
  ri32_le: "int",
  ri16_le: "short",
  ri8: "byte",
  ru8: "byte",
};

/** Returns the type of GNU Radio that a block needs for its integers; undefined if any will do. */
function neededBy({ type, parameters }: GraphBlock): IntegerWidth | undefined {
  const field = {
    "integer-to-real": parameters.range,
    "real-to-integer": parameters.range,
    "recording-source": parameters.format,
    "file-sink": parameters.integers,
    "differential-encoder": "int8",
    "differential-decoder": "int8",
  }[type];
  return typeof field === "string" && Object.hasOwn(WIDTHS, field) ? WIDTHS[field] : undefined;
}

/**
 * Returns GNU Radio's type of the integers of each block. A converter, a file or a coder that they are connected with needs
 * it. Blocks without integers are left out.
 */
export function integerWidths(
  { blocks, connections }: Pick<Graph, "blocks" | "connections">,
  numbers: Readonly<Record<string, number>>,
): ReadonlyMap<string, IntegerWidth> {
  const around = new Map<string, string[]>();
  for (const block of blocks) {
    const ports = portsOf(block, numbers);
    const has = [...(ports?.inputs ?? []), ...(ports?.outputs ?? [])].some(({ type }) => type === "integer");
    if (has) around.set(block.id, []);
  }
  for (const { from, to } of connections) {
    if (!around.has(from[0]) || !around.has(to[0])) continue;
    around.get(from[0])?.push(to[0]);
    around.get(to[0])?.push(from[0]);
  }
  const byId = new Map(blocks.map((block) => [block.id, block]));
  const widths = new Map<string, IntegerWidth>();
  for (const start of around.keys()) {
    if (widths.has(start)) continue;
    const members = [start];
    const seen = new Set(members);
    for (const id of members) {
      for (const other of around.get(id) ?? []) {
        if (seen.has(other)) continue;
        seen.add(other);
        members.push(other);
      }
    }
    const needed = members.map((id) => neededBy(byId.get(id) as GraphBlock)).find((width) => width !== undefined);
    for (const id of members) widths.set(id, needed ?? "int");
  }
  return widths;
}
