import type { CheckedBlock, CheckedEdge } from "./checked-graph.ts";
import { named, type PortName } from "./connect.ts";
import { grouped } from "./grouped.ts";
import { passTag, scaled } from "./rate.ts";
import type { Tag } from "./tag.ts";

/** Moves tags from the sources along all paths of a graph. */
export interface GraphTags {
  /**
   * Takes new tags, and keeps them for the sinks, and for the blocks that find their places on the GPU.
   *
   * @param tags Tags of outputs, by their block: a source, or a block that has found the places.
   */
  add(tags: ReadonlyMap<string, readonly Tag[]>): void;
  /** Returns a block's waiting tags before item `until` of its first input, in order. */
  take(block: string, until: number): Tag[];
}

/** @param blocks In the order of their work. Tags do not pass a connection that closes a cycle. */
export function createGraphTags(blocks: readonly CheckedBlock[], edges: readonly CheckedEdge[]): GraphTags {
  const inputs = grouped(edges, ({ to }) => to[0]);
  const passers = blocks.map((block) => [block, passerOf(block)] as const);
  const waiting = new Map<string, Tag[]>();
  return {
    add(tags) {
      if ([...tags.values()].every(({ length }) => length === 0)) return;
      const found = new Map<PortName, Tag[]>();
      for (const [{ id, instance, ports }, pass] of passers) {
        const incoming = inputs.get(id) ?? [];
        const given = tags.get(id);
        if (given) for (const { name } of ports.outputs) found.set(named([id, name]), [...given]);
        const isPlacing = instance?.kind === "plan" && instance.placesTags;
        if (instance?.kind === "sink" || isPlacing) {
          const first = incoming.find(({ to }) => to[1] === ports.inputs[0].name);
          const arrived = first && found.get(named(first.from));
          const late = isPlacing ? (instance.delay ?? 0) : 0;
          // Where the GPU decides the number of a page's items, the page of a place is not known.
          if (arrived && !(isPlacing && first.hasVariableRate)) {
            waiting.set(id, [
              ...(waiting.get(id) ?? []),
              ...arrived.map((tag) => ({ ...tag, sample: tag.sample + late })),
            ]);
          }
        }
        const arrived = incoming.flatMap(({ from, to }) =>
          (found.get(named(from)) ?? []).map((tag) => ({ tag, port: to[1] })),
        );
        if (arrived.length === 0) continue;
        const passed = (moved: Tag[]) => (incoming.length > 1 ? distinct(moved) : moved);
        for (const { name } of ports.outputs) {
          if (found.has(named([id, name]))) continue;
          found.set(named([id, name]), passed(arrived.flatMap(({ tag, port }) => pass(tag, port, name) ?? [])));
        }
      }
    },
    take(block, until) {
      const all = (waiting.get(block) ?? []).toSorted((a, b) => a.sample - b.sample);
      const count = all.findIndex(({ sample }) => sample >= until);
      waiting.set(block, count < 0 ? [] : all.slice(count));
      return count < 0 ? all : all.slice(0, count);
    },
  };
}

/** Returns a block's function that moves a tag from an input to an output, or drops it. */
function passerOf({
  instance,
  shape,
  ports,
}: CheckedBlock): (tag: Tag, input: string, output: string) => Tag | undefined {
  if (!instance || !shape || instance.kind === "source" || instance.kind === "sink") return () => undefined;
  if (instance.kind === "chain") {
    const [input, output] = [ports.inputs[0].vector ?? 1, ports.outputs[0].vector ?? 1];
    return (tag) => {
      const passed = passTag(instance.blocks, { ...tag, sample: tag.sample * input });
      return passed && { ...passed, sample: passed.sample / output };
    };
  }
  const { consumes, produces } = shape;
  const delay = instance.kind === "plan" ? (instance.delay ?? 0) : 0;
  const [first] = ports.inputs;
  return (tag, input, output) => {
    const up = produces[output];
    // Where the GPU decides, it finds the place of an item, or nothing does.
    if (typeof up === "object") return undefined;
    const late = (delay * up) / consumes[first.name];
    const moved = { ...tag, sample: scaled(tag.sample, { up, down: consumes[input] }) + late };
    return instance.kind === "plan" && instance.tag ? instance.tag(moved) : moved;
  };
}

/** Returns the tags without those that arrived over several paths. */
function distinct(tags: readonly Tag[]): Tag[] {
  const found = new Map(tags.map((tag) => [JSON.stringify([tag.sample, tag.key, tag.value]), tag]));
  return [...found.values()];
}
