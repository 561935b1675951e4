import { FIR_METHOD_TITLES, type FirFilterMethod } from "#core/filters/experiment.ts";
import { PUBLISHED_FILTERS, publishedRate } from "#core/filters/published.ts";
import type { MethodsResult } from "#core/filters/comparison.ts";
import { Measured, RunCard } from "../../kit/run-card.tsx";
import { plain, whole } from "../../format.ts";
import { type MethodCurve, MethodCurves } from "../../figures/method-curves.tsx";
import { useResults } from "../../kit/run.ts";
import { taps } from "./store/runs.ts";
import { METHOD_STYLES } from "./methods.ts";

/** The card that compares the direct sum with FFT filters over the number of taps. */
export function CrossoverCard() {
  const { results } = useResults(taps);
  const curves = curvesOf(results);
  const crossover = crossoverOf(results);
  const mark = crossover ? { x: crossover.taps, text: `crossover: ${plain(crossover.taps, 2)} taps` } : undefined;
  const summary = describe(results, crossover);
  return (
    <RunCard
      of={taps}
      times
      first="Measure"
      name="crossover"
      title="Direct sum or FFT"
      sketch="crossing"
      empty="“Measure” filters noise with 2 to 1024 taps by every method."
      lesson={async () => (await import("./signal-lessons.ts")).CROSSOVER_LESSON}
      look="The cost of the sum is proportional to the taps. The cost of the FFT filter grows slowly. Where do they cross?"
      outdated="These results are for other samples."
      summary={summary}
      table={
        results.length > 0 &&
        (() => ({
          columns: ["method", "taps", "samples", "time (ms)", "Msamples/s", "largest error", "why not"],
          rows: results.map(({ method, size, samples, ms, maxError, reason }) => [
            method,
            size,
            samples,
            ms,
            ms === null ? null : samples / ms / 1e3,
            maxError,
            reason ?? null,
          ]),
        }))
      }
      foot={
        results.length > 0 && (
          <Measured by={`${whole(results[0].samples)} samples`}>
            {summary} Hollow: published for a GT 540M or one core of a Core i7-2670QM.
          </Measured>
        )
      }
    >
      {results.length > 0 && (
        <MethodCurves
          label={`Samples per second over taps. ${summary ?? ""}`}
          curves={curves}
          xTitle="Taps"
          yTitle="Msamples/s"
          unit="Msamples/s"
          mark={mark}
        />
      )}
    </RunCard>
  );
}

function curvesOf(results: readonly MethodsResult[]): MethodCurve[] {
  return (Object.keys(FIR_METHOD_TITLES) as FirFilterMethod[]).flatMap((method) => {
    const mine = results.filter((one) => one.method === method && one.ms !== null);
    if (mine.length === 0) return [];
    const published = PUBLISHED_FILTERS.filter((one) => one.method === method);
    return [
      {
        ...METHOD_STYLES[method],
        points: mine.map(({ size, samples, ms, wrong }) => ({ x: size, y: samples / ms! / 1e3, wrong })),
        published: {
          points: published.map((one) => ({ x: one.taps, y: publishedRate(one) / 1e6 })),
          on: method.startsWith("cpu-") ? "Core i7-2670QM" : "GT 540M",
        },
      },
    ];
  });
}

interface Crossover {
  taps: number;
  method: FirFilterMethod;
}

/** The number of taps from which an FFT filter stays faster than the sum, interpolated between the lengths measured. */
function crossoverOf(results: readonly MethodsResult[]): Crossover | undefined {
  const at = (method: FirFilterMethod) =>
    new Map(
      results.filter((one) => one.method === method && one.ms !== null && !one.wrong).map((one) => [one.size, one.ms!]),
    );
  const sum = at("direct");
  const found = (["overlap-save", "overlap-add"] as const).flatMap((method): Crossover[] => {
    const fft = at(method);
    const sizes = [...sum.keys()].filter((size) => fft.has(size)).toSorted((a, b) => a - b);
    // Positive where the sum takes longer.
    const lead = sizes.map((size) => Math.log(sum.get(size)! / fft.get(size)!));
    const first = lead.findLastIndex((value) => value <= 0) + 1;
    if (first === 0 || first >= sizes.length) return [];
    const share = -lead[first - 1] / (lead[first] - lead[first - 1]);
    return [{ method, taps: sizes[first - 1] * (sizes[first] / sizes[first - 1]) ** share }];
  });
  return found.toSorted((a, b) => a.taps - b.taps)[0];
}

function describe(results: readonly MethodsResult[], crossover: Crossover | undefined): string | undefined {
  if (crossover)
    return `From about ${plain(crossover.taps, 2)} taps on, ${METHOD_STYLES[crossover.method].short} is faster than the sum.`;
  return results.length > 0 ? "The curves of the sum and the FFT filters do not cross." : undefined;
}
