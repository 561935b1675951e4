import { useMemo } from "react";
import { cloudPanel, readPoint } from "../../../figures/constellation.tsx";
import { PanelGroup } from "../../../figures/panel-group.tsx";
import { useReport } from "../run/reports.ts";
import { pointCloud } from "./point-cloud.ts";
import { SinkCard, type SinkProps } from "./sink-card.tsx";

const NO_IDEAL: readonly number[] = [];

/** Complex items as points of the plane. */
export function ConstellationFigure({ block }: SinkProps) {
  const report = useReport(block, ["constellation"]);
  const points = report?.points;
  const cloud = useMemo(() => points && pointCloud(points), [points]);
  return (
    <SinkCard
      block={block}
      look="Each point is one item. Clear clusters can be decided without errors."
      note={report?.note}
      sketch="points"
      table={
        points &&
        (() => ({
          columns: ["real", "imaginary"],
          rows: Array.from({ length: points.length / 2 }, (_, i) => [points[2 * i], points[2 * i + 1]]),
        }))
      }
    >
      {cloud && (
        <PanelGroup
          label="Complex items as points of the plane"
          className="sink-points"
          rows={[
            [
              cloudPanel({
                name: "Items",
                note: `The square reaches from −${cloud.reach} to ${cloud.reach}.`,
                points: cloud.points,
                colour: "var(--blue)",
                reach: 1,
                ideal: NO_IDEAL,
                read: (i) => readPoint(cloud.finite, i),
              }),
            ],
          ]}
        />
      )}
    </SinkCard>
  );
}
