import { BENCHMARKS } from "#core/graphs/presets/benchmarks.ts";
import { Chart, type Colour, type Curve } from "../../../figures/chart.tsx";
import { columnsToRows } from "../../../figures/table.ts";
import { plain, si } from "../../../format.ts";
import { RunCard } from "../../../kit/run-card.tsx";
import { useResults } from "../../../kit/run.ts";
import { presetLinkOf } from "#core/graphs/preset-link.ts";
import { pageText } from "../run/page-text.ts";
import { sizes } from "../timings.ts";

/** The machines of the thesis. */
const THESIS = { gpu: "GT 540M, 2015 (MS/s)", cpu: "Core i7-2670QM, 2015 (MS/s)" };

const DOTTED = { width: 1.8, symbol: "circle", size: 6 };

/** Returns what the thesis publishes for the work of a preset; undefined where it publishes nothing. */
const publishedFor = (preset: string | undefined) =>
  BENCHMARKS.find(({ name }) => preset === `benchmark-${name}`)?.published;

/** Throughput and latency of the graph over the size of its pages. */
export function PageSizesCard() {
  const { config, results } = useResults(sizes);
  // The results may belong to an earlier graph.
  const published = publishedFor(presetLinkOf(config.graph)?.preset);
  const x = results.map(({ page }) => page);
  /** A published speed as a level line. */
  const level = (name: string, seconds: number, colour: Colour): Curve => ({
    name,
    colour,
    x: [x[0], x.at(-1) ?? x[0]],
    y: [1, 1].map(() => (published ? published.samples / seconds / 1e6 : null)),
    width: 1.4,
    dash: "dash",
  });
  const table = () => ({
    columns: ["page size (items)", "throughput (items/s)", "latency (ms)"],
    rows: columnsToRows(
      results.map(({ page }) => page),
      results.map(({ itemsPerSecond }) => itemsPerSecond),
      results.map(({ latencyMs }) => latencyMs),
    ),
  });
  const best = results.reduce<(typeof results)[number] | undefined>(
    (most, row) => (most && most.itemsPerSecond >= row.itemsPerSecond ? most : row),
    undefined,
  );
  return (
    <RunCard
      of={sizes}
      times
      sketch="rising"
      name="page-sizes"
      title="Page size"
      look={`Large pages raise the throughput until the GPU is busy. After that only the latency grows.${
        published ? " Dashed: published by the thesis for this work." : ""
      }`}
      outdated="These results are from an earlier graph."
      first="Compare"
      empty="“Compare” measures throughput and latency of this graph for pages of 64 Ki to 16 Mi items."
      summary={
        best &&
        `The highest throughput is ${si(best.itemsPerSecond, "items/s", 3)} at ${pageText(best.page)} items, with a latency of ${plain(best.latencyMs, 3)} ms.`
      }
      table={results.length > 0 && table}
    >
      {results.length > 0 && (
        <Chart
          label="Throughput and latency over the page size"
          x={{
            title: "Page size (items)",
            log: true,
            ticks: x,
            texts: x.map(pageText),
            more: { tickfont: { size: 12 } },
            read: (size) => pageText(Number(size)),
          }}
          y={[
            { title: "MS/s", ...(published ? { log: true } : { fromZero: true }) },
            { title: "ms", log: true },
          ]}
          curves={[
            {
              name: "throughput (MS/s)",
              colour: "--blue",
              x,
              y: results.map(({ itemsPerSecond }) => itemsPerSecond / 1e6),
              ...DOTTED,
            },
            {
              name: "latency (ms)",
              colour: "--orange",
              x,
              y: results.map(({ latencyMs }) => latencyMs),
              axis: 1,
              ...DOTTED,
            },
            ...(published
              ? [level(THESIS.gpu, published.gpu, "--green"), level(THESIS.cpu, published.cpu, "--grey")]
              : []),
          ]}
        />
      )}
    </RunCard>
  );
}
