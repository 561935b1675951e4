import {
  Background,
  type Connection as DrawnConnection,
  type NodeChange,
  type OnConnectEnd,
  ReactFlow,
  type ReactFlowInstance,
  ReactFlowProvider,
  SelectionMode,
  useNodesInitialized,
  useReactFlow,
} from "@xyflow/react";
import "@xyflow/react/dist/base.css";
import { type DragEvent, type KeyboardEvent, useEffect, useMemo, useRef, useState } from "react";
import type { GraphBlock } from "#core/flow/graph.ts";
import { connect, connectionId, disconnect, moveBlocks } from "../graph/edits.ts";
import { fits, type Resolved } from "../graph/resolved.ts";
import { edit, select, useGraph } from "../graph/store.ts";
import { useCheck } from "../run/check.ts";
import { openConnector } from "../rail/connector.ts";
import { addType, BLOCK_TYPE_MIME } from "./add.ts";
import { BlockNode, type BlockNodeType } from "./block-node.tsx";
import { FlowEdge, type FlowEdgeType } from "./flow-edge.tsx";
import { editBlock, useCanvas } from "./handle.ts";
import "./canvas.css";

const NODE_TYPES = { block: BlockNode };
const EDGE_TYPES = { flow: FlowEdge };
const FIT = { padding: 0.12, maxZoom: 1 };

/** Pixels between a shown block and the edge of the canvas. */
const EDGE = 24;

const LABELS = {
  "node.a11yDescription.default":
    "Press Enter to edit the block, the arrow keys to move it, C to connect it, and Delete to remove it.",
  "edge.a11yDescription.default": "Press Delete to remove the connection.",
};

/** The canvas: blocks and connections, by pointer, touch and keyboard. */
export function Canvas() {
  return (
    <ReactFlowProvider>
      <Drawing />
    </ReactFlowProvider>
  );
}

interface Local {
  position?: { x: number; y: number };
  measured?: { width: number; height: number };
}

