// Plotly with the traces that the page uses (scatter is part of the core). Its sources need 357 kB compressed, 15 kB less
// than its smallest bundle, and `renew.ts` and `scatter.ts` use parts of them. A separate file, loaded after the first paint.
import "./plotly-style.ts"; // first: it is read while Plotly's core is loaded
import bar from "plotly.js/lib/bar";
import core, { type Graph } from "plotly.js/lib/core";
import { isRecord } from "./alike.ts";
import "./label-box.ts";
import "./log-limits.ts";
import { type Asked, fitMargins, isRenewable, type Layout, renew } from "./renew.ts";
import "./scatter.ts";

core.register([bar]);

const nextTask = () => new Promise((resolve) => setTimeout(resolve));

/** A copy of the layout, because Plotly modifies the axes that it is given. Those whose names match are hidden. */
function copied(layout: Layout, hidden?: RegExp): object {
  const parts = Object.entries(layout).map(([name, part]) => {
    if (!isRecord(part)) return [name, part];
    return [name, { ...part, ...(hidden?.test(name) && { visible: false }) }];
  });
  return Object.fromEntries(parts);
}

/** The parts of the axes that are drawn before the data, one task each, because code is slow on its first run. */
const FIRST_STEPS = [/^[xy]axis/, /^yaxis/, /^$/];
const LATER_STEPS = FIRST_STEPS.slice(-1);
let steps = FIRST_STEPS;

/** The figure in an element. */
const drawn = new WeakMap<HTMLElement, Asked>();

/**
 * Like Plotly's react, but faster if little differs from the current figure. The first drawing is split into several tasks, because
 * axes and data together take longer than 50 ms; so is one whose margins change.
 *
 * @param atOnce True: everything is drawn when the function returns its promise.
 */
async function react(
  element: HTMLElement,
  traces: object[],
  layout: Layout,
  config: object,
  atOnce = false,
): Promise<Graph> {
  const [before, after] = [drawn.get(element), { traces, layout }];
  // A drawing that failed halfway must not count as drawn.
  drawn.delete(element);
  const graph = element as Graph;
  if (before && isRenewable(graph, before, after)) {
    const moved = renew(graph, before, after);
    drawn.set(element, after);
    if (moved && !atOnce) await nextTask();
    // Meanwhile the figure may be removed, or drawn by another call.
    if (moved && drawn.get(element) === after) {
      drawn.delete(element);
      await fitMargins(graph);
      drawn.set(element, after);
    }
    return graph;
  }
  if (!atOnce && !element.classList.contains("js-plotly-plot")) {
    for (const hidden of steps) {
      await core.react(element, [], copied(layout, hidden), config);
      await nextTask();
    }
    steps = LATER_STEPS;
  }
  await core.react(element, traces, copied(layout), config);
  drawn.set(element, after);
  return graph;
}

const purge: typeof core.purge = (element) => {
  drawn.delete(element);
  core.purge(element);
};

export const Plotly = { ...core, react, purge };

// Code that waits for this file starts to draw in a new task.
await nextTask();
