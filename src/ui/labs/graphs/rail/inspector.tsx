import { Button } from "../../../elements/button.tsx";
import type { ReactNode } from "react";
import type { Port } from "#core/flow/graph/block-type.ts";
import type { GraphBlock } from "#core/flow/graph/graph.ts";
import { Growing } from "../../../elements/growing.tsx";
import { TypedField } from "../../../kit/fields/typed-field.tsx";
import { connectionId, disconnect, idRefusal, renameBlock, setDisabled, setParameter } from "../graph/edits.ts";
import { PORT_LOOKS, portText } from "../graph/port-look.ts";
import type { ResolvedBlock } from "../graph/resolved.ts";
import { duplicateSelected } from "../canvas/add.ts";
import { deleteSelected } from "../canvas/handle.ts";
import { LivePanel } from "../live/live-panel.tsx";
import { edit, select, useGraph } from "../graph/store.ts";
import { useProblems } from "../run/facts.ts";
import { isActive, useRun } from "../run/run.ts";
import { openConnector } from "./connector.ts";
import { ParameterField } from "./parameter-field.tsx";

/** The fields, ports and connections of the selected block; the actions for several blocks. */
export function Inspector() {
  const selected = useGraph((state) => state.selected);
  const wire = useGraph((state) => state.wire);
  const block = useGraph(({ graph }) => graph.blocks.find(({ id }) => id === selected[0]));
  const resolved = useGraph((state) => state.resolved.blocks.get(selected[0]));
  if (selected.length > 1) {
    return (
      <Frame title={`${selected.length} blocks selected`}>
        <Actions />
      </Frame>
    );
  }
  if (block && resolved) {
    return (
      <Frame title={resolved.title}>
        <BlockFields key={block.id} block={block} resolved={resolved} />
      </Frame>
    );
  }
  if (wire === undefined) return null;
  return (
    <Frame title="Connection">
      <p>{wire}</p>
      <Button onClick={deleteSelected}>Remove connection</Button>
    </Frame>
  );
}

function Frame({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section
      className="inspector"
      id="block-fields"
      aria-label={`Selected: ${title}`}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || event.defaultPrevented) return;
        event.stopPropagation();
        leave();
      }}
    >
      <header>
        <h2>{title}</h2>
        <Button label="Close the fields" title="Close (Esc)" onClick={leave} icon="close" />
      </header>
      {children}
    </section>
  );
}

/** Closes the fields. The focus goes back to the block on the canvas. */
function leave(): void {
  const [id] = useGraph.getState().selected;
  const node = id && document.querySelector<HTMLElement>(`.react-flow__node[data-id="${CSS.escape(id)}"]`);
  select([]);
  if (node) node.focus();
}

function BlockFields({ block, resolved }: { block: GraphBlock; resolved: ResolvedBlock }) {
  const { id, parameters } = block;
  const { type } = resolved;
  const variables = useGraph((state) => state.resolved.variables);
  const live = useRun(isActive);
  return (
    <>
      {type && <p className="muted">{type.summary}</p>}
      {type?.formula && <p className="formula">{type.formula}</p>}
      <Problems id={id} />
      <LivePanel block={id} type={block.type} parameters={resolved.parameters} />
      <form className="inspector-fields" onSubmit={(event) => event.preventDefault()}>
        {/* It changes when the field is left, so that its connections follow once. */}
        <TypedField
          label="Name"
          description="The block’s name in this graph."
          text={id}
          read={(next) => idRefusal(useGraph.getState().graph, id, next)}
          onDone={(next) => {
            edit((graph) => renameBlock(graph, id, next));
            select([next]);
          }}
        />
        {Object.entries(type?.fields ?? {}).map(([name, field]) => (
          <ParameterField
            key={name}
            field={field}
            value={parameters[name] ?? type?.defaults[name as never]}
            variables={variables}
            live={live}
            onChange={(value) => edit((graph) => setParameter(graph, id, name, value))}
          />
        ))}
      </form>
      {!type && <Unknown block={block} />}
      {type && (
        <details className="block-help">
          <summary>About this block</summary>
          <p>{type.help}</p>
        </details>
      )}
      <PortList block={id} resolved={resolved} />
      <Actions />
    </>
  );
}

