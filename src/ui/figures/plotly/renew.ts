import type { Graph } from "plotly.js/lib/core";
import schema from "plotly.js/src/plot_api/plot_schema";
import { alike, isRecord, takeLists } from "./alike.ts";
import type { RenewParts } from "./internals.ts";

/** A figure's requested drawing. */
export interface Asked {
  traces: readonly object[];
  layout: Layout;
}
export type Layout = Readonly<Record<string, unknown>>;

/** Whether only values, shapes, annotations and limits of axes differ. */
export function isRenewable(before: Asked, after: Asked): boolean {
  return (
    after.traces.every((trace) => (trace as { type?: string }).type === "scatter") &&
    alike(before.traces, after.traces, "but values") &&
    alike(frame(before.layout), frame(after.layout))
  );
}

/** The parts of a layout whose change needs a full redraw. */
function frame(layout: Layout): Layout {
  const parts = Object.entries({ ...layout, shapes: [], annotations: [] });
  return Object.fromEntries(
    parts.map(([name, part]) => [name, limitsOf(part) ? { ...(part as object), autorangeoptions: {} } : part]),
  );
}

const limitsOf = (axis: unknown) =>
  isRecord(axis) ? (axis.autorangeoptions as { include: unknown } | undefined) : undefined;

/** Replaces the values of a figure. It redraws axes and marks only if they differ. */
export async function renew(graph: Graph, { traces, layout }: Asked, parts: RenewParts): Promise<Graph> {
  const { _fullData: fullData, _fullLayout: fullLayout } = graph;
  const { _basePlotModules: modules } = fullLayout;
  for (const [i, trace] of traces.entries()) {
    takeLists(graph.data[i], trace);
    takeLists(fullData[i], trace);
  }
  parts.doCalcdata(graph);
  const moved = Object.keys(layout).filter((name) => !alike(limitsOf(layout[name]), limitsOf(graph.layout[name])));
  for (const name of moved) {
    // Both copies change, because Plotly may restart from the one it was given.
    for (const all of [graph.layout, fullLayout])
      Object.assign(all[name] as object, { autorangeoptions: limitsOf(layout[name]) });
  }
  if (moved.length) {
    parts.doAutoRangeAndConstraints(graph);
    parts.drawAxes(
      graph,
      moved.map((name) => name.replace("axis", "")),
    );
  }
  for (const { plot } of modules) plot(graph);
  const marks = {
    shapes: { supply: parts.supplyShapes, draw: parts.drawShapes },
    annotations: { supply: parts.supplyAnnotations, draw: parts.drawAnnotations },
  };
  for (const [name, { supply, draw }] of Object.entries(marks)) {
    const same = alike(graph.layout[name], layout[name]);
    if (same && (moved.length === 0 || !layout[name])) continue;
    graph.layout[name] = layout[name];
    supply(graph.layout, fullLayout);
    draw(graph);
  }
  parts.rehover(graph);
  // Other labels may need other margins.
  if (moved.length) await parts.doAutoMargin(graph);
  return graph;
}

// Plotly would search the whole trace for the names of its lists at each redraw.
const { findArrayAttributes } = schema;
const listNames = new WeakMap<object, string[]>();
if (typeof findArrayAttributes === "function") {
  schema.findArrayAttributes = (trace) => {
    const names = listNames.get(trace) ?? findArrayAttributes(trace);
    listNames.set(trace, names);
    return names;
  };
}
