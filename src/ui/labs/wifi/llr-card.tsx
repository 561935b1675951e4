import type { FrameView } from "#core/wifi/experiment/figures/view.ts";
import { DATA_CARRIERS } from "#core/wifi/frame/symbol.ts";
import { LOOKS } from "../../figures/looks.ts";
import { whole } from "../../format.ts";
import { CARRIERS } from "./channel-card.tsx";
import { Chart, type Curve } from "../../figures/chart.tsx";
import { LLR_LESSON } from "./lessons.ts";
import { useShownSymbol } from "./symbol-stepper.tsx";
import { curvesTable } from "../../figures/table.ts";
import { liveCard } from "./live-card.tsx";

export const LlrCard = liveCard({
  name: "llrs",
  title: "LLRs by carrier",
  lesson: LLR_LESSON,
  sketch: "points",
  useData: ({ view }) => {
    const symbols = view?.line.symbols ?? 0;
    const symbol = useShownSymbol(symbols);
    return view && symbols > 0 ? { view, symbol, curves: curvesOf(view, symbol) } : undefined;
  },
  look: (shown) =>
    `How sure the demapper is of each bit of symbol ${shown?.symbol ?? 0}. ${shown?.view.sent ? "Points below zero are wrong. " : ""}Weak carriers give small LLRs, which the decoder trusts less.`,
  summary: ({ view, curves, symbol }) => describe(view, curves, symbol),
  table: ({ curves }) => curvesTable("carrier", curves),
  draw: ({ view, curves }, summary) => (
    <>
      {view.sent && <p className="caveat">{decodingOf(view)}</p>}
      <Chart
        label={`LLRs by carrier. ${summary}`}
        curves={curves}
        x={CARRIERS}
        y={{ title: view.sent ? "LLR for the sent bit" : "LLR", digits: 1, zero: "--ink" }}
      />
    </>
  ),
});

const STYLES = [LOOKS.blue, LOOKS.orange, LOOKS.green, LOOKS.pink, LOOKS.amber, LOOKS.grey];

/** One set of marks per bit of a carrier's label. */
function curvesOf({ llr, sent, line }: FrameView, symbol: number): Curve[] {
  const { bitsPerCarrier, codedBits } = line.rate;
  return Array.from({ length: bitsPerCarrier }, (_, bit) => {
    const { colour, symbol: shape } = STYLES[bit];
    const places = DATA_CARRIERS.map((_, index) => symbol * codedBits + index * bitsPerCarrier + bit);
    return {
      name: `bit ${bit}`,
      colour,
      symbol: shape,
      width: 0,
      x: DATA_CARRIERS,
      y: places.map((place) => (sent?.[place] === 0 ? -llr[place] : llr[place])),
    };
  });
}

/** Errors before and after the decoder, in words. */
function decodingOf({ llr, wrongCoded, wrongBits, wrongByHard }: FrameView): string {
  const left = (count = 0) => (count === 0 ? "none" : whole(count));
  return `${whole(wrongCoded ?? 0)} of ${whole(llr.length)} code bits are wrong. After the decoder: ${left(wrongBits)} of the PSDU; with their signs alone: ${left(wrongByHard)}.`;
}

function describe({ sent, wrongCoded, llr }: FrameView, curves: readonly Curve[], symbol: number): string {
  const values = curves.flatMap(({ y }) => Array.from(y, Number));
  if (!sent) return `Symbol ${symbol}: ${values.length} bits.`;
  const wrong = values.filter((value) => value <= 0).length;
  return `Symbol ${symbol}: ${wrong} of ${values.length} bits are wrong; in the frame ${whole(wrongCoded ?? 0)} of ${whole(llr.length)}.`;
}
