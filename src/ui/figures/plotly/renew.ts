import type { Graph } from "plotly.js/lib/core";
import annotations from "plotly.js/src/components/annotations";
import shapes from "plotly.js/src/components/shapes";
import schema from "plotly.js/src/plot_api/plot_schema";
import subroutines from "plotly.js/src/plot_api/subroutines";
import axes from "plotly.js/src/plots/cartesian/axes";
import plots from "plotly.js/src/plots/plots";
import { alike, isRecord, takeLists } from "./alike.ts";

/** A figure's requested drawing. */
export interface Asked {
  traces: readonly object[];
  layout: Layout;
}
export type Layout = Readonly<Record<string, unknown>>;

/** Whether only values, shapes, annotations, and limits and ranges of axes differ. */
export function isRenewable(graph: Graph, before: Asked, after: Asked): boolean {
  return (
    after.traces.every((trace) => (trace as { type?: string }).type === "scatter") &&
    alike(before.traces, after.traces, "but values") &&
    alike(frame(before.layout), frame(after.layout)) &&
    // A full redraw decides between the person's zoom and another range.
    !Object.keys(after.layout).some((name) => isResized(before, after, name) && isZoomed(graph, name))
  );
}

/** Whether an axis has another fixed range. */
const isResized = (before: Asked, after: Asked, axis: string) =>
  !alike(scaleOf(before.layout, axis).range, scaleOf(after.layout, axis).range);

const isZoomed = ({ _fullLayout: { _preGUI: edits = {} } }: Graph, axis: string) =>
  Object.keys(edits).some((name) => name.startsWith(`${axis}.`));

/** The parts of a layout whose change needs a full redraw. */
function frame(layout: Layout): Layout {
  const parts = Object.entries({ ...layout, shapes: [], annotations: [] });
  return Object.fromEntries(
    parts.map(([name, part]) => [name, isRecord(part) ? { ...part, ...emptied(scaleOf(layout, name)) } : part]),
  );
}

/** What decides how far an axis reaches. */
interface Scale {
  autorangeoptions?: { include: unknown };
  range?: readonly number[];
}

/** Where the scale of an axis depends on another one, their ranges come from Plotly. */
function scaleOf(layout: Layout, axis: string): Scale {
  const part = layout[axis];
  if (!isRecord(part)) return {};
  const { autorangeoptions, range } = part as Scale;
  const isFree = !Object.values(layout).some((other) => isRecord(other) && other.scaleanchor !== undefined);
  return { ...(autorangeoptions && { autorangeoptions }), ...(range && isFree && { range }) };
}

const emptied = (scale: Scale) => Object.fromEntries(Object.keys(scale).map((name) => [name, {}]));

const movedAxes = (before: Layout, after: Layout) =>
  Object.keys(after).filter((name) => !alike(scaleOf(after, name), scaleOf(before, name)));

/**
 * Replaces the values of a figure. It redraws axes and marks only if they differ.
 *
 * @returns Whether axes moved: their labels may need other margins, which `fitMargins` gives them.
 */
export function renew(graph: Graph, before: Asked, { traces, layout }: Asked): boolean {
  const { _fullData: fullData, _fullLayout: fullLayout } = graph;
  const { _basePlotModules: modules } = fullLayout;
  for (const [i, trace] of traces.entries()) {
    takeLists(graph.data[i], trace);
    takeLists(fullData[i], trace);
    const { x, y } = fullData[i];
    Object.assign(fullData[i], { _length: Math.min(x.length, y.length) });
  }
  const moved = movedAxes(before.layout, layout);
  for (const name of moved) {
    const { range, ...scale } = scaleOf(layout, name);
    // Both copies change, because Plotly may restart from the one it was given.
    for (const all of [graph.layout, fullLayout])
      Object.assign(all[name] as object, scale, range && { range: [...range] });
    // A double click leads back there.
    if (range) Object.assign(fullLayout[name] as object, { _rangeInitial0: range[0], _rangeInitial1: range[1] });
  }
  plots.doCalcdata(graph);
  if (moved.length) {
    // Otherwise Plotly draws the whole figure again after each axis whose labels need other margins.
    Object.assign(fullLayout, { _replotting: true });
    try {
      subroutines.doAutoRangeAndConstraints(graph);
      axes.draw(
        graph,
        moved.map((name) => name.replace("axis", "")),
      );
    } finally {
      Object.assign(fullLayout, { _replotting: false });
    }
  }
  for (const { plot } of modules) plot(graph);
  for (const [name, marks] of Object.entries({ shapes, annotations })) {
    const same = alike(graph.layout[name], layout[name]);
    if (same && (moved.length === 0 || !layout[name])) continue;
    graph.layout[name] = layout[name];
    marks.supplyLayoutDefaults(graph.layout, fullLayout);
    marks.draw(graph);
  }
  plots.rehover(graph);
  return moved.length > 0;
}

/** Redraws a figure if its labels need other margins. */
export const fitMargins = async (graph: Graph): Promise<void> => void (await plots.doAutoMargin(graph));

// Plotly would search the whole trace for the names of its lists at each redraw.
const { findArrayAttributes } = schema;
const listNames = new WeakMap<object, string[]>();
schema.findArrayAttributes = (trace) => {
  const names = listNames.get(trace) ?? findArrayAttributes(trace);
  listNames.set(trace, names);
  return names;
};
