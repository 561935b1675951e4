import { useEffect } from "react";
import { SLIDING_FILTERS, SLIDING_SIGNALS, type SlidingConvolution } from "#core/convolution/sliding.float64.ts";
import { FigureCard } from "../../figures/card.tsx";
import { fixed } from "../../format.ts";
import { useGpu } from "../../kit/engine.ts";
import { Stepper } from "../../kit/stepper.tsx";
import { SlidingChart } from "./charts/sliding-chart.tsx";
import { SLIDING_LESSON } from "./lessons.ts";
import { type Sliding, SLIDING_VIEWS } from "./address.ts";
import { fetchSliding, slide, useConvolution } from "./store.ts";

const VIEWS: Readonly<Record<Sliding["view"], string>> = { sum: "One output", blocks: "Overlap-save" };

/** A short convolution step by step: each output as a sum of products, or block by block as overlap-save computes it. */
export function SlidingCard() {
  const { sliding, slid } = useConvolution();
  const worker = useGpu(({ gpu }) => gpu.state);
  const { signal, filter, view } = sliding;
  useEffect(() => {
    if (worker === "open") void fetchSliding({ ...useConvolution.getState().sliding, signal, filter });
  }, [signal, filter, worker]);
  const last = slid ? (view === "sum" ? slid.y.length : slid.blocks.length) - 1 : 0;
  const step = Math.min(sliding.step, last);
  const text = slid && tell(slid, view, step);
  return (
    <FigureCard
      name="sliding"
      title="A convolution slides"
      width="full"
      lesson={SLIDING_LESSON}
      look={
        view === "sum"
          ? "The reversed filter slides over the signal. Each output is the sum of the products below it."
          : "Blocks overlap by the filter’s memory. Outputs that wrapped around are crossed out and discarded; the others join without a gap."
      }
      summary={text}
      table={
        slid &&
        (() => ({
          columns: ["n", "x[n]", "h[n]", "y[n]"],
          rows: slid.y.map((value, n) => [n, slid.x[n] ?? 0, slid.h[n] ?? 0, value]),
        }))
      }
    >
      <div className="sliding-controls">
        <select
          aria-label="View"
          value={view}
          onChange={({ target }) => slide({ view: target.value as Sliding["view"], step: 0 })}
        >
          {SLIDING_VIEWS.map((name) => (
            <option key={name} value={name}>
              {VIEWS[name]}
            </option>
          ))}
        </select>
        <select
          aria-label="Signal"
          value={signal}
          onChange={({ target }) => slide({ signal: target.value as Sliding["signal"] })}
        >
          {SLIDING_SIGNALS.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
        <select
          aria-label="Filter"
          value={filter}
          onChange={({ target }) => slide({ filter: target.value as Sliding["filter"] })}
        >
          {SLIDING_FILTERS.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      </div>
      {slid && text && (
        <>
          <SlidingChart slid={slid} view={view} step={step} label={`Convolution. ${text}`} />
          <Stepper
            label={view === "sum" ? "Output" : "Block"}
            text={text}
            step={step}
            last={last}
            buttons
            onStep={(to) => slide({ step: to })}
          >
            {text}
          </Stepper>
        </>
      )}
    </FigureCard>
  );
}

function tell({ x, h, y, points, blocks }: SlidingConvolution, view: Sliding["view"], step: number): string {
  if (view === "sum") {
    const terms = h.filter((tap, k) => tap * (x[step - k] ?? 0) !== 0).length;
    return `y[${step}] = ${fixed(y[step], 2)}: the sum of ${terms} ${terms === 1 ? "product" : "products"} that differ from zero.`;
  }
  const { discarded } = blocks[step];
  const from = step * (points - discarded);
  const to = Math.min(y.length, from + points - discarded) - 1;
  return `Block ${step + 1} of ${blocks.length}: ${points} samples give y[${from}] to y[${to}]; ${discarded} outputs are discarded.`;
}
