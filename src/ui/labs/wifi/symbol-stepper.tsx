import { Stepper } from "../../kit/stepper.tsx";
import { editInspection, useWifi } from "./store.ts";

/** Steps through the symbols of data. */
export function SymbolStepper({ symbols }: { symbols: number }) {
  const symbol = useShownSymbol(symbols);
  const text = `symbol ${symbol} (0 to ${symbols - 1})`;
  return (
    <Stepper label="Symbol" text={text} step={symbol} last={symbols - 1} buttons beat={300} onStep={toSymbol}>
      {text}
    </Stepper>
  );
}

const toSymbol = (symbol: number) => editInspection({ symbol });

/** Returns the symbol to show, at most the frame's last one. */
export function useShownSymbol(symbols: number): number {
  return Math.max(
    0,
    Math.min(
      useWifi((store) => store.inspection.symbol),
      symbols - 1,
    ),
  );
}
