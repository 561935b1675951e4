// Plotly with the traces that the page uses (scatter is part of the core). Loaded after the first paint, in a file of its own.
import "./plotly-style.ts"; // first: it is read while Plotly's core is loaded
import bar from "plotly.js/lib/bar";
import core from "plotly.js/lib/core";

core.register([bar]);

const nextTask = () => new Promise((resolve) => setTimeout(resolve));

/** As Plotly's, but a figure's first drawing is two tasks, axes and data: together they take longer than 50 ms. */
const react: typeof core.react = async (element, traces, layout, config) => {
  if (!element.classList.contains("js-plotly-plot")) {
    await core.react(element, [], layout, config);
    await nextTask();
  }
  return core.react(element, traces, layout, config);
};

export const Plotly = { ...core, react };

// Whoever waits for this file begins to draw in a task of its own, after the one that has loaded it.
await nextTask();
