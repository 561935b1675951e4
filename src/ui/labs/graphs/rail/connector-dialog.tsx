import { Button } from "../../../elements/button.tsx";
import { useEffect, useRef, useState } from "react";
import { Dialog } from "../../../elements/dialog.tsx";
import { Growing } from "../../../elements/growing.tsx";
import { ChoiceField } from "../../../kit/fields/choice-field.tsx";
import { addProbe } from "../canvas/add.ts";
import { connect } from "../graph/edits.ts";
import { portText } from "../graph/port-look.ts";
import { counterparts, fitted, TYPES } from "../graph/resolved.ts";
import { edit, useGraph } from "../graph/store.ts";
import { closeConnector, type Connecting, useConnector } from "./connector.ts";

/** The dialog that connects an output to one of the inputs that fit it, or an input to an output. */
export function ConnectorDialog() {
  const open = useConnector((state) => state.open);
  return open ? <Connector connecting={open} /> : null;
}

/** Ports that are listed at first, and with each look at the end of the list. */
const MORE = 60;

function Connector({ connecting }: { connecting: Connecting }) {
  const resolved = useGraph((state) => state.resolved);
  const outputs = "block" in connecting ? (resolved.blocks.get(connecting.block)?.ports.outputs ?? []) : [];
  const [chosen, choose] = useState(outputs[0]?.name ?? "");
  const end = "block" in connecting ? ([connecting.block, chosen] as const) : connecting.end;
  const side = "block" in connecting ? "outputs" : connecting.side;
  const port = resolved.blocks.get(end[0])?.ports[side].find(({ name }) => name === end[1]);
  const others = counterparts(resolved, end, side);
  const list = useRef<HTMLUListElement>(null);
  useEffect(() => list.current?.querySelector("button")?.focus(), []);
  const pick = (other: [string, string]) => {
    const [from, to] = side === "outputs" ? [end, other] : [other, end];
    edit((graph) => connect(graph, { from, to }));
    closeConnector();
  };
  const what = side === "outputs" ? "output" : "input";
  return (
    <Dialog title={`Connect the ${what} “${end.join(".")}”`} onClose={closeConnector}>
      {outputs.length > 1 && (
        <ChoiceField
          label="Output"
          choices={outputs.map(({ name }) => ({ value: name, text: name }))}
          value={chosen}
          onChange={choose}
        />
      )}
      {port && (
        <p className="muted">
          {side === "outputs" ? "Inputs" : "Outputs"} for {portText(port)}:
        </p>
      )}
      <ul className="fitting" ref={list}>
        <Growing items={others} step={MORE} className="muted">
          {(other) => (
            <li key={other.join(".")}>
              <Button onClick={() => pick(other)}>
                <strong>{resolved.blocks.get(other[0])?.title}</strong> {other.join(".")}
                {side === "outputs" && <InUse of={other} />}
              </Button>
            </li>
          )}
        </Growing>
      </ul>
      {others.length === 0 && (
        <p>
          No {side === "outputs" ? "input" : "output"} in this graph fits. Add a block for {port && portText(port)}, or
          change a block’s type.
        </p>
      )}
      {side === "outputs" && port && <Probes of={end} />}
    </Dialog>
  );
}

/** Says that an input has a connection already, which a new one replaces. */
function InUse({ of: [block, port] }: { of: [string, string] }) {
  const from = useGraph(({ graph }) => graph.connections.find(({ to }) => to[0] === block && to[1] === port)?.from);
  return from ? <span className="muted"> replaces {from.join(".")}</span> : null;
}

/** Sinks that can show an output: each adds its figure. */
function Probes({ of }: { of: readonly [string, string] }) {
  const port = useGraph(({ resolved }) => resolved.blocks.get(of[0])?.ports.outputs.find(({ name }) => name === of[1]));
  const sinks = Object.entries(TYPES).filter(
    ([, type]) =>
      type.category === "sinks" && type.ports(type.defaults).inputs.length === 1 && port && fitted(type, port),
  );
  if (sinks.length === 0) return null;
  return (
    <>
      <h3>Show it in a figure</h3>
      <div className="probes">
        {sinks.map(([name, { title, summary }]) => (
          <Button
            key={name}

            title={summary}
            onClick={() => {
              addProbe(name, of);
              closeConnector();
            }}
          >
            {title}
          </Button>
        ))}
      </div>
    </>
  );
}
