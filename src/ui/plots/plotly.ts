// Plotly with the traces that the page uses (scatter is part of the core). Loaded after the first paint, in a file of its own.
import "./plotly-style.ts"; // first: it is read while Plotly's core is loaded
import bar from "plotly.js/lib/bar";
import core from "plotly.js/lib/core";

core.register([bar]);

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

/** As Plotly's, but a figure's first drawing is several tasks, axes and data: together they take longer than 50 ms. */
const react: typeof core.react = async (element, traces, layout, config) => {
  if (!element.classList.contains("js-plotly-plot")) {
    for (const hidden of steps) {
      await core.react(element, [], without(hidden, layout), config);
      await nextTask();
    }
    steps = LATER_STEPS;
  }
  return core.react(element, traces, layout, config);
};

export const Plotly = { ...core, react };

// Whoever waits for this file begins to draw in a task of its own, after the one that has loaded it.
await nextTask();
