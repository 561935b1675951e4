import { useMemo } from "react";
import type { CodewordView } from "#core/codes/turbo/experiment/codeword.ts";
import { pointer } from "../../figures/pointer.ts";
import { FigureCard } from "../../figures/card.tsx";
import { Stepper } from "../../kit/stepper.tsx";
import { fixed, rate, whole } from "../../format.ts";
import { limitsOf, LlrChart } from "../../figures/llr-chart.tsx";
import { useLive, useOwnDraw } from "../../kit/live.ts";
import { codeword, useTurbo } from "./store.ts";
import { decoderStyles } from "./decoders.ts";
import { CODEWORD_LESSON } from "./lessons.ts";
import { NoCodeword } from "./no-codeword.tsx";

/** The iteration to show, at most the decoder's last one. */
export function shownIteration({ llrs }: CodewordView, iteration: number): number {
  return Math.min(iteration, llrs.length - 1);
}

export function CodewordCard() {
  const { config, iteration: wanted, span } = useTurbo();
  const { view, computing, failure } = useLive(codeword);
  const styles = useMemo(() => decoderStyles(config), [config]);
  const own = useOwnDraw(codeword).view;
  const limits = useMemo(() => limitsOf(own ?? { llrs: [], bits: new Uint8Array() }), [own]);
  const iteration = view ? shownIteration(view, wanted) : 0;
  const length = view?.bits.length ?? 0;
  const shown = span && span[0] + span[1] <= length ? span : ([0, length] as const);
  const summary = view && describe(view, iteration);
  return (
    <FigureCard
      name="codeword"
      title="One codeword, bit by bit"
      width="full"
      lesson={CODEWORD_LESSON}
      look={
        <>
          Correct decisions point up, and crosses below the line are wrong bits. Iteration 0 shows the channel alone.
          Step through the iterations and watch the bits rise.{" "}
          {pointer() === "fine" && "Drag to zoom; double-click to see all bits."}
        </>
      }
      summary={summary}
      busy={computing && view !== undefined}
      failure={failure}
      onRetry={() => void codeword.compute()}
      table={
        view &&
        (() => ({
          columns: ["bit", "sent", ...view.llrs.map((_, i) => `LLR after ${i}`)],
          rows: Array.from(view.bits, (bit, k) => [k, bit, ...view.llrs.map((llr) => llr[k])]),
        }))
      }
      controls={span && <AllBits />}
    >
      {view ? (
        <>
          <Iterations view={view} iteration={iteration} />
          <LlrChart
            label={`LLRs of a codeword's bits. ${summary}`}
            llr={view.llrs[iteration]}
            bits={view.bits}
            stages={config.length === length ? length / view.decoder.windows : length}
            span={shown}
            onSpan={(next) => useTurbo.setState({ span: next })}
            limits={limits}
            colour={styles[view.query.decoder]?.colour ?? styles[0].colour}
          />
          <p className="caveat">
            Codeword {view.query.codeword} at {fixed(view.query.ebn0Db, 2)} dB, decoded on the GPU. The largest
            difference from the float64 decoder is {rate(view.maxError)} of max(1, |L|). The LLR axis is linear up to
            about 4 and logarithmic beyond.
          </p>
        </>
      ) : (
        <NoCodeword sketch="humps" />
      )}
    </FigureCard>
  );
}

function AllBits() {
  return (
    <button type="button" className="button" onClick={() => useTurbo.setState({ span: undefined })}>
      All bits
    </button>
  );
}

/** A control that steps through the iterations or plays them. */
function Iterations({ view, iteration }: { view: CodewordView; iteration: number }) {
  const last = view.llrs.length - 1;
  const wrong = view.errors[iteration];
  return (
    <Stepper
      label="Iteration"
      text={`Iteration ${iteration}: ${wrong} wrong bits`}
      step={iteration}
      last={last}
      onStep={showIteration}
    >
      {iteration === 0 ? "Channel alone" : `Iteration ${iteration} of ${last}`}:{" "}
      <strong data-wrong={wrong > 0 || undefined}>{wrong === 0 ? "all bits correct" : `${whole(wrong)} wrong`}</strong>
    </Stepper>
  );
}

const showIteration = (iteration: number) => useTurbo.setState({ iteration });

function describe({ errors, bits, decoder }: CodewordView, iteration: number): string {
  const wrong = errors.map((count, i) => `${count} after ${i}`).join(", ");
  const windows = decoder.windows === 1 ? "one window" : `${decoder.windows} windows`;
  return `${bits.length} bits in ${windows}; shown: iteration ${iteration}. Wrong bits by iteration: ${wrong}.`;
}
