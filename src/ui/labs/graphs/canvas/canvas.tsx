import {
  Background,
  type Connection as DrawnConnection,
  getNodesBounds,
  getViewportForBounds,
  type NodeChange,
  type OnConnectEnd,
  ReactFlow,
  type ReactFlowInstance,
  ReactFlowProvider,
  SelectionMode,
  useReactFlow,
  useStore,
  useUpdateNodeInternals,
  type Viewport,
  ViewportPortal,
} from "@xyflow/react";
import "@xyflow/react/dist/base.css";
import { type DragEvent, useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import { equal } from "#core/configuration/equal.ts";
import { connect, moveBlocks } from "../graph/edits.ts";
import { fits, type Resolved } from "../graph/resolved.ts";
import { edit, select, useGraph } from "../graph/store.ts";
import { useCheck } from "../run/check.ts";
import { openConnector } from "../rail/connector.ts";
import { addType, BLOCK_TYPE_MIME } from "./add.ts";
import { READABLE } from "./arrange.ts";
import { GRID, OWN_KEYS, useBlockKeys } from "./block-keys.ts";
import { BlockNode, type BlockNodeType } from "./block-node.tsx";
import { BESIDE, FlowEdge, type FlowEdgeType } from "./flow-edge.tsx";
import { outlineOf, type Size } from "./geometry.ts";
import { editBlock, useCanvas } from "./handle.ts";
import { inViewOf, type PlacedBlock, type Rectangle, WHOLE, wiresOf } from "./in-view.ts";
import { Outside } from "./outside.tsx";
import "./canvas.css";

const NODE_TYPES = { block: BlockNode };
const EDGE_TYPES = { flow: FlowEdge };
/** Smallest and largest scale of the canvas. */
const ZOOM = { least: 0.1, most: 2 };

/** Pixels between a shown block and the edge of the canvas. */
const EDGE = 12;

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
  /** The ports with which it was measured. */
  ports?: string;
}

type Instance = ReactFlowInstance<BlockNodeType, FlowEdgeType>;