function Problems({ id }: { id: string }) {
  const problems = useProblems(id);
  if (problems.length === 0) return null;
  return (
    <ul className="problems">
      {problems.map((text) => (
        <li key={text}>{text}</li>
      ))}
    </ul>
  );
}

/** Lines of a list that are drawn at first, and with each look at its end. */
const MORE = 30;

/** Most characters of a value that are shown. The graph keeps all of them. */
const MOST_CHARACTERS = 500;

const shortened = (text: string) =>
  text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)}… (${text.length} characters)` : text;

/** A block that this release does not know: after an import. Its parameters stay. */
function Unknown({ block: { type, parameters } }: { block: GraphBlock }) {
  const entries = Object.entries(parameters);
  return (
    <>
      <p>Threeray has no block “{type}”. It stays as a placeholder. Replace it before you run the graph.</p>
      {entries.length > 0 && (
        <dl className="facts">
          <Growing items={entries} step={MORE} as="div">
            {([name, value]) => (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{shortened(String(value))}</dd>
              </div>
            )}
          </Growing>
        </dl>
      )}
    </>
  );
}

function PortList({ block, resolved: { ports } }: { block: string; resolved: ResolvedBlock }) {
  return (
    <div className="port-list">
      {(["inputs", "outputs"] as const).map((side) =>
        ports[side].map((port) => <PortEntry key={`${side} ${port.name}`} block={block} side={side} port={port} />),
      )}
    </div>
  );
}

/** A port with its connections. */
function PortEntry({ block, side, port }: { block: string; side: "inputs" | "outputs"; port: Port }) {
  const connections = useGraph(({ graph }) => graph.connections);
  const own = connections.filter(({ from, to }) => {
    const [id, name] = side === "inputs" ? to : from;
    return id === block && name === port.name;
  });
  const { letter, colour } = PORT_LOOKS[port.type];
  return (
    <div className="port-entry">
      <p>
        <span className="port-badge" style={{ background: `var(${colour})` }} aria-hidden="true">
          {letter}
        </span>
        <strong>{side === "inputs" ? "Input" : "Output"}</strong> {port.name}
        <span className="muted">, {portText(port)}</span>
      </p>
      <ul>
        <Growing items={own} step={MORE}>
          {(connection) => {
            const other = (side === "inputs" ? connection.from : connection.to).join(".");
            return (
              <li key={connectionId(connection)}>
                {side === "inputs" ? "from" : "to"} {other}
                <Button
                  label={`Remove the connection ${side === "inputs" ? "from" : "to"} ${other}`}
                  onClick={() => edit((graph) => disconnect(graph, [connectionId(connection)]))}
                  icon="close"
                />
              </li>
            );
          }}
        </Growing>
      </ul>
      <Button
        label={`Connect the ${side === "inputs" ? "input" : "output"} ${port.name}`}
        onClick={() => openConnector({ end: [block, port.name], side })}
      >
        {side === "outputs" ? "Connect or show it …" : own.length > 0 ? "Reconnect …" : "Connect …"}
      </Button>
    </div>
  );
}

function Actions() {
  const selected = useGraph((state) => state.selected);
  const disabled = useGraph(({ graph }) =>
    graph.blocks.filter(({ id }) => selected.includes(id)).every(({ isDisabled }) => isDisabled),
  );
  return (
    <div className="inspector-actions">
      <Button title="Ctrl+D" onClick={duplicateSelected}>
        Duplicate
      </Button>
      <Button
        title="A disabled block stays in the graph, but does not run"
        onClick={() => edit((graph) => setDisabled(graph, selected, !disabled))}
      >
        {disabled ? "Enable" : "Disable"}
      </Button>
      <Button title="Delete" onClick={deleteSelected}>
        Delete
      </Button>
    </div>
  );
}
