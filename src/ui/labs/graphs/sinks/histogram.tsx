import { Chart } from "../../../figures/chart.tsx";
import { useReport } from "../run/reports.ts";
import { SinkCard, type SinkProps } from "./sink-card.tsx";

/** How often values occur. */
export function HistogramFigure({ block }: SinkProps) {
  const report = useReport(block, ["histogram"]);
  const { counts = new Float64Array(0), from = 0, to = 1 } = report ?? {};
  const middle = (i: number) => from + ((i + 0.5) * (to - from)) / counts.length;
  return (
    <SinkCard
      block={block}
      look="The number of items in each interval of values."
      note={report?.note}
      sketch="humps"
      table={
        report && (() => ({ columns: ["value", "items"], rows: Array.from(counts, (count, i) => [middle(i), count]) }))
      }
    >
      {report && (
        <Chart
          label="Histogram of the values"
          x={{ title: "Value", range: [from, to] }}
          y={{ title: "Items", fromZero: true }}
          curves={[{ name: "items", colour: "--blue", x: Array.from(counts, (_, i) => middle(i)), y: counts, bars: 0 }]}
          legend={false}
          more={{ bargap: 0.05 }}
        />
      )}
    </SinkCard>
  );
}
