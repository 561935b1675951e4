import { useMemo, useRef } from "react";
import { METHOD_TITLES } from "#core/filters/experiment.ts";
import type { PageResult } from "#core/filters/pages.ts";
import { publishedNear, publishedRate } from "#core/filters/published.ts";
import type { Picture } from "../../figures/card.tsx";
import { Measured, RunCard } from "../../kit/run-card.tsx";
import { plain, si } from "../../format.ts";
import { useOutdated, useRun } from "../../kit/run.ts";
import { binarySize, PagesChart } from "./charts/pages-chart.tsx";
import { pages } from "./store/runs.ts";
import { editFilters, useFilters } from "./store/filters.ts";

const NONE: readonly PageResult[] = [];

/** The card of throughput and latency of a stream over the page size. */
export function PagesCard() {
  const outdated = useOutdated(pages);
  const view = useFilters(({ designed }) => designed.view);
  const page = useFilters(({ config }) => config.page);
  const picture = useRef<Picture>(null);
  const results = useRun(pages).step?.state.results ?? NONE;
  const columns = useMemo(
    () => ({
      page: results.map((result) => result.page),
      speed: results.map(({ samplesPerSecond }) => samplesPerSecond / 1e6),
      latencyMs: results.map(({ latencyMs }) => latencyMs),
    }),
    [results],
  );
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
      picture={picture}
      table={
        results.length > 0
          ? () => ({
              columns: ["page (samples)", "latency (ms)", "Msamples/s", "method"],
              rows: results.map((result) => [
                result.page,
                result.latencyMs,
                result.samplesPerSecond / 1e6,
                result.method,
              ]),
            })
          : undefined
      }
      foot={
        first && (
          <Measured by={`${METHOD_TITLES[first.method]}, wall clock, with transfers`}>
            {summary} {like && "Dashed: published for a similar filter on a GT 540M. "}
            {best && best.page !== page && (
              <button type="button" className="link" onClick={() => editFilters({ page: best.page })}>
                Use pages of {binarySize(best.page)}
              </button>
            )}
          </Measured>
        )
      }
    >
      {first && (
        <PagesChart
          label={`Throughput and latency over the page. ${summary}`}
          {...columns}
          published={like && publishedRate(like) / 1e6}
          picture={picture}
        />
      )}
    </RunCard>
  );
}

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
