import type { Graph } from "plotly.js/lib/core";
import annotations from "plotly.js/src/components/annotations";
import drawing from "plotly.js/src/components/drawing";
import shapes from "plotly.js/src/components/shapes";
import subroutines from "plotly.js/src/plot_api/subroutines";
import axes from "plotly.js/src/plots/cartesian/axes";
import plots from "plotly.js/src/plots/plots";
import scatter from "plotly.js/src/traces/scatter";

/*
 * Internal parts of Plotly. Another release may lack them or change them. They only make redraws faster: without them Plotly's
 * own functions draw the same. `e2e/plotly.spec.ts` checks what this code expects of each.
 */
const { doCalcdata, doAutoMargin, rehover } = plots;
const { symbolNumber, symbolFuncs } = drawing;

/** For new values in an existing figure. */
export interface RenewParts {
  doCalcdata: typeof doCalcdata;
  doAutoMargin: typeof doAutoMargin;
  rehover: typeof rehover;
  doAutoRangeAndConstraints: typeof subroutines.doAutoRangeAndConstraints;
  drawAxes: typeof axes.draw;
  supplyShapes: typeof shapes.supplyLayoutDefaults;
  drawShapes: typeof shapes.draw;
  supplyAnnotations: typeof annotations.supplyLayoutDefaults;
  drawAnnotations: typeof annotations.draw;
}

/** For one path with all markers of a trace. */
export interface MarkParts {
  plotScatter: typeof scatter.plot;
  symbolNumber: typeof symbolNumber;
  symbolFuncs: typeof symbolFuncs;
}

export const renewParts: Partial<RenewParts> = {
  doCalcdata,
  doAutoMargin,
  rehover,
  doAutoRangeAndConstraints: subroutines.doAutoRangeAndConstraints,
  drawAxes: axes.draw,
  supplyShapes: shapes.supplyLayoutDefaults,
  drawShapes: shapes.draw,
  supplyAnnotations: annotations.supplyLayoutDefaults,
  drawAnnotations: annotations.draw,
};

export const markParts: Partial<MarkParts> = {
  plotScatter: scatter.plot,
  symbolNumber,
  symbolFuncs,
};

const spoilt = new Set<object>();

/** The parts, if all are there and none has failed yet. */
export function usable<Parts extends object>(parts: Partial<Parts>): Parts | undefined {
  if (spoilt.has(parts)) return undefined;
  return Object.values(parts).every(isFunction) ? (parts as Parts) : undefined;
}

/** A function, or a list of them. */
const isFunction = (part: unknown) => [part].flat().every((one) => typeof one === "function");

/** After a failure the internal parts are not used again. */
export function giveUp(parts: object, error: unknown): void {
  spoilt.add(parts);
  console.warn("An internal part of Plotly has changed. Figures use Plotly’s own functions, which are slower.", error);
}

/** Whether a figure has the parts that `renew` changes. */
export function isKnown({ _fullData: traces, _fullLayout: layout, data }: Partial<Graph>): boolean {
  const { _basePlotModules: modules } = layout ?? {};
  const drawn = Array.isArray(traces) && traces.length === data?.length;
  return drawn && Array.isArray(modules) && modules.every(({ plot }) => typeof plot === "function");
}
