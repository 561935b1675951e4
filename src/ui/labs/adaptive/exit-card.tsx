import type { TurboTransfer } from "#core/adaptive/experiment/transfer.ts";
import { ExitChart } from "../../figures/exit-chart.tsx";
import { fixed, whole } from "../../format.ts";
import { EXIT_LESSON } from "./lessons.ts";
import { liveCard } from "./live-card.tsx";
import { styleOf } from "./looks.ts";

const PARTS = ["equalizer", "decoder"] as const;

export const ExitCard = liveCard({
  name: "exit",
  title: "EXIT chart",
  lesson: EXIT_LESSON,
  look: "The output of MAP is the decoder’s input, and back. Dashed: what each gives for Gaussian inputs. The stairs climb through the tunnel between the curves, or stop where they meet.",
  sketch: "stairs",
  useData: ({ transfer }) => transfer?.transfer,
  summary: ({ exchanges }) => describe(exchanges),
  table: ({ exchanges, equalizer, decoder }) => ({
    columns: ["part", "inputs", "outer iteration", "input (bits per bit)", "output (bits per bit)"],
    rows: [
      ...exchanges.flatMap(({ first, second }, i) => [
        ["equalizer", "measured", i + 1, exchanges[i - 1]?.second ?? 0, first],
        ["decoder", "measured", i + 1, first, second],
      ]),
      ...equalizer.map(({ input, output }) => ["equalizer", "Gaussian", null, input, output]),
      ...decoder.map(({ input, output }) => ["decoder", "Gaussian", null, input, output]),
    ],
  }),
  draw: ({ exchanges, equalizer, decoder, packets, ebn0Db }, summary) => (
    <>
      <ExitChart
        label={`EXIT chart: mutual information that MAP and the decoder exchange. ${summary}`}
        parts={PARTS}
        curves={[
          { name: "equalizer, curve", colour: "--ink", part: "first", points: equalizer },
          { name: "decoder, curve", colour: "--muted", part: "second", points: decoder },
        ]}
        trajectories={[{ name: "exchange", colour: styleOf("map").colour, of: "map", information: exchanges }]}
      />
      <p className="caveat">
        Means over {whole(packets)} {packets === 1 ? "packet" : "packets"} at {fixed(ebn0Db, 1)} dB.
      </p>
    </>
  ),
});

function describe(exchanges: TurboTransfer["exchanges"]): string {
  const { first, second } = exchanges.at(-1)!;
  return `After ${exchanges.length} outer ${exchanges.length === 1 ? "iteration" : "iterations"} MAP gives ${fixed(first, 3)} bits of information per bit, and the decoder ${fixed(second, 3)}.`;
}
