import { shown } from "../../configuration/fields.ts";
import type { Port, Ports } from "./block-type.ts";
import type { Connection } from "./graph.ts";
import { PORTS } from "./port.ts";
import type { Reporter } from "./read-graph.ts";

/** A connection between ports that fit each other. */
export interface Edge extends Connection {
  port: Port;
}

/**
 * Returns the connections whose ports exist and fit each other. It reports the others, and inputs without a connection.
 *
 * @param ports The ports of each block; undefined if the block's parameters have problems.
 */
export function checkConnections(
  connections: readonly Connection[],
  ports: ReadonlyMap<string, Ports | undefined>,
  report: Reporter,
): Edge[] {
  const edges: Edge[] = [];
  const taken = new Map<string, Connection>();
  for (const connection of connections) {
    const { from, to } = connection;
    const ends = [
      { block: from[0], port: from[1], side: "outputs" },
      { block: to[0], port: to[1], side: "inputs" },
    ] as const;
    const unknown = ends.find(({ block }) => !ports.has(block));
    if (unknown) {
      const other = ends.find(({ block }) => ports.has(block));
      const message = `A connection from ${named(from)} to ${named(to)} names the block ${shown(unknown.block)}, which does not exist. Delete it, or correct the name.`;
      report(other ? { block: other.block, port: other.port, message } : { message });
      if (other?.side === "inputs") taken.set(key(to), connection);
      continue;
    }
    const found = ends.map(({ block, port, side }) => ports.get(block)?.[side].find(({ name }) => name === port));
    const missing = ends.findIndex(({ block }, i) => ports.get(block) && !found[i]);
    if (missing >= 0) {
      const { block, port, side } = ends[missing];
      const names = ports.get(block)?.[side].map(({ name }) => `"${name}"`);
      const kind = side.slice(0, -1);
      const known = names?.length ? `Its ${side}: ${names.join(", ")}` : `It has no ${side}`;
      report({ block, port, message: `The block has no ${kind} ${shown(port)}. ${known}.` });
      if (missing === 0) taken.set(key(to), connection);
      continue;
    }
    const before = taken.get(key(to));
    if (before) {
      const message = `The input gets two connections, from ${named(before.from)} and from ${named(from)}. Delete one of them, or add the signals first.`;
      report({ block: to[0], port: to[1], message });
      continue;
    }
    taken.set(key(to), connection);
    const [output, input] = found;
    // A block with wrong parameters has no ports yet; its own problem is reported already.
    if (!output || !input) continue;
    if (output.type === input.type && (output.vector ?? 1) === (input.vector ?? 1)) {
      edges.push({ from, to, port: input });
      continue;
    }
    const message = `The input takes ${described(input)}, but ${named(from)} gives ${described(output)}. Change the type of one block, or insert a block that converts.`;
    report({ block: to[0], port: to[1], message });
  }
  for (const [block, sides] of ports) {
    for (const { name, optional, ...port } of sides?.inputs ?? []) {
      if (optional || taken.has(key([block, name]))) continue;
      const message = `The input is not connected. Connect an output of ${described(port)} to it, or delete the block.`;
      report({ block, port: name, message, isUnconnected: true });
    }
  }
  return edges;
}

const key = ([block, port]: readonly [string, string]) => JSON.stringify([block, port]);

/** A port as messages name it, which maps have as their key: no block's id and no port's name has a dot. */
export type PortName = `${string}.${string}`;

export const named = ([block, port]: readonly [string, string]): PortName => `${block}.${port}`;

function described({ type, vector = 1 }: Omit<Port, "name">): string {
  return vector === 1 ? PORTS[type].title : `vectors of ${vector} ${PORTS[type].title}`;
}
