import type { CodewordView } from "#core/codes/turbo/experiment/codeword.ts";
import { FigureCard } from "../../figures/card.tsx";
import { ExitChart, type ExitCurve } from "../../figures/exit-chart.tsx";
import { fixed } from "../../format.ts";
import { useLive } from "../../kit/live.ts";
import { codeword, useTurbo } from "./store.ts";
import { decoderStyles } from "./decoders.ts";
import { EXIT_LESSON } from "./lessons.ts";
import { NoCodeword } from "./no-codeword.tsx";
import { shownIteration } from "./codeword-card.tsx";

const PARTS = ["decoder 1", "decoder 2"] as const;

export function ExitCard() {
  const { config, iteration } = useTurbo();
  const { view, computing } = useLive(codeword);
  const styles = decoderStyles(config);
  const colour = styles[view?.query.decoder ?? 0]?.colour ?? styles[0].colour;
  const trajectories = view ? [{ name: "trajectory", colour, information: view.information }] : [];
  const curves = view ? curvesOf(view) : [];
  const shown = view ? shownIteration(view, iteration) : 0;
  const now = view && shown > 0 ? { name: `iteration ${shown}`, ...view.information[shown - 1] } : undefined;
  const summary = view && describe(view.information);
  return (
    <FigureCard
      name="exit"
      title="EXIT chart"
      lesson={EXIT_LESSON}
      look="Each decoder’s output is the other’s input. Dashed: what each decoder gives for Gaussian inputs. The stairs climb through the tunnel between the curves, or stop where they meet."
      summary={summary}
      busy={computing && view !== undefined}
      table={
        view &&
        (() => ({
          columns: ["decoder", "inputs", "iteration", "input (bits per bit)", "output (bits per bit)"],
          rows: [
            ...view.information.flatMap(({ first, second }, i) => [
              [1, "measured", i + 1, view.information[i - 1]?.second ?? 0, first],
              [2, "measured", i + 1, first, second],
            ]),
            ...view.curves.first.map(({ input, output }) => [1, "Gaussian", null, input, output]),
            ...view.curves.second.map(({ input, output }) => [2, "Gaussian", null, input, output]),
          ],
        }))
      }
    >
      {view ? (
        <ExitChart
          label={`EXIT chart: mutual information that the decoders exchange. ${summary}`}
          parts={PARTS}
          curves={curves}
          trajectories={trajectories}
          now={now}
        />
      ) : (
        <NoCodeword sketch="stairs" />
      )}
    </FigureCard>
  );
}

const curvesOf = ({ curves: { first, second } }: CodewordView): ExitCurve[] => [
  { name: "decoder 1, curve", colour: "--ink", part: "first", points: first },
  { name: "decoder 2, curve", colour: "--muted", part: "second", points: second },
];

function describe(information: readonly { first: number; second: number }[]): string {
  const last = information[information.length - 1];
  return `After ${information.length} iterations decoder 1 provides ${fixed(last.first, 3)} bits of information per bit, decoder 2 ${fixed(last.second, 3)}.`;
}