function Drawing() {
  const graph = useGraph((state) => state.graph);
  const resolved = useGraph((state) => state.resolved);
  const selected = useGraph((state) => state.selected);
  const wire = useGraph((state) => state.wire);
  const problems = useCheck((state) => state.byBlock);
  const fuses = useCheck(({ fusedWith }) => Object.keys(fusedWith).length > 0);
  /** Sizes, and positions during a drag. */
  const [local, setLocal] = useState<Readonly<Record<string, Local>>>({});
  const flow = useReactFlow<BlockNodeType, FlowEdgeType>();
  const frame = useRef<HTMLDivElement>(null);
  const kept = useMemo(() => new Set(selected), [selected]);

  const placed = useMemo(
    () =>
      graph.blocks.flatMap((block): PlacedBlock[] => {
        const known = resolved.blocks.get(block.id);
        if (!known) return [];
        const outline = outlineOf(block, known);
        const { position, measured, ports } = local[block.id] ?? {};
        const [x, y] = position ? [position.x, position.y] : block.position;
        const size = ports === outline.ports ? measured : undefined;
        return [{ id: block.id, x, y, ...outline, ...size, isMeasured: size !== undefined }];
      }),
    [graph.blocks, resolved, local],
  );
  const wires = useMemo(
    () => wiresOf(new Map(placed.map((block) => [block.id, block])), graph.connections),
    [placed, graph.connections],
  );
  const view = useView();
  const drawn = useMemo(() => inViewOf(placed, wires, view, kept), [placed, wires, view, kept]);
  useMeasuring(placed);

  const [nodesOf] = useState(createNodes);
  const nodes = useMemo(
    () =>
      nodesOf(
        placed.map(({ id, x, y, width, height, handles, isMeasured }) => ({
          id,
          type: "block",
          position: { x, y },
          measured: { width, height },
          // React Flow measures the handles of a drawn block.
          ...(isMeasured ? {} : { handles }),
          data: {},
          className: OWN_KEYS,
          selected: kept.has(id),
          hidden: drawn.others > 0 && !drawn.blocks.has(id),
          ariaLabel: nameOf(id, resolved, problems[id]?.length ?? 0),
        })),
      ),
    [nodesOf, placed, resolved, kept, problems, drawn],
  );

  const edges = useMemo(
    () =>
      wires.flatMap(({ id, connection: { from, to } }): FlowEdgeType[] => {
        if (!drawn.wires.has(id)) return [];
        const port = resolved.blocks.get(from[0])?.ports.outputs.find(({ name }) => name === from[1]);
        return [
          {
            id,
            type: "flow",
            source: from[0],
            sourceHandle: from[1],
            target: to[0],
            targetHandle: to[1],
            data: { port },
            selected: wire === id,
            ariaLabel: `Connection from ${from.join(", ")} to ${to.join(", ")}`,
          },
        ];
      }),
    [wires, drawn.wires, resolved, wire],
  );

  // The toolbar and the rail reach the drawing through this.
  useEffect(() => {
    const drawing = {
      fit: () => showWhole(flow, flow.getNodes(), frame.current!, READABLE),
      zoom: (by: number) => void (by > 0 ? flow.zoomIn() : flow.zoomOut()),
      sizeOf: (id: string) => flow.getNode(id)?.measured as Size | undefined,
      room: () => roomOf(frame.current!),
      view: () => seenPart(frame.current!, flow.getViewport()),
    };
    useCanvas.setState({ drawing });
    return () => useCanvas.setState({ drawing: undefined });
  }, [flow]);

  // Another graph is shown whole; also in a frame of another width, until a person moves the view or selects a block.
  const width = useStore((state) => (state.panZoom === null ? 0 : state.width));
  const opened = useCanvas((state) => state.opened);
  const shown = useRef<{ opened: number; view?: Viewport }>({ opened: -1 });
  // React Flow may get the nodes of another graph only after this effect.
  const showAll = useEffectEvent(() => showWhole(flow, nodes, frame.current!, READABLE));
  useEffect(() => {
    const last = shown.current;
    if (selected.length > 0) last.view = undefined;
    if (width === 0 || (last.opened === opened && !equal(last.view, flow.getViewport()))) return;
    shown.current = { opened, view: showAll() };
  }, [width, opened, selected, flow]);

  // The fields of a selected block must not hide it.
  const [shownId] = selected.length === 1 ? selected : [];
  useEffect(() => {
    const wait = requestAnimationFrame(() => {
      const block = shownId === undefined ? undefined : flow.getInternalNode(shownId);
      const box = frame.current?.getBoundingClientRect();
      if (!block || !box || block.dragging) return;
      const { x, y, zoom } = flow.getViewport();
      const by = (at: number, length: number, room: number) =>
        Math.min(0, room - EDGE - (at + length)) || Math.max(0, EDGE - at);
      const { position, measured } = block;
      const dx = by(position.x * zoom + x, measured.width! * zoom, box.width);
      const dy = by(position.y * zoom + y, measured.height! * zoom, box.height);
      if (dx !== 0 || dy !== 0) void flow.setViewport({ x: x + dx, y: y + dy, zoom });
    });
    return () => cancelAnimationFrame(wait);
  }, [shownId, flow]);

  const onNodesChange = (changes: NodeChange<BlockNodeType>[]) => {
    const next: Record<string, Local> = { ...local };
    const moved: Record<string, readonly [number, number]> = {};
    for (const change of changes) {
      if (change.type === "dimensions" && change.dimensions) {
        const ports = placed.find(({ id }) => id === change.id)?.ports;
        next[change.id] = { ...next[change.id], measured: change.dimensions, ports };
      } else if (change.type === "position" && change.position) {
        const { x, y } = change.position;
        next[change.id] = { ...next[change.id], position: change.dragging ? { x, y } : undefined };
        if (!change.dragging) moved[change.id] = [x, y];
      }
    }
    if (changes.some(({ type }) => type === "dimensions" || type === "position")) setLocal(next);
    if (Object.keys(moved).length > 0) edit((graph) => moveBlocks(graph, moved));
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

  const onKeyDown = useBlockKeys();

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
        snapGrid={[GRID, GRID]}
        minZoom={ZOOM.least}
        maxZoom={ZOOM.most}
        onlyRenderVisibleElements={placed.length > WHOLE}
        connectionRadius={28}
        // A wire that is dropped on the empty canvas asks for its other end, so the view needs not follow it.
        autoPanOnConnect={false}
        ariaLabelConfig={LABELS}
        aria-label="Canvas of the flow graph"
      >
        <Background gap={24} size={1.2} />
        {(drawn.outlines !== "" || drawn.lines !== "") && (
          <ViewportPortal>
            <svg className="canvas-others" aria-hidden="true">
              <path d={drawn.lines} />
              <path className="outlines" d={drawn.outlines} />
            </svg>
          </ViewportPortal>
        )}
      </ReactFlow>
      <div className="canvas-notes">
        <Outside blocks={placed} onShow={() => showWhole(flow, nodes, frame.current!, ZOOM.least)} />
        {fuses && (
          <p>
            <span className="fused-key" aria-hidden="true" /> computed in one kernel
          </p>
        )}
        {drawn.others > 0 && <p>{drawn.others} blocks of this view are outlines. Zoom in to see them.</p>}
      </div>
    </div>
  );
}

