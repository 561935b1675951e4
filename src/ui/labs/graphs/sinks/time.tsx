import { useCallback, useRef } from "react";
import type { Report } from "#core/flow/build/block-factory.ts";
import type { Picture } from "../../../figures/card.tsx";
import { type Drawing, Plot, type Trace } from "../../../figures/plotly/plot.tsx";
import type { Palette } from "../../../figures/theme.ts";
import { useReport } from "../run/reports.ts";
import { scaleFor } from "./axis.ts";
import { SinkCard, type SinkProps } from "./sink-card.tsx";

type TimeReport = Extract<Report, { kind: "time" }>;

interface Line {
  name: string;
  values: Float32Array;
}

const COLOURS = ["--blue", "--orange", "--green", "--pink", "--amber", "--grey", "--blue", "--orange"] as const;

/** Returns the lines of a report: real and imaginary parts of complex samples are two lines. */
function linesOf({ curves }: TimeReport): Line[] {
  return curves.flatMap(({ name, type, values }) => {
    if (type !== "complex") return [{ name, values }];
    const part = (offset: number) => Float32Array.from({ length: values.length / 2 }, (_, i) => values[2 * i + offset]);
    const prefix = curves.length > 1 ? `${name}: ` : "";
    return [
      { name: `${prefix}real`, values: part(0) },
      { name: `${prefix}imaginary`, values: part(1) },
    ];
  });
}

/** Signals over time, with their tags. */
export function TimeFigure({ block }: SinkProps) {
  const report = useReport(block, ["time"]);
  const picture = useRef<Picture>(null);
  const draw = useCallback(
    (palette: Palette): Drawing => {
      if (!report) return { traces: [], layout: {} };
      const { lines, x, unit } = pointsOf(report);
      const stepped = report.curves.every(({ type }) => type === "bits" || type === "integer");
      const marks = report.tags.flatMap(({ key, sample }) => {
        const at = Math.round(sample) - report.first;
        return at >= 0 && at < x.length ? [{ at: x[at], key }] : [];
      });
      return {
        traces: lines.map(({ name, values }, i): Trace => ({
          type: "scatter",
          mode: "lines",
          name,
          x,
          y: values,
          line: { color: palette(COLOURS[i % COLOURS.length]), width: 1.2, shape: stepped ? "hv" : "linear" },
        })),
        layout: {
          xaxis: { title: unit === "" ? "Item" : `Time (${unit})` },
          yaxis: { title: "Value" },
          shapes: marks.map(({ at }) => ({
            type: "line",
            x0: at,
            x1: at,
            y0: 0,
            y1: 1,
            yref: "paper",
            line: { color: palette("--muted"), width: 1, dash: "dot" },
          })),
          annotations: marks.map(({ at, key }) => ({
            x: at,
            y: 1,
            yref: "paper",
            text: key,
            showarrow: false,
            xanchor: "left",
            yanchor: "top",
          })),
        },
      };
    },
    [report],
  );
  return (
    <SinkCard
      block={block}
      look="The newest items over time. Dotted lines are tags."
      picture={picture}
      note={report?.note}
      sketch="curves"
      table={report && (() => tableOf(report))}
    >
      {report && <Plot label="Items over time" draw={draw} picture={picture} />}
    </SinkCard>
  );
}

function pointsOf(report: TimeReport) {
  const lines = linesOf(report);
  const count = lines[0]?.values.length ?? 0;
  const { hz, first } = report;
  const { by, unit } = hz === undefined ? { by: 1, unit: "" } : scaleFor(count / hz, "s");
  // Time counts from the first point shown: absolute times of long runs could not be told apart.
  const x = Float64Array.from({ length: count }, (_, i) => (hz === undefined ? first + i : i / hz / by));
  return { lines, x, unit };
}

function tableOf(report: TimeReport) {
  const { lines, x, unit } = pointsOf(report);
  return {
    columns: [unit === "" ? "item" : `time (${unit})`, ...lines.map(({ name }) => name)],
    rows: Array.from(x, (value, i) => [value, ...lines.map(({ values }) => values[i])]),
  };
}
