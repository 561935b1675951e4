import type { Report } from "#core/flow/build/block-factory.ts";
import { Chart } from "../../../figures/chart.tsx";
import { useReport } from "../run/reports.ts";
import { SinkCard, type SinkProps } from "./sink-card.tsx";

/** Pieces of the signal above each other. */
export function EyeFigure({ block }: SinkProps) {
  const report = useReport(block, ["eye"]);
  return (
    <SinkCard
      block={block}
      look="The wider the eye is open, the more noise and timing error the decision tolerates."
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
      {report && (
        <Chart
          label="Eye diagram"
          x={{ title: "Time", unit: "symbols", range: [0, report.symbols] }}
          y={{ title: "Value" }}
          curves={[{ name: "traces", colour: "--blue", ...tracesOf(report), opacity: 0.5, width: 1 }]}
          legend={false}
        />
      )}
    </SinkCard>
  );
}

/** The traces as one line that is interrupted between them. */
function tracesOf({ traces, length, symbols }: Extract<Report, { kind: "eye" }>) {
  const [x, y]: (number | null)[][] = [[], []];
  for (const [i, value] of traces.entries()) {
    x.push(((i % length) * symbols) / (length - 1));
    y.push(value);
    if ((i + 1) % length) continue;
    x.push(null);
    y.push(null);
  }
  return { x, y };
}
