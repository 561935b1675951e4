import type { Ref } from "react";
import { onDemand } from "../../elements/on-demand.tsx";
import type { Picture } from "../card.tsx";
import type { Palette } from "../theme.ts";
import { wantPlotly } from "./library.ts";

/** The properties of a Plotly trace that the page reads. */
export interface Trace {
  type: "scatter" | "bar";
  name?: string;
  /** The trace's algorithm. Pointing at the trace highlights it everywhere; the trace fades while another is highlighted. */
  of?: string;
  x: ArrayLike<number | string | null>;
  y: ArrayLike<number | string | null>;
  [option: string]: unknown;
}

/**
 * A drawing: a function of the data and the current colours. A redraw is fast if only values in the traces'
 * lists, shapes, annotations or the limits of axes without a range differ.
 */
export interface Drawing {
  traces: Trace[];
  /** Plotly's layout. The page's style fills in what is missing. */
  layout: { xaxis?: Axis; yaxis?: Axis; [option: string]: unknown };
  /** False if labels beside the curves, or the card, name them; true if a single curve needs a legend, too. */
  legend?: boolean;
}
export type Axis = { tickfont?: { size: number }; [option: string]: unknown };

export interface PlotProps {
  /** Name of the figure for screen readers. */
  label: string;
  draw: (palette: Palette) => Drawing;
  picture: Ref<Picture>;
  /** How the cursor reads a value of x and of y. */
  readX?: (x: number | string) => string;
  readY?: (y: number | string) => string;
}

/**
 * A Plotly figure in the page's style. It follows theme and size and redraws at most ten times per second. Arrow keys move a
 * cursor from point to point, which is read aloud. Its code is fetched with Plotly, after the page is shown.
 */
export const Plot = onDemand<PlotProps>(
  async () => {
    wantPlotly();
    return (await import("./plot-view.tsx")).PlotView;
  },
  {
    pending: (
      <div className="plot" data-state="loading">
        <div className="plot-frame">
          <div className="plot-root" />
        </div>
      </div>
    ),
    failed: "The figure’s plot could not be fetched or drawn.",
  },
);
