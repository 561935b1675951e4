import { Chart } from "../../../figures/chart.tsx";
import { cloudPanel, readPoint } from "../../../figures/constellation.tsx";
import { PanelGroup } from "../../../figures/panel-group.tsx";
import { columnsToRows, curvesTable } from "../../../figures/table.ts";
import { fixed, si, siUnit } from "../../../format.ts";
import { pointCloud } from "./point-cloud.ts";
import { sinkFigure } from "./sink-card.tsx";

const COLOURS = ["--blue", "--orange", "--green", "--pink", "--amber", "--grey", "--blue", "--orange"] as const;

/** Signals over time, with their tags. Real and imaginary parts of complex samples are two curves. */
export const TimeFigure = sinkFigure(
  "time",
  { look: "The newest items over time. Dotted lines are tags.", sketch: "curves" },
  ({ curves, hz, first, tags }) => {
    const lines = curves.flatMap(({ name, type, values }) => {
      if (type !== "complex") return [{ name, y: values }];
      const prefix = curves.length > 1 ? `${name}: ` : "";
      return ["real", "imaginary"].map((part, offset) => ({
        name: prefix + part,
        y: values.filter((_, i) => i % 2 === offset),
      }));
    });
    const count = lines[0]?.y.length ?? 0;
    const { by, unit } = hz === undefined ? { by: 1, unit: "" } : siUnit(count / hz, "s");
    // Time counts from the first point shown: absolute times of long runs could not be told apart.
    const x = Float64Array.from({ length: count }, (_, i) => (hz === undefined ? first + i : i / hz / by));
    const steps = curves.every(({ type }) => type === "bits" || type === "integer");
    const drawn = lines.map((line, i) => ({ ...line, colour: COLOURS[i % COLOURS.length], x, width: 1.2, steps }));
    const rules = tags.flatMap(({ key, sample }) => {
      const at = Math.round(sample) - first;
      const rule = { x: x[at], text: key, at: "top right", colour: "--muted", width: 1 } as const;
      return at >= 0 && at < count ? [rule] : [];
    });
    return {
      table: () => curvesTable(unit === "" ? "item" : `time (${unit})`, drawn),
      children: (
        <Chart
          label="Items over time"
          x={unit === "" ? { title: "Item" } : { title: "Time", unit }}
          y={{ title: "Value" }}
          curves={drawn}
          rules={rules}
        />
      ),
    };
  },
);

/** Power over frequency: the newest row of a spectrum. */
export const SpectrumFigure = sinkFigure(
  "spectrum",
  { look: "Power over frequency, averaged over the newest page.", sketch: "humps" },
  ({ rows, from, to, hz }) => {
    const row = rows.at(-1);
    if (!row) return {};
    const { by, unit } = hz === undefined ? { by: 1, unit: "cycles per sample" } : siUnit(Math.max(-from, to), "Hz");
    const x = Float64Array.from(row, (_, i) => (from + (i * (to - from)) / row.length) / by);
    const peak = row.reduce((best, value, i) => (value > row[best] ? i : best), 0);
    return {
      summary: `Peak ${fixed(row[peak], 1)} dB at ${si(x[peak], unit, 5)}.`,
      table: () => ({ columns: [`frequency (${unit})`, "power (dB)"], rows: columnsToRows(x, row) }),
      children: (
        <Chart
          label="Power over frequency"
          x={{ title: "Frequency", unit, range: [from / by, to / by] }}
          y={{ title: "Power", unit: "dB", digits: 1 }}
          curves={[{ name: "power", colour: "--blue", x, y: row, width: 1.2 }]}
          legend={false}
        />
      ),
    };
  },
);

/** How often values occur. */
export const HistogramFigure = sinkFigure(
  "histogram",
  { look: "The number of items in each interval of values.", sketch: "humps" },
  ({ counts, from, to }) => {
    const x = Array.from(counts, (_, i) => from + ((i + 0.5) * (to - from)) / counts.length);
    return {
      table: () => ({ columns: ["value", "items"], rows: columnsToRows(x, counts) }),
      children: (
        <Chart
          label="Histogram of the values"
          x={{ title: "Value", range: [from, to] }}
          y={{ title: "Items", fromZero: true }}
          curves={[{ name: "items", colour: "--blue", x, y: counts, bars: 0 }]}
          legend={false}
          more={{ bargap: 0.05 }}
        />
      ),
    };
  },
);

/** Pieces of the signal above each other. */
export const EyeFigure = sinkFigure(
  "eye",
  { look: "An eye that opens wider tolerates more noise and timing error.", sketch: "curves" },
  ({ traces, length, symbols }) => {
    const timeOf = (i: number) => ((i % length) * symbols) / (length - 1);
    const points = [...traces].map((value, i) => [timeOf(i), value] as const);
    // One line that is interrupted between the traces.
    const line = points.flatMap((point, i) => ((i + 1) % length ? [point] : [point, [null, null] as const]));
    return {
      table: () => ({
        columns: ["trace", "time (symbols)", "value"],
        rows: points.map((point, i) => [Math.floor(i / length), ...point]),
      }),
      children: (
        <Chart
          label="Eye diagram"
          x={{ title: "Time", unit: "symbols", range: [0, symbols] }}
          y={{ title: "Value" }}
          curves={[
            {
              name: "traces",
              colour: "--blue",
              x: line.map(([x]) => x),
              y: line.map(([, y]) => y),
              opacity: 0.5,
              width: 1,
            },
          ]}
          legend={false}
        />
      ),
    };
  },
);

/** Complex items as points of the plane. */
export const ConstellationFigure = sinkFigure(
  "constellation",
  { look: "Each point is one item. Clear clusters can be decided without errors.", sketch: "points" },
  ({ points }) => {
    const cloud = pointCloud(points);
    return {
      table: () => ({
        columns: ["real", "imaginary"],
        rows: Array.from({ length: points.length / 2 }, (_, i) => [points[2 * i], points[2 * i + 1]]),
      }),
      children: (
        <PanelGroup
          label="Complex items as points of the plane"
          className="sink-points"
          rows={[
            [
              cloudPanel({
                name: "Items",
                note: `The square reaches from −${cloud.reach} to ${cloud.reach}.`,
                points: cloud.points,
                colour: "var(--blue)",
                reach: 1,
                ideal: [],
                read: (i) => readPoint(cloud.finite, i),
              }),
            ],
          ]}
        />
      ),
    };
  },
);