/** Returns the visible part of the canvas and what surrounds it. It changes in steps. */
function useView(): Rectangle {
  const text = useStore(({ transform: [x, y, zoom], width, height }) => {
    const step = 2 ** Math.round(Math.log2((width || 1) / zoom / 4));
    const from = (at: number) => (Math.floor(-at / zoom / step) - 1) * step;
    const to = (at: number, length: number) => (Math.ceil((length - at) / zoom / step) + 1) * step;
    return [from(x), from(y), to(x, width), to(y, height)].join(" ");
  });
  return useMemo(() => {
    const [left, top, right, bottom] = text.split(" ").map(Number);
    return { left, top, right, bottom };
  }, [text]);
}

/** Measures the handles of drawn blocks again when their ports have changed. */
function useMeasuring(placed: readonly PlacedBlock[]): void {
  const update = useUpdateNodeInternals();
  const before = useRef(new Map<string, string>());
  useEffect(() => {
    const changed = placed.filter(({ id, ports }) => (before.current.get(id) ?? ports) !== ports);
    before.current = new Map(placed.map(({ id, ports }) => [id, ports]));
    if (changed.length > 0) update(changed.map(({ id }) => id));
  }, [placed, update]);
}

/** Returns a function of nodes that returns the ones before where they are equal: React Flow leaves the same object alone. */
function createNodes(): (nodes: readonly BlockNodeType[]) => BlockNodeType[] {
  let before = new Map<string, BlockNodeType>();
  return (nodes) => {
    before = new Map(
      nodes.map((node) => {
        const old = before.get(node.id);
        return [node.id, equal(old, node) ? old! : node];
      }),
    );
    return [...before.values()];
  };
}

/** The part of the canvas that a whole graph may fill. */
const roomOf = ({ clientWidth, clientHeight }: HTMLElement): Size => ({
  width: clientWidth - 2 * EDGE,
  height: clientHeight - 2 * EDGE,
});

/** Returns the part of the canvas that the fields of a selected block leave free. */
function seenPart(frame: HTMLElement, { x, y, zoom }: { x: number; y: number; zoom: number }): Rectangle {
  const { clientWidth, clientHeight } = frame;
  const bench = frame.closest(".bench-body");
  const isOpen = bench?.querySelector(".inspector") != null;
  const fields = bench && !isOpen ? Number.parseFloat(getComputedStyle(bench).getPropertyValue("--fields-width")) : 0;
  return {
    left: (EDGE - x) / zoom,
    top: (EDGE - y) / zoom,
    right: (clientWidth - fields - EDGE - x) / zoom,
    bottom: (clientHeight - EDGE - y) / zoom,
  };
}

/** Shows the whole graph; its beginning where it would be smaller than the least scale. Returns the view. */
function showWhole(flow: Instance, nodes: BlockNodeType[], frame: HTMLElement, least: number): Viewport | undefined {
  if (nodes.length === 0) return undefined;
  const { x, y, width, height } = getNodesBounds(nodes);
  // Connections that run back need a place beside the blocks.
  const bounds = { x: x - BESIDE, y, width: width + 2 * BESIDE, height };
  const { clientWidth, clientHeight } = frame;
  const { zoom, ...at } = getViewportForBounds(bounds, clientWidth, clientHeight, least, 1, `${EDGE}px`);
  const view = { x: Math.max(at.x, EDGE - bounds.x * zoom), y: Math.max(at.y, EDGE - y * zoom), zoom };
  void flow.setViewport(view);
  return view;
}

/** Returns a block's accessible name: its title, name, connections and number of problems. */
function nameOf(id: string, resolved: Resolved, problems: number): string {
  const { title = "", ports } = resolved.blocks.get(id) ?? {};
  const sides = [
    ports?.inputs.length ? `${ports.inputs.length} in` : "",
    ports?.outputs.length ? `${ports.outputs.length} out` : "",
  ];
  const wrong = problems > 0 ? [problems === 1 ? "1 problem" : `${problems} problems`] : [];
  return [`${title}, ${id}`, ...sides.filter(Boolean), ...wrong].join(", ");
}
