import {
  BaseEdge,
  type Edge,
  EdgeLabelRenderer,
  type EdgeProps,
  getBezierPath,
  getSmoothStepPath,
} from "@xyflow/react";
import { memo } from "react";
import type { Port } from "#core/flow/graph/block-type.ts";
import { PORT_LOOKS, portText } from "../graph/port-look.ts";
import { rateText, useCheck } from "../run/check.ts";

export type FlowEdgeType = Edge<{ port: Port | undefined }, "flow">;

/** A shorter connection has no place for its label, pixels. */
const LEAST = 60;

/** A connection. Its colour shows the type of its items, its label their rate. */
export const FlowEdge = memo(function FlowEdge(props: EdgeProps<FlowEdgeType>) {
  const { id, data, selected } = props;
  const facts = useCheck(({ edges }) => edges[id]);
  const [path, x, y] = pathOf(props);
  const port = data?.port;
  const colour = `var(${port ? PORT_LOOKS[port.type].colour : "--edge"})`;
  return (
    <>
      {facts?.isFused && <path className="fused-edge" d={path} />}
      <BaseEdge id={id} path={path} style={{ stroke: colour, strokeWidth: selected ? 4 : 2 }} interactionWidth={24} />
      {facts && port && Math.abs(props.targetX - props.sourceX) > LEAST && (
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

/** Pixels between a block and a connection that runs back beside it. */
export const BESIDE = 12;
/** Pixels from the first port of a block to the middle of the gap above the block. */
const ABOVE = 72;

/** Returns a connection's path, and the place of its label. To an earlier block it runs back above that block. */
function pathOf(props: EdgeProps<FlowEdgeType>): [path: string, x: number, y: number] {
  const { sourceX, sourceY, targetX, targetY } = props;
  if (targetX >= sourceX) {
    const [path, x, y] = getBezierPath(props);
    return [path, x, y];
  }
  const centerY = Math.abs(targetY - sourceY) > ABOVE ? targetY - ABOVE : Math.min(sourceY, targetY) - ABOVE;
  const [path] = getSmoothStepPath({ ...props, borderRadius: 10, offset: BESIDE, centerY });
  return [path, (sourceX + targetX) / 2, centerY];
}
