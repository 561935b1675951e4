import { Handle, type Node, type NodeProps, Position } from "@xyflow/react";
import { type CSSProperties, memo } from "react";
import type { Port } from "#core/flow/graph/block-type.ts";
import { plain } from "../../../format.ts";
import { keyParameters } from "../graph/parameter-text.ts";
import { PORT_LOOKS, portText } from "../graph/port-look.ts";
import { useBlock, useGraph } from "../graph/store.ts";
import { useCheck } from "../run/check.ts";
import { useBlockTime, useProblems } from "../run/facts.ts";

export type BlockNodeType = Node<Record<string, never>, "block">;

/** A block on the canvas: its title, name, key parameters and ports, and what is wrong with it. */
export const BlockNode = memo(function BlockNode({ id, selected }: NodeProps<BlockNodeType>) {
  const block = useBlock(id);
  const resolved = useGraph((state) => state.resolved.blocks.get(id));
  const fused = useCheck(({ fusedWith }) => fusedWith[id]);
  const problems = useProblems(id);
  const { inputs = [], outputs = [] } = resolved?.ports ?? {};
  if (!block || !resolved) return null;
  return (
    <div
      className="block"
      data-selected={selected || undefined}
      data-unknown={resolved.type ? undefined : true}
      data-wrong={problems.length > 0 || undefined}
      data-fused={fused !== undefined || undefined}
      data-disabled={block.isDisabled || undefined}
    >
      <div className="block-head">
        <strong>{resolved.title}</strong>
        <span className="block-id">{resolved.type ? id : `${id}: unknown block`}</span>
      </div>
      <div className="block-ports">
        <ul>
          {inputs.map((port) => (
            <PortRow key={port.name} block={id} port={port} side="input" bare={inputs.length === 1} />
          ))}
        </ul>
        <ul>
          {outputs.map((port) => (
            <PortRow key={port.name} block={id} port={port} side="output" bare={outputs.length === 1} />
          ))}
        </ul>
      </div>
      <dl className="block-values">
        {keyParameters(block, resolved).map(({ name, label, text }) => (
          <div key={name}>
            <dt>{label}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <BlockTime id={id} />
      {problems.length > 0 && (
        <ul className="block-problems">
          {problems.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
      )}
    </div>
  );
});

interface PortRowProps {
  block: string;
  port: Port;
  side: "input" | "output";
  /** True for the only port of its side: its name says nothing. */
  bare: boolean;
}

function PortRow({ block, port, side, bare }: PortRowProps) {
  const { letter, colour } = PORT_LOOKS[port.type];
  const isWaiting = useCheck(({ waiting }) => side === "input" && waiting[block]?.includes(port.name) === true);
  return (
    <li
      className="port"
      data-side={side}
      data-waiting={isWaiting || undefined}
      title={`${side} ${port.name}: ${portText(port)}${isWaiting ? ". Draw a connection to it." : ""}`}
      // A click on a handle begins a connection. It selects no block: its fields would move the view.
      onClick={(event) => (event.target as Element).closest(".port-handle") && event.stopPropagation()}
    >
      <Handle
        type={side === "input" ? "target" : "source"}
        position={side === "input" ? Position.Left : Position.Right}
        id={port.name}
        className="port-handle"
        style={{ "--port": `var(${colour})` } as CSSProperties}
        data-port={`${block}.${port.name}`}
      >
        <span aria-hidden="true">{letter}</span>
      </Handle>
      <span className={bare ? "unseen" : undefined}>{port.name}</span>
      {isWaiting && <span className="port-hint">connect</span>}
      {(port.vector ?? 1) > 1 && <span className="port-vector">×{port.vector}</span>}
    </li>
  );
}

/** The time that a block takes per page, where it was measured. */
function BlockTime({ id }: { id: string }) {
  const time = useBlockTime(id);
  if (!time) return null;
  const text = time.ms >= 1 ? `${plain(time.ms, 3)} ms per page` : `${plain(time.ms * 1000, 3)} µs per page`;
  return <p className="block-time">{time.others > 0 ? `${text}, with ${time.others} more in one kernel` : text}</p>;
}
