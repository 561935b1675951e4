import { useMemo } from "react";
import { Chart } from "../../../figures/chart.tsx";
import { fixed, si, siUnit } from "../../../format.ts";
import { useReport } from "../run/reports.ts";
import { SinkCard, type SinkProps } from "./sink-card.tsx";

/** Power over frequency: the newest row of a spectrum. */
export function SpectrumFigure({ block }: SinkProps) {
  const report = useReport(block, ["spectrum"]);
  const row = report?.rows.at(-1);
  const { from = 0, to = 0, hz } = report ?? {};
  const { by, unit } = hz === undefined ? { by: 1, unit: "cycles per sample" } : siUnit(Math.max(-from, to), "Hz");
  const frequencies = useMemo(
    () =>
      Float64Array.from({ length: row?.length ?? 0 }, (_, i) => (from + (i * (to - from)) / (row?.length ?? 1)) / by),
    [row?.length, from, to, by],
  );
  const peak = row && row.reduce((best, value, i) => (value > row[best] ? i : best), 0);
  return (
    <SinkCard
      block={block}
      look="Power over frequency, averaged over the newest page."
      note={report?.note}
      sketch="humps"
      summary={
        row && peak !== undefined ? `Peak ${fixed(row[peak], 1)} dB at ${si(frequencies[peak], unit, 5)}.` : undefined
      }
      table={
        row &&
        (() => ({
          columns: [`frequency (${unit})`, "power (dB)"],
          rows: Array.from(row, (value, i) => [frequencies[i], value]),
        }))
      }
    >
      {row && (
        <Chart
          label="Power over frequency"
          x={{ title: "Frequency", unit, range: [from / by, to / by] }}
          y={{ title: "Power", unit: "dB", digits: 1 }}
          curves={[{ name: "power", colour: "--blue", x: frequencies, y: row, width: 1.2 }]}
          legend={false}
        />
      )}
    </SinkCard>
  );
}
