import { useCallback, useRef } from "react";
import type { Picture } from "../../../figures/card.tsx";
import { type Drawing, Plot } from "../../../figures/plotly/plot.tsx";
import type { Palette } from "../../../figures/theme.ts";
import { useReport } from "../run/reports.ts";
import { SinkCard, type SinkProps } from "./sink-card.tsx";

/** Pieces of the signal above each other. */
export function EyeFigure({ block }: SinkProps) {
  const report = useReport(block, ["eye"]);
  const picture = useRef<Picture>(null);
  const draw = useCallback(
    (palette: Palette): Drawing => {
      const { traces = new Float32Array(0), length = 1, symbols = 1 } = report ?? {};
      const count = Math.floor(traces.length / length);
      const [x, y]: (number | null)[][] = [[], []];
      for (let trace = 0; trace < count; trace++) {
        for (let i = 0; i < length; i++) {
          x.push((i * symbols) / (length - 1));
          y.push(traces[trace * length + i]);
        }
        x.push(null);
        y.push(null);
      }
      return {
        traces: [
          {
            type: "scatter",
            mode: "lines",
            name: "traces",
            x,
            y,
            opacity: 0.5,
            line: { color: palette("--blue"), width: 1 },
          },
        ],
        layout: { xaxis: { title: "Time (symbols)", range: [0, symbols] }, yaxis: { title: "Value" } },
        legend: false,
      };
    },
    [report],
  );
  return (
    <SinkCard
      block={block}
      look="The wider the eye is open, the more noise and timing error the decision tolerates."
      picture={picture}
      note={report?.note}
      sketch="curves"
      table={
        report &&
        (() => ({
          columns: ["trace", "time (symbols)", "value"],
          rows: Array.from(report.traces, (value, i) => [
            Math.floor(i / report.length),
            ((i % report.length) * report.symbols) / (report.length - 1),
            value,
          ]),
        }))
      }
    >
      {report && <Plot label="Eye diagram" draw={draw} picture={picture} />}
    </SinkCard>
  );
}
