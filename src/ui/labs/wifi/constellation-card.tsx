import { useMemo } from "react";
import type { FrameView } from "#core/wifi/experiment/figures/view.ts";
import { constellation } from "#core/constellation/constellation.ts";
import { DATA_CARRIERS } from "#core/wifi/frame/symbol.ts";
import { type Cloud, cloudPanel, readPoint } from "../../figures/constellation.tsx";
import { PanelGroup } from "../../figures/panel-group.tsx";
import { fixed } from "../../format.ts";
import { styleOf } from "./estimators.ts";
import { CONSTELLATION_LESSON } from "./lessons.ts";
import { SymbolStepper, useShownSymbol } from "./symbol-stepper.tsx";
import { liveCard } from "./live-card.tsx";

/** Half the width of a panel: the outermost points of 64-QAM are at 1.08. */
const REACH = 1.6;

export const ConstellationCard = liveCard({
  name: "points",
  title: "Equalized points",
  width: "roomy",
  lesson: CONSTELLATION_LESSON,
  sketch: "points",
  useData: ({ view }) => {
    const symbols = view?.line.symbols ?? 0;
    const symbol = useShownSymbol(symbols);
    return useMemo(
      () => (view && symbols > 0 ? { view, panels: panelsOf(view, symbol) } : undefined),
      [view, symbols, symbol],
    );
  },
  look: (shown) =>
    `All points of the frame after ${shown ? styleOf(shown.view.estimator).short : "equalization"}, and the 48 of one symbol. Step through the symbols and watch whether the points stay.`,
  summary: ({ panels }) => `${panels.map(({ name, note }) => `${name}: ${note}`).join("; ")}.`,
  table: ({ view: { points } }) => ({
    columns: ["symbol", "carrier", "I", "Q"],
    rows: Array.from({ length: points.length / 2 }, (_, i) => {
      return [Math.floor(i / 48), DATA_CARRIERS[i % 48], points[2 * i], points[2 * i + 1]];
    }),
  }),
  draw: ({ view, panels }, summary) => (
    <>
      <PanelGroup label={`Equalized points. ${summary}`} className="points-panels" rows={[panels.map(cloudPanel)]} />
      <SymbolStepper symbols={view.line.symbols} />
    </>
  ),
});

function panelsOf({ points, line, errors, estimator }: FrameView, symbol: number): Cloud[] {
  const { whole, bySymbol } = errors.find((error) => error.estimator === estimator)!;
  const ideal = [...constellation(line.rate.bitsPerCarrier, "802.11")];
  const own = points.subarray(96 * symbol, 96 * (symbol + 1));
  const evm = (db: number) => `EVM ${fixed(db, 1)} dB`;
  return [
    {
      name: "Whole frame",
      note: evm(whole),
      points,
      ideal,
      reach: REACH,
      colour: "var(--grey)",
      read: (i: number) => `symbol ${Math.floor(i / 48)}, carrier ${DATA_CARRIERS[i % 48]}, ${readPoint(points, i)}`,
    },
    {
      name: `Symbol ${symbol}`,
      note: evm(bySymbol[symbol]),
      points: own,
      ideal,
      reach: REACH,
      colour: `var(${styleOf(estimator).colour})`,
      read: (i: number) => `carrier ${DATA_CARRIERS[i]}, ${readPoint(own, i)}`,
    },
  ];
}
