import { useRef } from "react";
import { type Picture } from "../../../figures/card.tsx";
import { Constellation } from "../../../figures/constellation.tsx";
import { standaloneSvg } from "../../../figures/download.ts";
import { useReport } from "../run/reports.ts";
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
  return (
    <SinkCard
      block={block}
      look="Each point is one item. Clear clusters can be decided without errors."
      picture={picture}
      sketch="points"
      table={
        points &&
        (() => ({
          columns: ["real", "imaginary"],
          rows: Array.from({ length: points.length / 2 }, (_, i) => [points[2 * i], points[2 * i + 1]]),
        }))
      }
    >
      {points && (
        <div className="sink-points" ref={frame}>
          <Constellation points={points} colour="var(--blue)" reach={reachOf(points)} ideal={NO_IDEAL} />
          <p className="caveat">
            The square reaches from −{reachOf(points)} to {reachOf(points)}.
          </p>
        </div>
      )}
    </SinkCard>
  );
}

/** Returns half the width of a square for the points: 1, 1.5, 2, 3, 5 or 7 times a power of ten, so that it is calm. */
function reachOf(points: ArrayLike<number>): number {
  let most = 1e-9;
  for (let i = 0; i < points.length; i++) most = Math.max(most, Math.abs(points[i]));
  const power = 10 ** Math.floor(Math.log10(most));
  const step = [1, 1.5, 2, 3, 5, 7, 10].find((factor) => factor * power >= most) ?? 10;
  return Number((step * power).toPrecision(3));
}
