// Plotly with the traces that the page uses (scatter is part of the core). Loaded after the first paint, in a file of its own.
import "./plotly-style.ts"; // first: it is read while Plotly's core is loaded
import bar from "plotly.js/lib/bar";
import core, { type Graph } from "plotly.js/lib/core";
import annotations from "plotly.js/src/components/annotations";
import shapes from "plotly.js/src/components/shapes";
import schema from "plotly.js/src/plot_api/plot_schema";
import plots from "plotly.js/src/plots/plots";
import { alike, isRecord, takeLists } from "./alike.ts";
import "./scatter.ts";

core.register([bar]);

// Plotly goes through all of a trace for the names of its lists, at each redraw.
const { findArrayAttributes } = schema;
const listNames = new WeakMap<object, string[]>();
schema.findArrayAttributes = (trace) => {
  const names = listNames.get(trace) ?? findArrayAttributes(trace);
  listNames.set(trace, names);
  return names;
};

const nextTask = () => new Promise((resolve) => setTimeout(resolve));

/** The layout without the axes whose names match. */
function without(axes: RegExp, layout: object): object {
  const named = Object.entries(layout).filter(([name]) => axes.test(name));
  return { ...layout, ...Object.fromEntries(named.map(([name, axis]) => [name, { ...axis, visible: false }])) };
}

/** What is drawn of the axes before the data, a task each: code that runs for the first time takes its time. */
const FIRST_STEPS = [/^[xy]axis/, /^yaxis/, /^$/];
const LATER_STEPS = FIRST_STEPS.slice(-1);
let steps = FIRST_STEPS;

interface Drawn {
  traces: readonly object[];
  layout: Layout;
}
type Layout = Partial<Record<string, unknown>>;

/** What stands in an element, as it was asked for. */
const drawn = new WeakMap<HTMLElement, Drawn>();

/**
 * As Plotly's, and quicker: where nothing but values and marks differ from what stands there, axes and all that is around
 * the data stay. A figure's first drawing is several tasks, axes and data: together they take longer than 50 ms.
 */
async function react(element: HTMLElement, traces: object[], layout: Layout, config: object): Promise<Graph> {
  const before = drawn.get(element);
  if (before && onlyValuesDiffer(before, { traces, layout })) {
    drawn.set(element, { traces, layout });
    return renew(element as Graph, traces, layout);
  }
  drawn.delete(element);
  if (!element.classList.contains("js-plotly-plot")) {
    for (const hidden of steps) {
      await core.react(element, [], without(hidden, layout), config);
      await nextTask();
    }
    steps = LATER_STEPS;
  }
  // Plotly writes into the axes that it is given.
  const own = Object.entries(layout).map(([name, part]) => [name, isRecord(part) ? { ...part } : part]);
  const graph = await core.react(element, traces, Object.fromEntries(own), config);
  drawn.set(element, { traces, layout });
  return graph;
}

function onlyValuesDiffer(before: Drawn, after: Drawn): boolean {
  const frame = ({ layout }: Drawn): Layout => ({ ...layout, shapes: undefined, annotations: undefined });
  return (
    after.traces.every((trace) => (trace as { type?: string }).type === "scatter") &&
    alike(frame(before), frame(after)) &&
    alike(before.traces, after.traces, "but values")
  );
}

/** Draws the traces' new values where the old ones stand, and the marks between them. */
function renew(graph: Graph, traces: readonly object[], layout: Layout): Graph {
  const { _fullData: fullData, _fullLayout: fullLayout } = graph;
  const { _basePlotModules: modules } = fullLayout;
  for (const [i, trace] of traces.entries()) {
    takeLists(graph.data[i], trace);
    takeLists(fullData[i], trace);
  }
  plots.doCalcdata(graph);
  for (const { plot } of modules) plot(graph);
  for (const [name, component] of Object.entries({ shapes, annotations })) {
    if (alike(graph.layout[name], layout[name])) continue;
    graph.layout[name] = layout[name];
    component.supplyLayoutDefaults(graph.layout, fullLayout);
    component.draw(graph);
  }
  plots.rehover(graph);
  return graph;
}

const purge: typeof core.purge = (element) => {
  drawn.delete(element);
  core.purge(element);
};

export const Plotly = { ...core, react, purge };

// Whoever waits for this file begins to draw in a task of its own, after the one that has loaded it.
await nextTask();
