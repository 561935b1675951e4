import { type KeyboardEvent, useState } from "react";
import { useRowsInView } from "../../../elements/rows-in-view.ts";
import type { Connection } from "#core/flow/graph/graph.ts";
import { editBlock } from "../canvas/handle.ts";
import { connectionId, disconnect, moveBlocks, removeBlocks } from "../graph/edits.ts";
import { portText } from "../graph/port-look.ts";
import { edit, select, useGraph } from "../graph/store.ts";
import { rateText, useCheck } from "../run/check.ts";
import { openConnector } from "./connector.ts";

/** One line of the tree. */
interface Item {
  key: string;
  level: number;
  text: string;
  note?: string;
  wrong?: string;
  block: string;
  selected?: boolean;
  /** Undefined without lines below it. */
  expanded?: boolean;
  parent?: string;
  /** Enter and Delete. */
  enter: () => void;
  remove?: () => void;
}

/** Pixels of a line until lines have been measured. */
const LINE = 28;
const STEP = 24;
const MOVES: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-STEP, 0],
  ArrowRight: [STEP, 0],
  ArrowUp: [0, -STEP],
  ArrowDown: [0, STEP],
};

/** The graph as a tree: blocks, their ports, and their connections. It is all that the keyboard needs. */
export function Outline() {
  const items = useItems();
  const [folded, setFolded] = useState<ReadonlySet<string>>(new Set());
  // It opens at the selected block.
  const [active, setActive] = useState(() => useGraph.getState().selected.at(0));
  const shown = items(folded);
  const current = shown.find(({ key }) => key === active) ?? shown[0];
  const { list: tree, first, last, before, after, reveal } = useRowsInView<HTMLUListElement>(shown.length, LINE);

  const go = (item: Item | undefined) => {
    if (!item) return;
    setActive(item.key);
    reveal(shown.indexOf(item));
    tree.current?.querySelector<HTMLElement>(`[data-key="${CSS.escape(item.key)}"]`)?.focus();
  };
  const fold = (key: string, away: boolean) => {
    const next = new Set(folded);
    next[away ? "add" : "delete"](key);
    setFolded(next);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!current || event.ctrlKey || event.metaKey) return;
    const at = shown.indexOf(current);
    if (event.altKey) {
      const move = MOVES[event.key];
      if (!move) return;
      event.preventDefault();
      edit((graph) => {
        const block = graph.blocks.find(({ id }) => id === current.block);
        return block
          ? moveBlocks(graph, { [block.id]: [block.position[0] + move[0], block.position[1] + move[1]] })
          : graph;
      });
      return;
    }
    const acts: Record<string, () => void> = {
      ArrowDown: () => go(shown[at + 1]),
      ArrowUp: () => go(shown[at - 1]),
      Home: () => go(shown[0]),
      End: () => go(shown.at(-1)),
      ArrowRight: () => (current.expanded === false ? fold(current.key, false) : current.expanded && go(shown[at + 1])),
      ArrowLeft: () =>
        current.expanded ? fold(current.key, true) : go(shown.find(({ key }) => key === current.parent)),
      Enter: current.enter,
      Delete: () => {
        current.remove?.();
        go(shown[at - 1] ?? shown[at + 1]);
      },
    };
    if (event.key === " ") {
      event.preventDefault();
      select([current.block]);
      return;
    }
    const act = acts[event.key] ?? (event.key === "Backspace" ? acts.Delete : undefined);
    if (!act) return;
    event.preventDefault();
    // The deletion of what is selected on the canvas is meant elsewhere.
    event.stopPropagation();
    act();
  };
  if (shown.length === 0)
    return <p className="muted outline-none">The graph is empty. Add blocks from the list “Blocks”.</p>;
  return (
    <>
      <p className="field-note outline-keys">
        Enter edits a block, or connects a port. Delete removes. Alt and arrows move the block.
      </p>
      <ul className="outline" role="tree" aria-label="Blocks and connections" ref={tree} onKeyDown={onKeyDown}>
        {before > 0 && <li data-space role="none" style={{ height: before }} />}
        {shown.slice(first, last).map((item) => (
          <li
            key={item.key}
            role="treeitem"
            aria-level={item.level}
            aria-expanded={item.expanded}
            aria-selected={item.selected ?? false}
            tabIndex={item === current ? 0 : -1}
            data-key={item.key}
            data-wrong={item.wrong ? true : undefined}
            style={{ paddingLeft: 6 + 16 * (item.level - 1) }}
            onFocus={() => setActive(item.key)}
            onClick={() => {
              select([item.block]);
            }}
            onDoubleClick={item.enter}
          >
            {item.expanded !== undefined && (
              <span
                className="outline-fold"
                aria-hidden="true"
                onClick={(event) => {
                  event.stopPropagation();
                  fold(item.key, item.expanded === true);
                }}
              />
            )}
            <span>
              {item.text} {item.note && <span className="muted">{item.note}</span>}
              {item.wrong && <span className="outline-wrong"> {item.wrong}</span>}
            </span>
          </li>
        ))}
        {after > 0 && <li data-space role="none" style={{ height: after }} />}
      </ul>
    </>
  );
}

