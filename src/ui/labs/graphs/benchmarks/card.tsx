import { useCallback, useRef } from "react";
import type { BenchmarkRow } from "#core/graphs/benchmark-times.ts";
import { BENCHMARKS } from "#core/graphs/presets/benchmarks.ts";
import type { Picture } from "../../../figures/card.tsx";
import { type Drawing, Plot, type Trace } from "../../../figures/plotly/plot.tsx";
import { columnsToRows } from "../../../figures/table.ts";
import type { Palette } from "../../../figures/theme.ts";
import { plain } from "../../../format.ts";
import { Measured, RunCard } from "../../../kit/run-card.tsx";
import { useResults } from "../../../kit/run.ts";
import { times } from "./times.ts";

/** The published speeds, samples per second; null where the thesis publishes nothing. */
const publishedOn = (device: "gpu" | "cpu") =>
  BENCHMARKS.map(({ published }) => (published ? published.samples / published[device] : null));

/** Speeds of the thesis's nine benchmarks on the GPU and on the processor, beside the published ones. */
export function BenchmarksCard() {
  const { results } = useResults(times);
  const picture = useRef<Picture>(null);
  const draw = useCallback((palette: Palette): Drawing => drawingOf(results, palette), [results]);
  const speedOf = (name: string) => results.find((row) => row.name === name);
  return (
    <RunCard
      of={times}
      times
      sketch="points"
      name="benchmarks"
      title="CPU against GPU"
      look="The same work on both. Filled: this computer. Hollow: published in 2015."
      picture={picture}
      first="Measure"
      empty="“Measure” times the nine units of work of the thesis on this computer. The published speeds are drawn beside them."
      summary={summaryOf(results)}
      table={
        results.length > 0
          ? () => ({
              columns: ["work", "GPU (samples/s)", "CPU (samples/s)", "GT 540M, 2015", "Core i7-2670QM, 2015"],
              rows: columnsToRows(
                BENCHMARKS.map(({ title }) => title),
                BENCHMARKS.map(({ name }) => speedOf(name)?.gpu ?? null),
                BENCHMARKS.map(({ name }) => speedOf(name)?.cpu ?? null),
                publishedOn("gpu"),
                publishedOn("cpu"),
              ),
            })
          : undefined
      }
      foot={
        results.length > 0 && (
          <Measured by="wall clock, pages of 4 Mi samples">
            CPU: float64 in one thread of this browser, each formula as it stands. The thesis ran GNU Radio, with vector
            instructions. It publishes no times of “Conjugate” and “Magnitude”.
          </Measured>
        )
      }
    >
      {results.length > 0 && <Plot label="Speed of nine units of work on CPU and GPU" draw={draw} picture={picture} />}
    </RunCard>
  );
}

function drawingOf(results: readonly BenchmarkRow[], palette: Palette): Drawing {
  const titles = BENCHMARKS.map(({ title }) => title);
  const mega = (values: readonly (number | null)[]) => values.map((value) => value && value / 1e6);
  const points = (name: string, values: readonly (number | null)[], colour: `--${string}`, symbol: string): Trace => ({
    type: "scatter",
    mode: "markers",
    name,
    x: mega(values),
    y: titles,
    marker: { color: palette(colour), symbol, size: 9, line: { color: palette(colour), width: 1.6 } },
    hovertemplate: "%{x:.3~s} MS/s",
  });
  const measured = (device: "gpu" | "cpu") =>
    BENCHMARKS.map(({ name }) => results.find((row) => row.name === name)?.[device] ?? null);
  const shown = [measured("gpu"), measured("cpu"), publishedOn("gpu"), publishedOn("cpu")];
  const decades = mega(shown.flat()).flatMap((value) => (value ? [Math.log10(value)] : []));
  return {
    traces: [
      points("GPU", measured("gpu"), "--blue", "circle"),
      points("CPU", measured("cpu"), "--orange", "diamond"),
      points("GT 540M, 2015", publishedOn("gpu"), "--blue", "circle-open"),
      points("Core i7-2670QM, 2015", publishedOn("cpu"), "--orange", "diamond-open"),
    ],
    layout: {
      xaxis: {
        title: "MS/s",
        type: "log",
        dtick: 1,
        exponentformat: "power",
        minexponent: 4,
        // A margin of half a marker at both ends.
        range: [Math.min(...decades) - 0.2, Math.max(...decades) + 0.2],
      },
      yaxis: { type: "category", autorange: "reversed", automargin: true },
    },
  };
}

function summaryOf(results: readonly BenchmarkRow[]): string | undefined {
  const ratios = results.map(({ title, gpu, cpu }) => ({ title, ratio: gpu / cpu })).sort((a, b) => a.ratio - b.ratio);
  const [least, most] = [ratios[0], ratios.at(-1)];
  if (!least || !most) return undefined;
  return `The GPU is ${plain(least.ratio, 2)} times (${least.title}) to ${plain(most.ratio, 2)} times (${most.title}) as fast as the CPU.`;
}
