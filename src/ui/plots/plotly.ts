// Plotly with the traces that the page uses (scatter is part of the core). Loaded after the first paint, in a file of its own.
import "./plotly-style.ts"; // first: it is read while Plotly's core is loaded
import bar from "plotly.js/lib/bar";
import Plotly from "plotly.js/lib/core";

Plotly.register([bar]);

export { Plotly };