function Drawing() {
  const graph = useGraph((state) => state.graph);
  const resolved = useGraph((state) => state.resolved);
  const selected = useGraph((state) => state.selected);
  const wire = useGraph((state) => state.wire);
  const problems = useCheck((state) => state.byBlock);
  /** Sizes, and positions during a drag. */
  const [local, setLocal] = useState<Readonly<Record<string, Local>>>({});
  const flow = useReactFlow<BlockNodeType, FlowEdgeType>();
  const frame = useRef<HTMLDivElement>(null);
  const initialized = useNodesInitialized();

  const nodes = useMemo(
    () =>
      graph.blocks.map((block): BlockNodeType => {
        const { position, measured } = local[block.id] ?? {};
        return {
          id: block.id,
          type: "block",
          position: position ?? { x: block.position[0], y: block.position[1] },
          measured,
          data: {},
          selected: selected.includes(block.id),
          ariaLabel: nameOf(block, resolved, problems[block.id]?.length ?? 0),
        };
      }),
    [graph.blocks, resolved, selected, problems, local],
  );

  const edges = useMemo(
    () =>
      graph.connections.map((connection): FlowEdgeType => {
        const { from, to } = connection;
        const id = connectionId(connection);
        const port = resolved.blocks.get(from[0])?.ports.outputs.find(({ name }) => name === from[1]);
        return {
          id,
          type: "flow",
          source: from[0],
          sourceHandle: from[1],
          target: to[0],
          targetHandle: to[1],
          data: { port },
          selected: wire === id,
          ariaLabel: `Connection from ${from.join(", ")} to ${to.join(", ")}`,
        };
      }),
    [graph.connections, resolved, wire],
  );

  // The toolbar and the rail reach the drawing through this.
  useEffect(() => {
    useCanvas.setState({
      fit: () => showAll(flow),
      zoom: (by) => void (by > 0 ? flow.zoomIn() : flow.zoomOut()),
      sizeOf: (id) => {
        const { width = 200, height = 150 } = flow.getNode(id)?.measured ?? {};
        return { width, height };
      },
      middle: () => {
        const box = frame.current?.getBoundingClientRect();
        const { x, y } = flow.screenToFlowPosition({
          x: (box?.left ?? 0) + (box?.width ?? 600) / 2,
          y: (box?.top ?? 0) + (box?.height ?? 400) / 2,
        });
        return [x - 100, y - 50];
      },
    });
    return () => useCanvas.setState({ fit: undefined, zoom: undefined, middle: undefined });
  }, [flow]);

  // Another graph is shown whole.
  useEffect(() => {
    if (initialized) showAll(flow);
    return useCanvas.subscribe(({ opened }, before) => {
      // The new blocks are on the canvas in the frame after the next one.
      if (opened !== before.opened) requestAnimationFrame(() => requestAnimationFrame(() => showAll(flow)));
    });
  }, [initialized, flow]);

  // The fields of a selected block must not hide it.
  const [shownId] = selected.length === 1 ? selected : [];
  useEffect(() => {
    const wait = requestAnimationFrame(() => {
      const node = shownId === undefined ? undefined : flow.getInternalNode(shownId);
      const box = frame.current?.getBoundingClientRect();
      if (!node || !box || node.dragging) return;
      const { x, y, zoom } = flow.getViewport();
      const { width = 0, height = 0 } = node.measured;
      const place = node.internals.positionAbsolute;
      const by = (at: number, length: number, room: number) =>
        Math.min(0, room - EDGE - (at + length)) || Math.max(0, EDGE - at);
      const dx = by(place.x * zoom + x, width * zoom, box.width);
      const dy = by(place.y * zoom + y, height * zoom, box.height);
      if (dx !== 0 || dy !== 0) void flow.setViewport({ x: x + dx, y: y + dy, zoom });
    });
    return () => cancelAnimationFrame(wait);
  }, [shownId, flow]);

  const onNodesChange = (changes: NodeChange<BlockNodeType>[]) => {
    const next: Record<string, Local> = { ...local };
    const placed: Record<string, readonly [number, number]> = {};
    for (const change of changes) {
      if (change.type === "dimensions" && change.dimensions) {
        next[change.id] = { ...next[change.id], measured: change.dimensions };
      } else if (change.type === "position" && change.position) {
        const { x, y } = change.position;
        next[change.id] = { ...next[change.id], position: change.dragging ? { x, y } : undefined };
        if (!change.dragging) placed[change.id] = [x, y];
      }
    }
    if (changes.some(({ type }) => type === "dimensions" || type === "position")) setLocal(next);
    if (Object.keys(placed).length > 0) edit((graph) => moveBlocks(graph, placed));
    const picked = changes.filter((change) => change.type === "select");
    if (picked.length === 0) return;
    const ids = new Set(useGraph.getState().selected);
    for (const { id, selected } of picked) ids[selected ? "add" : "delete"](id);
    select([...ids], ids.size > 0 ? undefined : useGraph.getState().wire);
  };

  const onConnect = ({ source, sourceHandle, target, targetHandle }: DrawnConnection) => {
    if (sourceHandle === null || targetHandle === null) return;
    edit((graph) => connect(graph, { from: [source, sourceHandle], to: [target, targetHandle] }));
  };
  // A connection that is dropped on the empty canvas asks for its other end.
  const onConnectEnd: OnConnectEnd = (_, { isValid, fromHandle, toNode }) => {
    if (isValid || toNode || !fromHandle?.id) return;
    openConnector({
      end: [fromHandle.nodeId, fromHandle.id],
      side: fromHandle.type === "source" ? "outputs" : "inputs",
    });
  };
  const isValidConnection = ({ source, sourceHandle, target, targetHandle }: DrawnConnection | FlowEdgeType) => {
    const output = resolved.blocks.get(source)?.ports.outputs.find(({ name }) => name === sourceHandle);
    const input = resolved.blocks.get(target)?.ports.inputs.find(({ name }) => name === targetHandle);
    return output !== undefined && input !== undefined && fits(output, input);
  };

  const onDrop = (event: DragEvent) => {
    const type = event.dataTransfer.getData(BLOCK_TYPE_MIME);
    if (!type) return;
    event.preventDefault();
    const { x, y } = flow.screenToFlowPosition({ x: event.clientX, y: event.clientY });
    addType(type, [x - 90, y - 24]);
  };

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const id = (event.target as HTMLElement).closest<HTMLElement>(".react-flow__node")?.dataset.id;
    if (event.ctrlKey || event.metaKey || event.altKey || id === undefined) return;
    if (event.key === "Enter") {
      event.preventDefault();
      editBlock(id);
    } else if (event.key === "c") {
      const [output] = resolved.blocks.get(id)?.ports.outputs ?? [];
      if (output) openConnector({ block: id });
    } else if (event.key === " ") {
      // It selects the block here, and runs the graph elsewhere.
      event.preventDefault();
    }
  };

  return (
    <div
      className="canvas"
      ref={frame}
      onDragOver={(event) => event.dataTransfer.types.includes(BLOCK_TYPE_MIME) && event.preventDefault()}
      onDrop={onDrop}
      onKeyDown={onKeyDown}
    >
      <ReactFlow<BlockNodeType, FlowEdgeType>
        nodes={nodes}
        edges={edges}
        nodeTypes={NODE_TYPES}
        edgeTypes={EDGE_TYPES}
        onNodesChange={onNodesChange}
        onEdgesChange={(changes) => {
          for (const change of changes)
            if (change.type === "select") select(useGraph.getState().selected, change.selected ? change.id : undefined);
        }}
        onEdgesDelete={(gone) =>
          edit((graph) =>
            disconnect(
              graph,
              gone.map(({ id }) => id),
            ),
          )
        }
        onConnect={onConnect}
        onConnectEnd={onConnectEnd}
        isValidConnection={isValidConnection}
        onPaneClick={() => select([])}
        onNodeDoubleClick={(_, { id }) => editBlock(id)}
        deleteKeyCode={null}
        panActivationKeyCode={null}
        multiSelectionKeyCode={["Control", "Meta", "Shift"]}
        selectionMode={SelectionMode.Partial}
        zoomOnScroll={false}
        preventScrolling={false}
        zoomOnDoubleClick={false}
        snapToGrid
        snapGrid={[8, 8]}
        minZoom={0.2}
        maxZoom={2}
        fitViewOptions={FIT}
        connectionRadius={28}
        ariaLabelConfig={LABELS}
        aria-label="Canvas of the flow graph"
      >
        <Background gap={24} size={1.2} />
      </ReactFlow>
    </div>
  );
}

/** Smallest scale at which the texts of blocks can be read. */
const READABLE = 0.6;

/** Shows the whole graph; on a small screen its beginning, at a scale that can be read. */
function showAll(flow: ReactFlowInstance<BlockNodeType, FlowEdgeType>): void {
  void flow.fitView({ ...FIT, minZoom: READABLE }).then(() => {
    const { x: left } = flow.getNodesBounds(flow.getNodes());
    const { x, y, zoom } = flow.getViewport();
    if (left * zoom + x < 0) void flow.setViewport({ x: EDGE - left * zoom, y, zoom });
  });
}

/** Returns a block's accessible name: its title, name, connections and number of problems. */
function nameOf({ id }: GraphBlock, resolved: Resolved, problems: number): string {
  const { title = "", ports } = resolved.blocks.get(id) ?? {};
  const sides = [
    ports?.inputs.length ? `${ports.inputs.length} in` : "",
    ports?.outputs.length ? `${ports.outputs.length} out` : "",
  ];
  const wrong = problems > 0 ? [problems === 1 ? "1 problem" : `${problems} problems`] : [];
  return [`${title}, ${id}`, ...sides.filter(Boolean), ...wrong].join(", ");
}
