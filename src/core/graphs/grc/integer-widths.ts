import { componentsOf } from "../../flow/graph/components.ts";
import type { Graph, GraphBlock } from "../../flow/graph/graph.ts";
import { grouped } from "../../flow/graph/grouped.ts";
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
  const members = blocks.filter((block) => {
    const ports = portsOf(block, numbers);
    return [...(ports?.inputs ?? []), ...(ports?.outputs ?? [])].some(({ type }) => type === "integer");
  });
  const components = componentsOf(
    members.map(({ id }) => id),
    connections,
  );
  const groups = grouped(members, ({ id }) => components.get(id));
  return new Map(
    [...groups.values()].flatMap((group) => {
      const width = group.map(neededBy).find((needed) => needed !== undefined) ?? "int";
      return group.map(({ id }) => [id, width] as const);
    }),
  );
}
