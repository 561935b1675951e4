import { useMemo, useRef } from "react";
import type { FrameView } from "#core/wifi/experiment/figures/view.ts";
import { FigureCard, type Picture } from "../../figures/card.tsx";
import { fixed, plain } from "../../format.ts";
import { useLive } from "../../kit/live.ts";
import { type Curve, CurvesChart } from "./charts/curves-chart.tsx";
import { styleOf } from "./estimators.ts";
import { inspected } from "./store.ts";
import { CHANNEL_LESSON } from "./lessons.ts";
import { NoFrame } from "./no-frame.tsx";
import { useShownSymbol } from "./symbol-stepper.tsx";

/** H of one symbol, [52]. */
interface Estimates {
  training: Float32Array;
  used: Float32Array;
  truth?: Float32Array;
}

export function ChannelCard() {
  const { view, computing } = useLive(inspected);
  const picture = useRef<Picture>(null);
  const symbols = view?.line.symbols ?? 0;
  const symbol = useShownSymbol(symbols);
  const estimates = useMemo(() => view && symbols > 0 && estimatesOf(view, symbol), [view, symbols, symbol]);
  const curves = useMemo(() => view && estimates && curvesOf(view, estimates), [view, estimates]);
  const summary = view && estimates ? describe(view, estimates, symbol) : undefined;
  return (
    <FigureCard
      name="response"
      title="Channel estimate"
      lesson={CHANNEL_LESSON}
      look={
        <>
          |H| of each carrier from the long training, and as the equalizer used it in symbol {symbol}. Dashed: the
          truth, where it is known.
        </>
      }
      summary={summary}
      busy={computing && view !== undefined}
      picture={picture}
      table={
        view && estimates
          ? () => ({
              columns: ["carrier", "training |H|² (dB)", "used |H|² (dB)", "true |H|² (dB)"],
              rows: view.carriers.map((carrier, i) => [
                carrier,
                estimates.training[i],
                estimates.used[i],
                estimates.truth?.[i] ?? null,
              ]),
            })
          : undefined
      }
    >
      {curves ? (
        <CurvesChart
          label={`Channel estimate by carrier. ${summary}`}
          curves={curves}
          xTitle="Carrier"
          yTitle="|H|² (dB)"
          xRange={CARRIER_RANGE}
          read={READ}
          picture={picture}
        />
      ) : (
        <NoFrame sketch="curves" />
      )}
    </FigureCard>
  );
}

/** All 52 carriers with some room. */
export const CARRIER_RANGE = [-28, 28] as const;
const READ = { x: (x: number) => `carrier ${plain(x)}`, y: (y: number) => `${fixed(y, 1)} dB` };

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
    { name: short, of: estimator, colour, symbol, x, y: used, mode: "lines+markers", width: 1 },
    ...(truth ? [{ name: "truth", colour: "--ink", x, y: truth, dash: "dash", width: 1.5 } as const] : []),
  ];
}

function describe({ carriers, snrDb, estimator }: FrameView, { used, truth }: Estimates, symbol: number): string {
  const worst = used.indexOf(Math.min(...used));
  const rms = truth && Math.sqrt(used.reduce((sum, db, i) => sum + (db - truth[i]) ** 2, 0) / used.length);
  const off = rms === undefined ? "" : ` In symbol ${symbol} it is ${fixed(rms, 2)} dB (RMS) from the truth.`;
  return `${styleOf(estimator).short}: SNR ${fixed(snrDb, 1)} dB from the training. The weakest carrier is ${carriers[worst]} with ${fixed(used[worst], 1)} dB.${off}`;
}
