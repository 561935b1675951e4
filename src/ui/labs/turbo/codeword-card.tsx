import { useMemo } from "react";
import type { CodewordView } from "#core/codes/turbo/experiment/codeword.ts";
import { pointer } from "../../figures/pointer.ts";
import { Stepper, WrongBits } from "../../kit/stepper.tsx";
import { fixed, rate } from "../../format.ts";
import { limitsOf, LlrChart } from "../../figures/llr-chart.tsx";
import { useTurbo } from "./store.ts";
import { decoderStyles } from "./decoders.ts";
import { CODEWORD_LESSON } from "./lessons.ts";
import { liveCard } from "./live-card.tsx";
import type { TurboExperiment } from "#core/codes/turbo/experiment/experiment.ts";
import { Button } from "../../elements/button.tsx";

/** The iteration to show, at most the decoder's last one. */
export function shownIteration({ llrs }: CodewordView, iteration: number): number {
  return Math.min(iteration, llrs.length - 1);
}

/** The colour of the inspected decoder. */
export function colourOf(config: TurboExperiment, { query }: CodewordView) {
  const styles = decoderStyles(config);
  return (styles[query.decoder] ?? styles[0]).colour;
}

export const CodewordCard = liveCard({
  name: "codeword",
  title: "One codeword, bit by bit",
  width: "full",
  lesson: CODEWORD_LESSON,
  look: () =>
    `Correct decisions point up, and crosses below the line are wrong bits. Iteration 0 shows the channel alone. Step through the iterations and watch the bits rise.${pointer() === "fine" ? " Drag to zoom; double-click to see all bits." : ""}`,
  sketch: "humps",
  leads: true,
  useData({ view, live }) {
    const { config, iteration, span } = useTurbo();
    const own = live?.own.view ?? view;
    const limits = useMemo(() => own && limitsOf(own), [own]);
    if (!view || !limits) return undefined;
    const { length } = view.bits;
    const shown = span && span[0] + span[1] <= length ? span : ([0, length] as const);
    return { ...view, config, limits, iteration: shownIteration(view, iteration), span: shown };
  },
  summary: (shown) => describe(shown),
  table: ({ bits, llrs }) => ({
    columns: ["bit", "sent", ...llrs.map((_, i) => `LLR after ${i}`)],
    rows: Array.from(bits, (bit, k) => [k, bit, ...llrs.map((llr) => llr[k])]),
  }),
  controls: <AllBits />,
  draw({ config, iteration, span, limits, ...view }, summary) {
    const { bits, llrs, errors, decoder, query, maxError } = view;
    const last = llrs.length - 1;
    return (
      <>
        <Stepper
          label="Iteration"
          text={`Iteration ${iteration}: ${errors[iteration]} wrong bits`}
          step={iteration}
          last={last}
          onStep={(to) => useTurbo.setState({ iteration: to })}
        >
          {iteration === 0 ? "Channel alone" : `Iteration ${iteration} of ${last}`}:{" "}
          <WrongBits count={errors[iteration]} />
        </Stepper>
        <LlrChart
          label={`LLRs of a codeword's bits. ${summary}`}
          llr={llrs[iteration]}
          bits={bits}
          stages={config.length === bits.length ? bits.length / decoder.windows : bits.length}
          span={span}
          onSpan={(next) => useTurbo.setState({ span: next })}
          limits={limits}
          colour={colourOf(config, view)}
        />
        <p className="caveat">
          Codeword {query.codeword} at {fixed(query.ebn0Db, 2)} dB, decoded on the GPU. The largest difference from the
          float64 decoder is {rate(maxError)} of max(1, |L|).
          {decoder.algorithm === "max-log" && maxError > ROUNDING && AMPLIFIED} The LLR axis is linear up to about 4 and
          logarithmic beyond.
        </p>
      </>
    );
  },
});

/** A larger difference is more than the rounding of a few sums of float32. */
const ROUNDING = 1e-5;
const AMPLIFIED =
  " Below the threshold, max-log amplifies the rounding of float32 with each iteration, so single bits with LLRs near 0 may differ.";

function AllBits() {
  const span = useTurbo((store) => store.span);
  if (!span) return null;
  return <Button onClick={() => useTurbo.setState({ span: undefined })}>All bits</Button>;
}

function describe({ errors, bits, decoder, iteration }: CodewordView & { iteration: number }): string {
  const wrong = errors.map((count, i) => `${count} after ${i}`).join(", ");
  const windows = decoder.windows === 1 ? "one window" : `${decoder.windows} windows`;
  return `${bits.length} bits in ${windows}; shown: iteration ${iteration}. Wrong bits by iteration: ${wrong}.`;
}
