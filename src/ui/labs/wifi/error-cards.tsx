import type { EstimatorError, FrameView } from "#core/wifi/experiment/figures/view.ts";
import { DATA_CARRIERS } from "#core/wifi/frame/symbol.ts";
import { FigureCard, type FigureCardProps } from "../../figures/card.tsx";
import { fixed } from "../../format.ts";
import { useLive } from "../../kit/live.ts";
import { CARRIERS } from "./channel-card.tsx";
import { Chart, type ChartAxis, type Curve, type Rule } from "../../figures/chart.tsx";
import { styleOf } from "./estimators.ts";
import { inspected } from "./store.ts";
import { CARRIER_ERROR_LESSON, SYMBOL_ERROR_LESSON } from "./lessons.ts";
import { NoFrame } from "./no-frame.tsx";
import { useShownSymbol } from "./symbol-stepper.tsx";
import { curvesTable } from "../../figures/table.ts";

/** Error vector magnitude by carrier. */
export const CarrierErrorCard = () => (
  <ErrorCard
    name="error-carrier"
    title="EVM by carrier"
    lesson={CARRIER_ERROR_LESSON}
    look="Mean squared distance of each carrier’s points from the constellation. It mirrors |H|: the points of weak carriers scatter."
    x={CARRIERS}
    what="carrier"
    xOf={ofCarriers}
    yOf={byCarrier}
  />
);

/** Error vector magnitude by symbol, with the inspected symbol marked. */
export function SymbolErrorCard() {
  const { view } = useLive(inspected);
  const symbol = useShownSymbol(view?.line.symbols ?? 0);
  return (
    <ErrorCard
      name="error-symbol"
      title="EVM by symbol"
      lesson={SYMBOL_ERROR_LESSON}
      look="The same distance along the frame. It grows where the channel leaves the estimate behind."
      x={SYMBOLS}
      what="symbol"
      xOf={ofSymbols}
      yOf={bySymbol}
      rules={[{ x: symbol, colour: "--accent" }]}
    />
  );
}

const SYMBOLS: ChartAxis = { title: "Data symbol", read: "symbol" };
const ofCarriers = () => DATA_CARRIERS;
const ofSymbols = ({ line }: FrameView) => Array.from({ length: line.symbols }, (_, i) => i);
const byCarrier = (error: EstimatorError) => error.byCarrier;
const bySymbol = (error: EstimatorError) => error.bySymbol;

interface ErrorCardProps extends Pick<FigureCardProps, "name" | "title" | "look" | "lesson"> {
  x: ChartAxis;
  what: string;
  xOf(view: FrameView): readonly number[];
  yOf(error: EstimatorError): Float32Array;
  rules?: readonly Rule[];
}

function ErrorCard({ x, what, xOf, yOf, rules, ...card }: ErrorCardProps) {
  const { view, computing } = useLive(inspected);
  const curves = view && view.line.symbols > 0 ? curvesOf(view, xOf, yOf) : undefined;
  const summary = view && curves && describe(view, curves, what);
  return (
    <FigureCard
      {...card}
      summary={summary}
      busy={computing && curves !== undefined}
      table={
        curves &&
        (() =>
          curvesTable(
            what,
            curves.map((curve) => ({ ...curve, name: `EVM of ${curve.name} (dB)` })),
          ))
      }
    >
      {curves ? (
        <Chart
          label={`${card.title}. ${summary}`}
          curves={curves}
          x={x}
          y={{ title: "EVM", unit: "dB", digits: 1 }}
          rules={rules}
        />
      ) : (
        <NoFrame sketch="curves" />
      )}
    </FigureCard>
  );
}

/** One curve per estimator, the inspected one on top. */
function curvesOf(view: FrameView, xOf: ErrorCardProps["xOf"], yOf: ErrorCardProps["yOf"]): Curve[] {
  const x = xOf(view);
  const last = (error: EstimatorError) => Number(error.estimator === view.estimator);
  return view.errors
    .toSorted((a, b) => last(a) - last(b))
    .map((error) => {
      const { short, of, colour, symbol } = styleOf(error.estimator);
      const mine = last(error) === 1;
      return {
        name: short,
        of,
        colour,
        x,
        y: yOf(error),
        width: mine ? 1.8 : 1,
        ...(mine && { symbol, size: 5 }),
      };
    });
}

function describe({ estimator, errors }: FrameView, curves: readonly Curve[], what: string): string {
  const { x, y, name } = curves[curves.length - 1];
  const values = Array.from(y, Number);
  const [best, worst] = [Math.min, Math.max].map((most) => values.indexOf(most(...values)));
  const others = errors
    .filter((error) => error.estimator !== estimator)
    .map((error) => `${styleOf(error.estimator).short} ${fixed(error.whole, 1)} dB`);
  const mean = errors.find((error) => error.estimator === estimator)!.whole;
  return `${name}: ${fixed(mean, 1)} dB over the frame, from ${fixed(values[best], 1)} dB at ${what} ${x[best]} to ${fixed(values[worst], 1)} dB at ${what} ${x[worst]}.${others.length > 0 ? ` ${others.join(", ")}.` : ""}`;
}
