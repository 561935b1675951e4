import type { ConvolutionResult, MethodName } from "#core/convolution/experiment/comparison.ts";
import { FigureCard } from "../../figures/card.tsx";
import { download } from "../../figures/download.ts";
import { plain, rate, si, whole } from "../../format.ts";
import { Mark } from "../../figures/glyph.tsx";
import { useRun } from "../../kit/run.ts";
import { comparison } from "./store.ts";
import { useGpu } from "../../kit/engine.ts";
import { NoResult } from "../../kit/no-result.tsx";
import { useTimesHidden } from "../../kit/software-note.tsx";
import { RESULTS_LESSON } from "./lessons.ts";
import { STYLES } from "./methods.ts";
import { Button } from "../../elements/button.tsx";

/** A table of all results of the comparison, with the error beside each time. */
export function ResultsCard() {
  const { phase, step } = useRun(comparison);
  const gpu = useGpu((store) => store.gpu);
  const hidden = useTimesHidden();
  const state = step?.state;
  const results = state?.results ?? [];
  const save = () => {
    const adapter = gpu.state === "open" && gpu.available ? gpu.adapter : undefined;
    const complete = phase === "finished";
    const file = { experiment: "convolution", config: state?.config, adapter, complete, results };
    download("convolution.json", `${JSON.stringify(file, null, 2)}\n`, "application/json");
  };
  return (
    <FigureCard
      name="results"
      title="Results"
      lesson={RESULTS_LESSON}
      width="full"
      look="Every time with its error. Save as JSON writes the results with the sizes that reproduce them."
      table={
        results.length > 0 &&
        (() => ({
          columns: ["signal", "filter", "batch", "method", "ms", "Gflop/s", "bytes", "of copy", "error", "wrong"],
          rows: results.map((result) => {
            const { signal, filter, batch, method, bytes, maxError, wrong } = result;
            const times = hidden ? [null, null] : [result.ms, result.gflops];
            const fraction = hidden ? null : result.fractionOfCopy;
            return [signal, filter, batch, method, ...times, bytes, fraction, maxError, wrong ? "yes" : "no"];
          }),
        }))
      }
      controls={
        <Button disabled={results.length === 0} onClick={save}>
          Save as JSON
        </Button>
      }
    >
      {results.length === 0 ? (
        <NoResult of={comparison}>Nothing has been measured yet.</NoResult>
      ) : (
        <div className="table-scroll results" tabIndex={0} role="region" aria-label="Results: rows">
          <table>
            <thead>
              <tr>
                {["Method", "Signal", "Filter", "Batch", "Time", "Gflop/s", "Of copy", "Error"].map((head) => (
                  <th key={head} scope="col">
                    {head}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {results.map((result, i) => (
                <Row key={i} result={result} hidden={hidden} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </FigureCard>
  );
}

function Row({ result, hidden }: { result: ConvolutionResult; hidden: boolean }) {
  const { method, signal, filter, batch, ms, gflops, fractionOfCopy, maxError, wrong, reason } = result;
  const style = STYLES[method as MethodName];
  const timed = (text: string | null) => <td>{hidden || text === null ? "–" : text}</td>;
  return (
    <tr data-wrong={wrong || undefined}>
      <th scope="row">
        <Mark {...style} /> <span className="wide">{style.name}</span>
        <span className="narrow">{style.short}</span>
      </th>
      <td>{whole(signal)}</td>
      <td>{whole(filter)}</td>
      <td>{whole(batch)}</td>
      {reason ? (
        <td colSpan={4} className="reason">
          {reason}
        </td>
      ) : (
        <>
          {timed(ms === null ? null : si(ms / 1000, "s", 3))}
          {timed(gflops === null ? null : plain(gflops, 3))}
          {timed(fractionOfCopy === null ? null : `${plain(100 * fractionOfCopy, 3)} %`)}
          <td>
            {maxError === null ? "–" : Number.isFinite(maxError) ? rate(maxError) : "not a number"}
            {wrong && <strong> wrong</strong>}
          </td>
        </>
      )}
    </tr>
  );
}
