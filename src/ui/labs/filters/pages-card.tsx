import { Button } from "../../elements/button.tsx";
import { METHOD_TITLES } from "#core/filters/experiment.ts";
import type { PageResult } from "#core/filters/pages.ts";
import { publishedNear, publishedRate } from "#core/filters/published.ts";
import { Measured, RunCard } from "../../kit/run-card.tsx";
import { plain, si } from "../../format.ts";
import { useOutdated, useResults } from "../../kit/run.ts";
import { Chart, type ChartAxis, type Curve } from "../../figures/chart.tsx";
import { pages } from "./store/runs.ts";
import { editFilters, useFilters } from "./store/filters.ts";

/** The card of throughput and latency of a stream over the page size. */
export function PagesCard() {
  const outdated = useOutdated(pages);
  const view = useFilters(({ designed }) => designed.view);
  const chosen = useFilters(({ config }) => config.page);
  const { results } = useResults(pages);
  const page = results.map((result) => result.page);
  const speed = results.map(({ samplesPerSecond }) => samplesPerSecond / 1e6);
  const latencyMs = results.map((result) => result.latencyMs);
  const sizes = [...page, ...SHADED];
  const ticks = [...new Set(sizes)].toSorted((a, b) => a - b).filter((size) => Math.log2(size) % 4 === 0);
  const [first] = results;
  const size = view ? (view.kind === "fir" ? view.order + 1 : view.poles.length) : 0;
  const like = first && !outdated ? publishedNear(first.method, size) : undefined;
  const summary = describe(results);
  const best = bestPage(results);
  return (
    <RunCard
      of={pages}
      times
      first="Measure"
      name="pages"
      title="Page size"
      sketch="rising"
      empty="“Measure” streams noise through this filter in pages of several sizes."
      lesson={async () => (await import("./signal-lessons.ts")).PAGES_LESSON}
      look="Large pages keep the GPU busy; small pages have low latency. Find the best compromise."
      outdated="These results are for another filter."
      summary={summary}
      table={
        results.length > 0 &&
        (() => ({
          columns: ["page (samples)", "latency (ms)", "Msamples/s", "method"],
          rows: results.map((result) => [result.page, result.latencyMs, result.samplesPerSecond / 1e6, result.method]),
        }))
      }
      foot={
        first && (
          <Measured by={`${METHOD_TITLES[first.method]}, wall clock, with transfers`}>
            {summary} {like && "Dashed: published for a similar filter on a GT 540M. "}
            {best && best.page !== chosen && (
              <Button look="link" onClick={() => editFilters({ page: best.page })}>
                Use pages of {binarySize(best.page)}
              </Button>
            )}
          </Measured>
        )
      }
    >
      {first && (
        <Chart
          label={`Throughput and latency over the page. ${summary}`}
          x={{
            title: "Page (samples)",
            log: true,
            range: [Math.min(...sizes) / 1.5, Math.max(...sizes) * 1.5],
            ticks,
            texts: ticks.map(binarySize),
            more: { tickangle: 0 },
            read: (size) => `${binarySize(Number(size))} samples`,
          }}
          y={[
            { title: "Msamples/s", colour: "--blue", ...logOf(speed) },
            { title: "Latency", unit: "ms", colour: "--orange", right: true, ...logOf(latencyMs) },
          ]}
          curves={[
            { name: "throughput", colour: "--blue", x: page, y: speed, width: 1.75, symbol: "diamond", size: 9 },
            {
              name: "latency",
              colour: "--orange",
              x: page,
              y: latencyMs,
              axis: 1,
              width: 1.75,
              symbol: "triangle-up",
              size: 9,
            },
            ...(like ? [publishedLine(publishedRate(like) / 1e6)] : []),
          ]}
          spans={[
            { name: "the thesis: 64 K to 16 M", from: SHADED[0], to: SHADED[1], colour: "--accent", opacity: 0.1 },
          ]}
          revision={`${page.length}`}
        />
      )}
    </RunCard>
  );
}

/** Page sizes of the thesis. */
const SHADED = [2 ** 16, 2 ** 24] as const;

/** A page size in powers of 1024: 64 K. */
const binarySize = (samples: number) =>
  samples >= 2 ** 20
    ? `${plain(samples / 2 ** 20)} M`
    : samples >= 2 ** 10
      ? `${plain(samples / 2 ** 10)} K`
      : `${samples}`;

const logOf = (values: readonly number[]): Partial<ChartAxis> => ({
  log: true,
  step: Math.log10(Math.max(...values) / Math.min(...values)) > 2 ? 1 : "D2",
  more: { tickfont: { size: 11 }, minexponent: 4 },
});

const publishedLine = (speed: number): Curve => ({
  name: "published, GT 540M",
  colour: "--blue",
  x: SHADED,
  y: SHADED.map(() => speed),
  dash: "dash",
});

/** Part of the highest throughput that a good page size reaches. */
const ENOUGH = 0.8;

/** The smallest page size with nearly the highest throughput. */
function bestPage(results: readonly PageResult[]): PageResult | undefined {
  const most = Math.max(...results.map(({ samplesPerSecond }) => samplesPerSecond));
  return results.find(({ samplesPerSecond }) => samplesPerSecond >= ENOUGH * most);
}

function describe(results: readonly PageResult[]): string | undefined {
  const best = bestPage(results);
  if (!best) return undefined;
  const { page, latencyMs, samplesPerSecond } = best;
  return `Pages of ${binarySize(page)} samples reach ${si(samplesPerSecond, "samples/s", 3)}, at least 80 % of the highest throughput. Their latency is ${plain(latencyMs, 2)} ms.`;
}
