import { useMemo } from "react";
import { Spectrogram } from "../../../figures/spectrogram.tsx";
import { edit, useGraph } from "../graph/store.ts";
import { tuningOf } from "../graph/tuning.ts";
import { useReport } from "../run/reports.ts";
import { SinkCard, type SinkProps } from "./sink-card.tsx";
import { siUnit } from "../../../format.ts";

/** Time slots of the figure: a waterfall is empty at first, and fills from the right. */
const SLOTS = 256;
/** About as many values are sorted for the levels. */
const SORTED = 2 ** 16;
/** Levels between these shares of the values are coloured. */
const LOW_SHARE = 0.1;
const HEADROOM_DB = 3;

/** Power over time and frequency: the newest rows at the right. */
export function WaterfallFigure({ block }: SinkProps) {
  const report = useReport(block, "waterfall");
  const raster = useMemo(() => report && rasterOf(report.rows), [report]);
  const { from = 0, to = 1, hz, rowItems = 1 } = report ?? {};
  const { by, unit } = hz === undefined ? { by: 1, unit: "" } : siUnit(Math.max(-from, to), "Hz");
  const duration = hz === undefined ? SLOTS : (SLOTS * rowItems) / hz;
  const slot = hz === undefined ? { by: 1, unit: "rows" } : siUnit(duration, "s");
  const graph = useGraph((state) => state.graph);
  const resolved = useGraph((state) => state.resolved);
  const tuning = useMemo(
    () => (hz === undefined ? undefined : tuningOf(graph, resolved, block)),
    [graph, resolved, block, hz],
  );
  return (
    <SinkCard
      block={block}
      look={`Power over time. The newest rows are at the right.${tuning ? " Click a station to tune to it." : ""}`}
      note={report?.note}
      sketch="points"
      table={
        report &&
        (() => ({
          columns: [
            "row",
            ...Array.from(report.rows[0], (_, i) => String(from + (i * (to - from)) / report.rows[0].length)),
          ],
          rows: report.rows.map((row, i) => [i - report.rows.length + 1, ...row]),
        }))
      }
    >
      {raster && (
        <Spectrogram
          label="Power over time and frequency"
          decibels={raster.decibels}
          columns={SLOTS}
          bins={raster.bins}
          time={[-duration / slot.by, 0]}
          frequency={[from / by, to / by]}
          units={{ time: slot.unit, frequency: unit }}
          levels={raster.levels}
          mark={tuning && { frequency: tuning.frequency / by, text: "tuned" }}
          onChoose={tuning && ((frequency) => edit((edited) => tuning.tune(edited, frequency * by)))}
        />
      )}
    </SinkCard>
  );
}

function rasterOf(rows: readonly Float32Array[]) {
  const bins = rows[0].length;
  const shown = rows.slice(-SLOTS);
  const decibels = new Float32Array(SLOTS * bins).fill(-Infinity);
  for (const [i, row] of shown.entries()) decibels.set(row, (SLOTS - shown.length + i) * bins);
  const step = Math.max(8, Math.ceil((shown.length * bins) / SORTED));
  const sorted = Float32Array.from(shown.flatMap((row) => Array.from(row.filter((_, i) => i % step === 0)))).sort();
  const high = Math.ceil((sorted.at(-1) ?? 0) + HEADROOM_DB);
  const low = Math.floor(sorted[Math.floor(sorted.length * LOW_SHARE)] ?? -100);
  return { bins, decibels, levels: { low: Math.min(Number.isFinite(low) ? low : -120, high - 10), high } };
}
