import { WRONG } from "#core/measurement/verdict.ts";
import { FigureCard } from "../../figures/card.tsx";
import { rate } from "../../format.ts";
import { MethodCurves } from "../../figures/method-curves.tsx";
import { NoResult } from "../../kit/no-result.tsx";
import { useAttention } from "../../figures/attention.ts";
import { comparison } from "./store.ts";
import { axisOf, curvesOf } from "./curves.ts";
import { ERROR_LESSON } from "./lessons.ts";
import { useResults } from "../../kit/run.ts";

const LIMIT = { y: WRONG, text: "wrong above" };

export function ErrorCard() {
  const { config, results } = useResults(comparison);
  const highlight = useAttention((state) => state.highlight);
  const curves = curvesOf(config, results, ({ maxError }) => finite(maxError), highlight);
  const { title } = axisOf(config);
  const wrong = results.filter((result) => result.wrong).length;
  const checked = results.filter(({ maxError }) => maxError !== null).length;
  const worst = Math.max(...results.map(({ maxError }) => maxError ?? 0));
  const summary = checked
    ? `${checked} results checked against float64, ${wrong ? `${wrong} wrong` : "all correct"}; largest error ${rate(worst)}.`
    : undefined;
  return (
    <FigureCard
      name="error"
      title="Error"
      lesson={ERROR_LESSON}
      look="The largest difference from float64, relative to the RMS of the correct output. A fast wrong answer is a wrong answer."
      summary={summary}
      table={
        results.length > 0 &&
        (() => ({
          columns: ["signal", "filter", "batch", "method", "largest error", "wrong"],
          rows: results.map(({ signal, filter, batch, method, maxError, wrong }) => {
            return [signal, filter, batch, method, maxError, wrong ? "yes" : "no"];
          }),
        }))
      }
    >
      {results.length === 0 ? (
        <NoResult of={comparison} sketch="scatter">
          Run checks every result against float64 before it times the method.
        </NoResult>
      ) : (
        <MethodCurves
          label={`Largest error over ${title.toLowerCase()}. ${summary ?? ""}`}
          curves={curves}
          xTitle={title}
          yTitle="Largest relative error"
          unit=""
          line={LIMIT}
        />
      )}
      {summary && <p className="caveat">{summary}</p>}
    </FigureCard>
  );
}

/** An error that is not a finite number is drawn at the top of the axis. */
const finite = (error: number | null) => (error === null || Number.isFinite(error) ? error : 1);
