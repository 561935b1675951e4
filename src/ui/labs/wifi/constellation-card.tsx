import { useMemo } from "react";
import type { FrameView } from "#core/wifi/experiment/figures/view.ts";
import { constellation } from "#core/constellation/constellation.ts";
import { DATA_CARRIERS } from "#core/wifi/frame/symbol.ts";
import { FigureCard } from "../../figures/card.tsx";
import { type Cloud, cloudPanel, readPoint } from "../../figures/constellation.tsx";
import { PanelGroup } from "../../figures/panel-group.tsx";
import { fixed } from "../../format.ts";
import { useLive } from "../../kit/live.ts";
import { styleOf } from "./estimators.ts";
import { inspected } from "./store.ts";
import { CONSTELLATION_LESSON } from "./lessons.ts";
import { NoFrame } from "./no-frame.tsx";
import { SymbolStepper, useShownSymbol } from "./symbol-stepper.tsx";

/** Half the width of a panel: the outermost points of 64-QAM are at 1.08. */
const REACH = 1.6;

export function ConstellationCard() {
  const { view, computing } = useLive(inspected);
  const symbols = view?.line.symbols ?? 0;
  const symbol = useShownSymbol(symbols);
  const panels = useMemo(() => (view && symbols > 0 ? panelsOf(view, symbol) : undefined), [view, symbols, symbol]);
  const summary =
    view && symbols > 0 ? `${panels?.map(({ name, note }) => `${name}: ${note}`).join("; ")}.` : undefined;
  return (
    <FigureCard
      name="points"
      title="Equalized points"
      width="roomy"
      lesson={CONSTELLATION_LESSON}
      look={`All points of the frame after ${view ? styleOf(view.estimator).short : "equalization"}, and the 48 of one symbol. Step through the symbols and watch whether the points stay.`}
      summary={summary}
      busy={computing && view !== undefined}
      table={
        view &&
        (() => ({
          columns: ["symbol", "carrier", "I", "Q"],
          rows: Array.from({ length: view.points.length / 2 }, (_, i) => [
            Math.floor(i / 48),
            DATA_CARRIERS[i % 48],
            view.points[2 * i],
            view.points[2 * i + 1],
          ]),
        }))
      }
    >
      {panels ? (
        <>
          <PanelGroup
            label={`Equalized points. ${summary}`}
            className="points-panels"
            rows={[panels.map(cloudPanel)]}
          />
          <SymbolStepper symbols={symbols} />
        </>
      ) : (
        <NoFrame sketch="points" />
      )}
    </FigureCard>
  );
}

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
