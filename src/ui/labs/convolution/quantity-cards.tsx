import { useMemo, useRef } from "react";
import { WRONG } from "#core/experiments/verdict.ts";
import { FigureCard, type Picture } from "../../figures/card.tsx";
import { rate } from "../../format.ts";
import { MethodCurves } from "../../plots/method-curves.tsx";
import { useConvolution } from "../../store/convolution.ts";
import { axisOf, curvesOf } from "./curves.ts";
import { NoResult } from "./run-state.tsx";
import { useShown } from "./shown.ts";

export function OperationsCard() {
  const { config, results } = useShown();
  const { perSignal, highlight } = useConvolution();
  const picture = useRef<Picture>(null);
  const curves = useMemo(
    () =>
      curvesOf(
        config,
        results,
        ({ ms, flops, batch }) => (ms === null ? null : (perSignal ? flops / batch : flops) / 1e6),
        highlight,
      ),
    [config, results, perSignal, highlight],
  );
  const { title } = axisOf(config);
  return (
    <FigureCard
      name="operations"
      title="Operations"
      look="Floating-point operations, counted: the same axes as the time beside it. Few operations need not mean little time."
      picture={picture}
      table={
        results.length > 0
          ? () => ({
              columns: ["signal", "filter", "batch", "method", "operations"],
              rows: results.map(({ signal, filter, batch, method, flops }) => [signal, filter, batch, method, flops]),
            })
          : undefined
      }
    >
      {results.length === 0 ? (
        <NoResult name="comparison">What each method computes is counted as it is measured.</NoResult>
      ) : (
        <MethodCurves
          label={`Floating-point operations over ${title.toLowerCase()}.`}
          curves={curves}
          xTitle={title}
          yTitle={perSignal ? "Mflop a signal" : "Mflop for the batch"}
          unit="Mflop"
          picture={picture}
        />
      )}
    </FigureCard>
  );
}

const LIMIT = { y: WRONG, text: "wrong above" };

export function ErrorCard() {
  const { config, results } = useShown();
  const highlight = useConvolution((store) => store.highlight);
  const picture = useRef<Picture>(null);
  const curves = useMemo(
    () => curvesOf(config, results, ({ maxError }) => finite(maxError), highlight),
    [config, results, highlight],
  );
  const { title } = axisOf(config);
  const wrong = results.filter((result) => result.wrong).length;
  const checked = results.filter(({ maxError }) => maxError !== null).length;
  const worst = Math.max(...results.map(({ maxError }) => maxError ?? 0));
  const summary = checked
    ? `${checked} results checked against float64, ${wrong ? `${wrong} wrong` : "all right"}; largest error ${rate(worst)}.`
    : undefined;
  return (
    <FigureCard
      name="error"
      title="Error"
      look="Each result against float64, over the RMS of what is right. A fast wrong answer is a wrong answer."
      summary={summary}
      picture={picture}
      table={
        results.length > 0
          ? () => ({
              columns: ["signal", "filter", "batch", "method", "largest error", "wrong"],
              rows: results.map(({ signal, filter, batch, method, maxError, wrong }) => {
                return [signal, filter, batch, method, maxError, wrong ? "yes" : "no"];
              }),
            })
          : undefined
      }
    >
      {results.length === 0 ? (
        <NoResult name="comparison">Every result is checked before it is timed.</NoResult>
      ) : (
        <MethodCurves
          label={`Largest error over ${title.toLowerCase()}. ${summary ?? ""}`}
          curves={curves}
          xTitle={title}
          yTitle="Largest relative error"
          unit=""
          line={LIMIT}
          picture={picture}
        />
      )}
      {summary && <p className="caveat">{summary}</p>}
    </FigureCard>
  );
}

/** Numbers that are none are drawn at the top of the axis. */
const finite = (error: number | null) => (error === null || Number.isFinite(error) ? error : 1);
