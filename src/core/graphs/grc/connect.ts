import type { Connection } from "../../flow/graph/graph.ts";
import type { GrcBlock, GrcFile } from "./grc-file.ts";
import type { PlacedBlock } from "./import.ts";
import { isPassing } from "./passing.ts";

/** A port of the file, or of a block here. */
type End = readonly [block: string, port: string];

/**
 * Returns the connections between the blocks here, past all blocks that hand their input on.
 *
 * @param notes Gets the connections that are left out.
 */
export function connect(
  { blocks: all, connections }: GrcFile,
  placed: readonly PlacedBlock[],
  notes: string[],
): Connection[] {
  const byName = new Map(all.map((block) => [block.name, block]));
  const here = new Map(placed.map((one) => [one.block.name, one]));
  const passed = pastBlocks(byName, connections);
  const sourceOf = (end: End) => {
    const output = passed(end);
    return output && outputOf(here.get(output[0]), output[1]);
  };
  const connected: Connection[] = placed.flatMap(({ inner }) => inner);
  for (const { from, to } of connections) {
    if (isPassing(byName.get(to[0]) as GrcBlock)) continue;
    const source = sourceOf(from);
    const inputs = inputsOf(here.get(to[0]), to[1]);
    if (source && inputs?.length) connected.push(...inputs.map((input) => ({ from: source, to: input })));
    else notes.push(`The connection from ${from.join(" ")} to ${to.join(" ")} is left out: Threeray has no such port.`);
  }
  return connected;
}

/** Ports of streams are numbers; ports of messages have names. */
const isNumber = (port: string) => /^\d{1,4}$/.test(port);

function outputOf(placed: PlacedBlock | undefined, port: string): End | undefined {
  if (!placed?.outputs) return placed && [placed.blocks[0].id, port];
  return isNumber(port) ? placed.outputs[Number(port)] : undefined;
}

function inputsOf(placed: PlacedBlock | undefined, port: string): readonly End[] | undefined {
  if (!placed?.inputs) return placed && [[placed.blocks[0].id, port]];
  return isNumber(port) ? placed.inputs[Number(port)] : undefined;
}

/** Returns a function that finds the output that feeds an end, behind all blocks that hand it on. */
function pastBlocks(
  byName: ReadonlyMap<string, GrcBlock>,
  connections: GrcFile["connections"],
): (end: End) => End | undefined {
  const virtual = new Map(
    [...byName.values()].flatMap(({ id, name, state, parameters }) =>
      id === "virtual_sink" && state !== "disabled" ? [[parameters.stream_id, name] as const] : [],
    ),
  );
  const feeding = new Map<string, End>();
  for (const { from, to } of connections.toReversed()) {
    feeding.set(to.join("\n"), from);
    feeding.set(to[0], from);
  }
  const before = ([name, port]: End): End | undefined => {
    const { id, state, parameters } = byName.get(name) as GrcBlock;
    if (state === "disabled") return undefined;
    return id === "virtual_source"
      ? feeding.get(virtual.get(parameters.stream_id) ?? "")
      : feeding.get(`${name}\n${port}`);
  };
  const known = new Map<string, End | undefined>();
  return (end) => {
    const path: string[] = [];
    let at: End | undefined = end;
    while (at && isPassing(byName.get(at[0]) as GrcBlock)) {
      const key = at.join("\n");
      if (known.has(key)) {
        at = known.get(key);
        break;
      }
      path.push(key);
      // A circle of blocks that only hand their input on has no source.
      known.set(key, undefined);
      at = before(at);
    }
    for (const key of path) known.set(key, at);
    return at;
  };
}
