import type { Graph } from "plotly.js/lib/core";
import annotations from "plotly.js/src/components/annotations";
import drawing from "plotly.js/src/components/drawing";
import shapes from "plotly.js/src/components/shapes";
import subroutines from "plotly.js/src/plot_api/subroutines";
import axes from "plotly.js/src/plots/cartesian/axes";
import plots from "plotly.js/src/plots/plots";
import scatter from "plotly.js/src/traces/scatter";

/*
 * Parts of Plotly that are not of its interface: another release may lack them, or have them do something else. They make
 * redraws quick, and nothing more: without them Plotly draws as it would by itself. `e2e/plotly.spec.ts` holds each of them
 * to what is expected of it here.
 */
const { doCalcdata, doAutoMargin, rehover } = plots;
const { symbolNumber, symbolFuncs } = drawing;

/** For other values in a figure that stands. */
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

/** For all markers of a trace in one path. */
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

/** Parts that have failed are not asked again. */
export function giveUp(parts: object, error: unknown): void {
  spoilt.add(parts);
  console.warn("A part of Plotly is not what it was. Figures are drawn by Plotly alone, which takes longer.", error);
}

/** Whether a figure holds what `renew` changes. */
export function isKnown({ _fullData: traces, _fullLayout: layout, data }: Partial<Graph>): boolean {
  const { _basePlotModules: modules } = layout ?? {};
  const drawn = Array.isArray(traces) && traces.length === data?.length;
  return drawn && Array.isArray(modules) && modules.every(({ plot }) => typeof plot === "function");
}
