import type { FrameView } from "#core/wifi/experiment/figures/view.ts";
import { fixed } from "../../format.ts";
import { Chart, type ChartAxis, type Curve } from "../../figures/chart.tsx";
import { styleOf } from "./estimators.ts";
import { CHANNEL_LESSON } from "./lessons.ts";
import { useShownSymbol } from "./symbol-stepper.tsx";
import { liveCard } from "./live-card.tsx";

/** H of one symbol, [52]. */
interface Estimates {
  training: Float32Array;
  used: Float32Array;
  truth?: Float32Array;
}

export const ChannelCard = liveCard({
  name: "response",
  title: "Channel estimate",
  lesson: CHANNEL_LESSON,
  sketch: "curves",
  useData: ({ view }) => {
    const symbols = view?.line.symbols ?? 0;
    const symbol = useShownSymbol(symbols);
    return view && symbols > 0 ? { view, symbol, estimates: estimatesOf(view, symbol) } : undefined;
  },
  look: (shown) =>
    `|H| of each carrier from the long training, and as the equalizer used it in symbol ${shown?.symbol ?? 0}. Dashed: the truth, where it is known.`,
  summary: ({ view, estimates, symbol }) => describe(view, estimates, symbol),
  table: ({ view: { carriers }, estimates: { training, used, truth } }) => ({
    columns: ["carrier", "training |H|² (dB)", "used |H|² (dB)", "true |H|² (dB)"],
    rows: carriers.map((carrier, i) => [carrier, training[i], used[i], truth?.[i] ?? null]),
  }),
  draw: ({ view, estimates }, summary) => (
    <Chart
      label={`Channel estimate by carrier. ${summary}`}
      curves={curvesOf(view, estimates)}
      x={CARRIERS}
      y={{ title: "|H|²", unit: "dB", digits: 1 }}
    />
  ),
});

/** All 52 carriers with some room. */
export const CARRIERS: ChartAxis = { title: "Carrier", range: [-28, 28], read: "carrier" };

function estimatesOf({ carriers, training, used, truth }: FrameView, symbol: number): Estimates {
  const [from, to] = [symbol, symbol + 1].map((each) => each * carriers.length);
  return {
    training: training.powerDb,
    used: used.powerDb.subarray(from, to),
    truth: truth?.powerDb.subarray(from, to),
  };
}

function curvesOf({ carriers: x, estimator }: FrameView, { training, used, truth }: Estimates): Curve[] {
  const { short, colour, symbol } = styleOf(estimator);
  return [
    { name: "training", colour: "--edge", x, y: training, width: 1 },
    { name: short, of: estimator, colour, symbol, x, y: used, width: 1 },
    ...(truth ? [{ name: "truth", colour: "--ink", x, y: truth, dash: "dash", width: 1.5 } as const] : []),
  ];
}

function describe({ carriers, snrDb, estimator }: FrameView, { used, truth }: Estimates, symbol: number): string {
  const worst = used.indexOf(Math.min(...used));
  const rms = truth && Math.sqrt(used.reduce((sum, db, i) => sum + (db - truth[i]) ** 2, 0) / used.length);
  const off = rms === undefined ? "" : ` In symbol ${symbol} it is ${fixed(rms, 2)} dB (RMS) from the truth.`;
  return `${styleOf(estimator).short}: SNR ${fixed(snrDb, 1)} dB from the training. The weakest carrier is ${carriers[worst]} with ${fixed(used[worst], 1)} dB.${off}`;
}
