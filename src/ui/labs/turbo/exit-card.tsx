import type { CodewordView } from "#core/codes/turbo/experiment/codeword.ts";
import { ExitChart, type ExitCurve } from "../../figures/exit-chart.tsx";
import { fixed } from "../../format.ts";
import { useTurbo } from "./store.ts";
import { EXIT_LESSON } from "./lessons.ts";
import { colourOf, shownIteration } from "./codeword-card.tsx";
import { liveCard } from "./live-card.tsx";

const PARTS = ["decoder 1", "decoder 2"] as const;

export const ExitCard = liveCard({
  name: "exit",
  title: "EXIT chart",
  lesson: EXIT_LESSON,
  look: "Each decoder’s output is the other’s input. Dashed: what each decoder gives for Gaussian inputs. The stairs climb through the tunnel between the curves, or stop where they meet.",
  sketch: "stairs",
  useData({ view }) {
    const { config, iteration } = useTurbo();
    return view && { view, colour: colourOf(config, view), iteration: shownIteration(view, iteration) };
  },
  summary: ({ view }) => describe(view.information),
  table: ({ view: { information, curves } }) => ({
    columns: ["decoder", "inputs", "iteration", "input (bits per bit)", "output (bits per bit)"],
    rows: [
      ...information.flatMap(({ first, second }, i) => [
        [1, "measured", i + 1, information[i - 1]?.second ?? 0, first],
        [2, "measured", i + 1, first, second],
      ]),
      ...curves.first.map(({ input, output }) => [1, "Gaussian", null, input, output]),
      ...curves.second.map(({ input, output }) => [2, "Gaussian", null, input, output]),
    ],
  }),
  draw: ({ view, colour, iteration }, summary) => (
    <ExitChart
      label={`EXIT chart: mutual information that the decoders exchange. ${summary}`}
      parts={PARTS}
      curves={curvesOf(view)}
      trajectories={[{ name: "trajectory", colour, information: view.information }]}
      now={iteration > 0 ? { name: `iteration ${iteration}`, ...view.information[iteration - 1] } : undefined}
    />
  ),
});

const curvesOf = ({ curves: { first, second } }: CodewordView): ExitCurve[] => [
  { name: "decoder 1, curve", colour: "--ink", part: "first", points: first },
  { name: "decoder 2, curve", colour: "--muted", part: "second", points: second },
];

function describe(information: readonly { first: number; second: number }[]): string {
  const last = information[information.length - 1];
  return `After ${information.length} iterations decoder 1 provides ${fixed(last.first, 3)} bits of information per bit, decoder 2 ${fixed(last.second, 3)}.`;
}