/** Returns the lines for some folded blocks. */
function useItems(): (folded: ReadonlySet<string>) => Item[] {
  const graph = useGraph((state) => state.graph);
  const resolved = useGraph((state) => state.resolved);
  const selected = useGraph((state) => state.selected);
  const problems = useCheck((state) => state.byBlock);
  const edges = useCheck((state) => state.edges);
  const wired = { inputs: new Map<string, Connection[]>(), outputs: new Map<string, Connection[]>() };
  for (const connection of graph.connections) {
    for (const [side, end] of [
      ["inputs", connection.to],
      ["outputs", connection.from],
    ] as const) {
      const key = end.join(" ");
      const own = wired[side].get(key);
      if (own) own.push(connection);
      else wired[side].set(key, [connection]);
    }
  }
  return (folded) =>
    graph.blocks.flatMap(({ id }): Item[] => {
      const block = resolved.blocks.get(id);
      if (!block) return [];
      const ports = (["inputs", "outputs"] as const).flatMap((side) =>
        block.ports[side].flatMap((port): Item[] => {
          const own = wired[side].get(`${id} ${port.name}`) ?? [];
          const key = `${id} ${side} ${port.name}`;
          const line: Item = {
            key,
            level: 2,
            text: `${side === "inputs" ? "input" : "output"} ${port.name}`,
            note: portText(port),
            wrong: side === "inputs" && own.length === 0 && !port.optional ? "not connected" : undefined,
            block: id,
            expanded: own.length > 0 ? !folded.has(key) : undefined,
            parent: id,
            enter: () => openConnector({ end: [id, port.name], side }),
          };
          const wires = own.map((connection): Item => {
            const name = connectionId(connection);
            const facts = edges[name];
            const other = side === "inputs" ? connection.from : connection.to;
            return {
              key: `${key} ${name}`,
              level: 3,
              text: `${side === "inputs" ? "from" : "to"} ${other.join(".")}`,
              note: facts && rateText(facts),
              block: id,
              parent: key,
              enter: () => select([other[0]]),
              remove: () => edit((graph) => disconnect(graph, [name])),
            };
          });
          return folded.has(key) ? [line] : [line, ...wires];
        }),
      );
      const count = problems[id]?.length ?? 0;
      const line: Item = {
        key: id,
        level: 1,
        text: block.title,
        note: id,
        wrong: count > 0 ? problems[id].map(({ message }) => message).join(" ") : undefined,
        block: id,
        selected: selected.includes(id),
        expanded: ports.length > 0 ? !folded.has(id) : undefined,
        enter: () => editBlock(id),
        remove: () => edit((graph) => removeBlocks(graph, [id])),
      };
      return folded.has(id) ? [line] : [line, ...ports];
    });
}
