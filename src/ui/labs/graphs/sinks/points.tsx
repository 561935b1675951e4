import { useMemo, useRef } from "react";
import { type Picture } from "../../../figures/card.tsx";
import { Constellation } from "../../../figures/constellation.tsx";
import { standaloneSvg } from "../../../figures/download.ts";
import { useReport } from "../run/reports.ts";
import { pointCloud } from "./point-cloud.ts";
import { SinkCard, type SinkProps } from "./sink-card.tsx";

const NO_IDEAL: readonly number[] = [];

/** Complex items as points of the plane. */
export function ConstellationFigure({ block }: SinkProps) {
  const report = useReport(block, ["constellation"]);
  const frame = useRef<HTMLDivElement>(null);
  const picture = useRef<Picture>(() => {
    const svg = frame.current?.querySelector("svg");
    return svg ? standaloneSvg(svg) : "";
  });
  const points = report?.points;
  const cloud = useMemo(() => points && pointCloud(points), [points]);
  return (
    <SinkCard
      block={block}
      look="Each point is one item. Clear clusters can be decided without errors."
      picture={picture}
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
        <div className="sink-points" ref={frame}>
          <Constellation points={cloud.points} colour="var(--blue)" reach={1} ideal={NO_IDEAL} />
          <p className="caveat">
            The square reaches from −{cloud.reach} to {cloud.reach}.
          </p>
        </div>
      )}
    </SinkCard>
  );
}
