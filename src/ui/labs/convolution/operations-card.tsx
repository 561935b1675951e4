import { useEffect, useMemo } from "react";
import type { ConvolutionCount, MethodName, SweptSize } from "#core/convolution/experiment/comparison.ts";
import { FigureCard } from "../../figures/card.tsx";
import { plain } from "../../format.ts";
import { MethodCurves } from "../../figures/method-curves.tsx";
import { useOutdated, useRun } from "../../kit/run.ts";
import { comparison, countOperations, useConvolution } from "./store.ts";
import { useGpu } from "../../kit/engine.ts";
import { useAttention } from "../../figures/attention.ts";
import { axisOf, curvesOf } from "./curves.ts";
import { OPERATIONS_LESSON } from "./lessons.ts";
import { STYLES } from "./methods.ts";

/** The operation counts of the methods at the panel's sizes. They need no run. */
export function OperationsCard() {
  const { config: wanted, counted, perSignal } = useConvolution();
  const { step } = useRun(comparison);
  const outdated = useOutdated(comparison);
  const highlight = useAttention((state) => state.highlight);
  const worker = useGpu(({ gpu }) => gpu.state);
  useEffect(() => {
    if (worker === "open") void countOperations(wanted);
  }, [wanted, worker]);
  const results = outdated ? undefined : step?.state.results;
  const rows = useMemo(() => {
    const wrong = results?.filter((result) => result.wrong) ?? [];
    return (counted?.counts ?? []).map((count) => {
      const { signal, filter, batch, method, flops } = count;
      const same = (one: typeof count) =>
        one.method === method && one.signal === signal && one.filter === filter && one.batch === batch;
      return { ...count, shown: perSignal ? flops / batch : flops, wrong: wrong.some(same) };
    });
  }, [counted, results, perSignal]);
  const config = counted?.config ?? wanted;
  const curves = curvesOf(config, rows, ({ shown }) => shown / 1e6, highlight);
  const { size, title } = axisOf(config);
  const summary = rows.length > 0 ? describe(rows, size) : undefined;
  return (
    <FigureCard
      name="operations"
      title="Operations"
      lesson={OPERATIONS_LESSON}
      look="Counted floating-point operations, on the same horizontal axis as the times. Fewer operations need not mean less time."
      summary={summary}
      table={
        rows.length > 0 &&
        (() => ({
          columns: ["signal", "filter", "batch", "method", "operations"],
          rows: rows.map(({ signal, filter, batch, method, flops }) => [signal, filter, batch, method, flops]),
        }))
      }
    >
      {rows.length > 0 && (
        <MethodCurves
          label={`Floating-point operations over ${title.toLowerCase()}. ${summary}`}
          curves={curves}
          xTitle={title}
          yTitle={perSignal ? "Mflop per signal" : "Mflop for the batch"}
          unit="Mflop"
        />
      )}
    </FigureCard>
  );
}

/** A sentence that names the method with the fewest operations at the last point. */
function describe(rows: readonly (ConvolutionCount & { shown: number })[], size: SweptSize): string {
  const last = rows[rows.length - 1][size];
  const [least] = rows.filter((row) => row[size] === last).toSorted((a, b) => a.shown - b.shown);
  return `Fewest at ${size} ${last}: ${STYLES[least.method as MethodName].short}, ${plain(least.shown / 1e6, 3)} Mflop.`;
}
