import type { EstimatorError, FrameView } from "#core/wifi/experiment/figures/view.ts";
import { DATA_CARRIERS } from "#core/wifi/frame/symbol.ts";
import { type FigureCardProps } from "../../figures/card.tsx";
import { fixed } from "../../format.ts";
import { CARRIERS } from "./channel-card.tsx";
import { Chart, type ChartAxis, type Curve } from "../../figures/chart.tsx";
import { styleOf } from "./estimators.ts";
import { CARRIER_ERROR_LESSON, SYMBOL_ERROR_LESSON } from "./lessons.ts";
import { useShownSymbol } from "./symbol-stepper.tsx";
import { curvesTable } from "../../figures/table.ts";
import { liveCard } from "./live-card.tsx";

/** Error vector magnitude by carrier. */
/** Error vector magnitude by carrier. */
export const CarrierErrorCard = errorCard({
  name: "error-carrier",
  title: "EVM by carrier",
  lesson: CARRIER_ERROR_LESSON,
  look: "Mean squared distance of each carrier’s points from the constellation. It mirrors |H|: the points of weak carriers scatter.",
  x: CARRIERS,
  what: "carrier",
  xOf: () => DATA_CARRIERS,
  yOf: (error) => error.byCarrier,
});

/** Error vector magnitude by symbol, with the inspected symbol marked. */
export const SymbolErrorCard = errorCard({
  name: "error-symbol",
  title: "EVM by symbol",
  lesson: SYMBOL_ERROR_LESSON,
  look: "The same distance along the frame. It grows where the channel leaves the estimate behind.",
  x: { title: "Data symbol", read: "symbol" },
  what: "symbol",
  xOf: ({ line }) => Array.from({ length: line.symbols }, (_, i) => i),
  yOf: (error) => error.bySymbol,
});

interface ErrorFigure extends Pick<FigureCardProps, "name" | "title" | "lesson"> {
  look: string;
  x: ChartAxis;
  what: "carrier" | "symbol";
  xOf(view: FrameView): readonly number[];
  yOf(error: EstimatorError): Float32Array;
}

function errorCard({ x, what, xOf, yOf, ...card }: ErrorFigure) {
  return liveCard({
    ...card,
    sketch: "curves",
    useData: ({ view }) => {
      const symbol = useShownSymbol(view?.line.symbols ?? 0);
      return view && view.line.symbols > 0 ? { view, symbol, curves: curvesOf(view, xOf(view), yOf) } : undefined;
    },
    summary: ({ view, curves }) => describe(view, curves, what),
    table: ({ curves }) => {
      const named = curves.map((curve) => ({ ...curve, name: `EVM of ${curve.name} (dB)` }));
      return curvesTable(what, named);
    },
    draw: ({ curves, symbol }, summary) => (
      <Chart
        label={`${card.title}. ${summary}`}
        curves={curves}
        x={x}
        y={{ title: "EVM", unit: "dB", digits: 1 }}
        rules={what === "symbol" ? [{ x: symbol, colour: "--accent" }] : undefined}
      />
    ),
  });
}

/** One curve per estimator, the inspected one on top. */
function curvesOf(view: FrameView, x: readonly number[], yOf: ErrorFigure["yOf"]): Curve[] {
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
