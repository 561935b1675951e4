import type { Report } from "#core/flow/build/block-factory.ts";
import { Chart } from "../../../figures/chart.tsx";
import { useReport } from "../run/reports.ts";
import { SinkCard, type SinkProps } from "./sink-card.tsx";
import { siUnit } from "../../../format.ts";

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
  return (
    <SinkCard
      block={block}
      look="The newest items over time. Dotted lines are tags."
      note={report?.note}
      sketch="curves"
      table={report && (() => tableOf(report))}
    >
      {report && <Chart label="Items over time" {...chartOf(report)} />}
    </SinkCard>
  );
}

function chartOf(report: TimeReport) {
  const { lines, x, unit } = pointsOf(report);
  const steps = report.curves.every(({ type }) => type === "bits" || type === "integer");
  return {
    x: unit === "" ? { title: "Item" } : { title: "Time", unit },
    y: { title: "Value" },
    curves: lines.map(({ name, values }, i) => {
      return { name, colour: COLOURS[i % COLOURS.length], x, y: values, width: 1.2, steps };
    }),
    rules: report.tags.flatMap(({ key, sample }) => {
      const at = Math.round(sample) - report.first;
      const rule = { x: x[at], text: key, at: "top right", colour: "--muted", width: 1 } as const;
      return at >= 0 && at < x.length ? [rule] : [];
    }),
  };
}

function pointsOf(report: TimeReport) {
  const lines = linesOf(report);
  const count = lines[0]?.values.length ?? 0;
  const { hz, first } = report;
  const { by, unit } = hz === undefined ? { by: 1, unit: "" } : siUnit(count / hz, "s");
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
