import { useCallback, useRef } from "react";
import type { Picture } from "../../../figures/card.tsx";
import { type Drawing, Plot } from "../../../figures/plotly/plot.tsx";
import type { Palette } from "../../../figures/theme.ts";
import { useReport } from "../run/reports.ts";
import { SinkCard, type SinkProps } from "./sink-card.tsx";

/** How often values occur. */
export function HistogramFigure({ block }: SinkProps) {
  const report = useReport(block, ["histogram"]);
  const picture = useRef<Picture>(null);
  const { counts = new Float64Array(0), from = 0, to = 1 } = report ?? {};
  const middle = (i: number) => from + ((i + 0.5) * (to - from)) / counts.length;
  const draw = useCallback(
    (palette: Palette): Drawing => ({
      traces: [
        {
          type: "bar",
          name: "items",
          x: Array.from(counts, (_, i) => from + ((i + 0.5) * (to - from)) / counts.length),
          y: counts,
          marker: { color: palette("--blue") },
        },
      ],
      layout: {
        bargap: 0.05,
        xaxis: { title: "Value", range: [from, to] },
        yaxis: { title: "Items", rangemode: "tozero" },
      },
      legend: false,
    }),
    [counts, from, to],
  );
  return (
    <SinkCard
      block={block}
      look="The number of items in each interval of values."
      picture={picture}
      note={report?.note}
      sketch="humps"
      table={
        report && (() => ({ columns: ["value", "items"], rows: Array.from(counts, (count, i) => [middle(i), count]) }))
      }
    >
      {report && <Plot label="Histogram of the values" draw={draw} picture={picture} />}
    </SinkCard>
  );
}
