import type { BenchmarkRow } from "#core/graphs/benchmark-times.ts";
import { BENCHMARKS } from "#core/graphs/presets/benchmarks.ts";
import { Chart, type Colour } from "../../../figures/chart.tsx";
import { columnsToRows } from "../../../figures/table.ts";
import { plain } from "../../../format.ts";
import { Measured, RunCard } from "../../../kit/run-card.tsx";
import { useResults } from "../../../kit/run.ts";
import { times } from "../timings.ts";

/** The published speeds, samples per second; null where the thesis publishes nothing. */
const publishedOn = (device: "gpu" | "cpu") =>
  BENCHMARKS.map(({ published }) => (published ? published.samples / published[device] : null));

/** Speeds of the thesis's nine benchmarks on the GPU and on the processor, beside the published ones. */
export function BenchmarksCard() {
  const { results } = useResults(times);
  const speedOf = (name: string) => results.find((row) => row.name === name);
  return (
    <RunCard
      of={times}
      times
      sketch="points"
      name="benchmarks"
      title="CPU against GPU"
      look="The same work on both. Filled: this computer. Hollow: published in 2015."
      first="Measure"
      empty="“Measure” times the nine units of work of the thesis on this computer. The published speeds are drawn beside them."
      summary={summaryOf(results)}
      table={
        results.length > 0 &&
        (() => ({
          columns: ["work", "GPU (samples/s)", "CPU (samples/s)", "GT 540M, 2015", "Core i7-2670QM, 2015"],
          rows: columnsToRows(
            BENCHMARKS.map(({ title }) => title),
            BENCHMARKS.map(({ name }) => speedOf(name)?.gpu ?? null),
            BENCHMARKS.map(({ name }) => speedOf(name)?.cpu ?? null),
            publishedOn("gpu"),
            publishedOn("cpu"),
          ),
        }))
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
      {results.length > 0 && <Chart label="Speed of nine units of work on CPU and GPU" {...chartOf(results)} />}
    </RunCard>
  );
}

const TITLES = BENCHMARKS.map(({ title }) => title);

function chartOf(results: readonly BenchmarkRow[]) {
  const measured = (device: "gpu" | "cpu") =>
    BENCHMARKS.map(({ name }) => results.find((row) => row.name === name)?.[device] ?? null);
  const points = (name: string, speeds: readonly (number | null)[], colour: Colour, symbol: string) => {
    const x = speeds.map((speed) => speed && speed / 1e6);
    return { name, colour, symbol, x, y: TITLES, width: 0, size: 9, edge: 1.6, says: "%{x:.3~s} MS/s" };
  };
  const curves = [
    points("GPU", measured("gpu"), "--blue", "circle"),
    points("CPU", measured("cpu"), "--orange", "diamond"),
    points("GT 540M, 2015", publishedOn("gpu"), "--blue", "circle-open"),
    points("Core i7-2670QM, 2015", publishedOn("cpu"), "--orange", "diamond-open"),
  ];
  const speeds = curves.flatMap(({ x }) => x.filter((speed) => speed !== null));
  return {
    // A margin of half a marker at both ends.
    x: { title: "MS/s", log: true, range: [0.63 * Math.min(...speeds), 1.6 * Math.max(...speeds)] as const, more: LOG },
    y: { title: "", names: TITLES },
    curves,
  };
}

const LOG = { minexponent: 4, tickfont: { size: 12 } };

function summaryOf(results: readonly BenchmarkRow[]): string | undefined {
  const ratios = results.map(({ title, gpu, cpu }) => ({ title, ratio: gpu / cpu })).sort((a, b) => a.ratio - b.ratio);
  const [least, most] = [ratios[0], ratios.at(-1)];
  if (!least || !most) return undefined;
  return `The GPU is ${plain(least.ratio, 2)} times (${least.title}) to ${plain(most.ratio, 2)} times (${most.title}) as fast as the CPU.`;
}
