import { BaseEdge, type Edge, EdgeLabelRenderer, type EdgeProps, getBezierPath } from "@xyflow/react";
import { memo } from "react";
import type { Port } from "#core/flow/block-type.ts";
import { PORT_LOOKS, portText } from "../graph/port-look.ts";
import { rateText, useCheck } from "../run/check.ts";

export type FlowEdgeType = Edge<{ port: Port | undefined }, "flow">;

/** A shorter connection has no place for its label, pixels. */
const LEAST = 60;

/** A connection. Its colour shows the type of its items, its label their rate. */
export const FlowEdge = memo(function FlowEdge(props: EdgeProps<FlowEdgeType>) {
  const { id, data, selected } = props;
  const facts = useCheck(({ edges }) => edges[id]);
  const [path, x, y] = getBezierPath(props);
  const port = data?.port;
  const colour = `var(${port ? PORT_LOOKS[port.type].colour : "--edge"})`;
  return (
    <>
      {facts?.isFused && <path className="fused-edge" d={path} />}
      <BaseEdge id={id} path={path} style={{ stroke: colour, strokeWidth: selected ? 4 : 2 }} interactionWidth={24} />
      {facts && port && props.targetX - props.sourceX > LEAST && (
        <EdgeLabelRenderer>
          <span
            className="edge-label"
            data-selected={selected || undefined}
            title={portText(port)}
            style={{ transform: `translate(-50%, -50%) translate(${x}px, ${y}px)` }}
          >
            {rateText(facts)}
          </span>
        </EdgeLabelRenderer>
      )}
    </>
  );
});
