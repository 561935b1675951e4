import { useCallback, useMemo, useRef } from "react";
import type { Picture } from "../../../figures/card.tsx";
import { type Drawing, Plot } from "../../../figures/plotly/plot.tsx";
import type { Palette } from "../../../figures/theme.ts";
import { fixed, si } from "../../../format.ts";
import { useReport } from "../run/reports.ts";
import { scaleFor } from "./axis.ts";
import { SinkCard, type SinkProps } from "./sink-card.tsx";

/** Power over frequency: the newest row of a spectrum. */
export function SpectrumFigure({ block }: SinkProps) {
  const report = useReport(block, ["spectrum"]);
  const picture = useRef<Picture>(null);
  const row = report?.rows.at(-1);
  const { from = 0, to = 0, hz } = report ?? {};
  const scale = hz === undefined ? { by: 1, unit: "cycles per sample" } : scaleFor(Math.max(-from, to), "Hz");
  const { by, unit } = scale;
  const frequencies = useMemo(
    () =>
      Float64Array.from({ length: row?.length ?? 0 }, (_, i) => (from + (i * (to - from)) / (row?.length ?? 1)) / by),
    [row?.length, from, to, by],
  );
  const draw = useCallback(
    (palette: Palette): Drawing => ({
      traces: [
        {
          type: "scatter",
          mode: "lines",
          name: "power",
          x: frequencies,
          y: row ?? [],
          line: { color: palette("--blue"), width: 1.2 },
        },
      ],
      layout: {
        xaxis: { title: `Frequency (${unit})`, range: [from / by, to / by] },
        yaxis: { title: "Power (dB)" },
      },
      legend: false,
    }),
    [frequencies, row, unit, from, to, by],
  );
  const peak = row && row.reduce((best, value, i) => (value > row[best] ? i : best), 0);
  return (
    <SinkCard
      block={block}
      look="Power over frequency, averaged over the newest page."
      picture={picture}
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
      {row && <Plot label="Power over frequency" draw={draw} picture={picture} />}
    </SinkCard>
  );
}
