/** The part of Plotly that the page uses; the package ships no types. */
declare module "plotly.js/lib/core" {
  import type { FullTrace } from "plotly.js/src/traces/scatter";
  /** The element that holds a plot. */
  export interface Graph extends HTMLElement {
    on(event: "plotly_hover" | "plotly_unhover", listener: (event: { points: { data: object }[] }) => void): void;
    data: object[];
    layout: Record<string, unknown>;
    /** Traces with Plotly's additions. */
    _fullData: FullTrace[];
    _fullLayout: Record<string, unknown> & {
      _basePlotModules: { plot(graph: Graph): void }[];
      /** What was asked before the person changed it, by name. */
      _preGUI?: Record<string, unknown>;
    };
    calcdata?: unknown;
  }
  const Plotly: {
    register(modules: unknown[]): void;
    react(root: HTMLElement, data: object[], layout: object, config: object): Promise<Graph>;
    purge(root: HTMLElement): void;
    toImage(
      figure: { data: object[]; layout: object },
      options: { format: "svg"; width: number; height: number },
    ): Promise<string>;
    Fx: {
      hover(root: HTMLElement, points: { curveNumber: number; pointNumber: number }[], subplot?: string): void;
      unhover(root: HTMLElement): void;
    };
  };
  export default Plotly;
}
declare module "plotly.js/lib/bar" {
  const bar: object;
  export default bar;
}
declare module "plotly.js/src/components/annotations" {
  import type { Graph } from "plotly.js/lib/core";
  /** What is drawn over or under the data. */
  export interface Component {
    supplyLayoutDefaults(layout: object, full: object): void;
    draw(graph: Graph): void;
  }
  const annotations: Component;
  export default annotations;
}
declare module "plotly.js/src/components/shapes" {
  import type { Component } from "plotly.js/src/components/annotations";
  const shapes: Component;
  export default shapes;
}
declare module "plotly.js/src/plot_api/plot_schema" {
  const schema: { findArrayAttributes(trace: object): string[] };
  export default schema;
}
declare module "plotly.js/src/plot_api/subroutines" {
  import type { Graph } from "plotly.js/lib/core";
  const subroutines: {
    /** Ranges of the axes without a fixed range. */
    doAutoRangeAndConstraints(graph: Graph): void;
  };
  export default subroutines;
}
declare module "plotly.js/src/plots/cartesian/axes" {
  import type { Graph } from "plotly.js/lib/core";
  /** A value that an axis includes, in the axis's units (logarithms, if it is logarithmic), and pixels beside it. */
  interface Extreme {
    val: number;
    pad: number;
    extrapad: boolean;
  }
  interface FullAxis {
    type: string;
    autorangeoptions?: { include?: readonly number[] };
  }
  const axes: {
    draw(graph: Graph, ids: string[]): void;
    /** What an axis must include to show values of a trace. */
    findExtremes(axis: FullAxis, values: unknown, options: object): { min: Extreme[]; max: Extreme[] };
  };
  export default axes;
}
declare module "plotly.js/src/plots/plots" {
  import type { Graph } from "plotly.js/lib/core";
  const plots: {
    /** Recomputes the points of all traces. */
    doCalcdata(graph: Graph): void;
    /** Redraws everything if labels need other margins. */
    doAutoMargin(graph: Graph): Promise<unknown> | void;
    /** Restores the hover label under the pointer. */
    rehover(graph: Graph): void;
  };
  export default plots;
}
declare module "plotly.js/src/components/drawing" {
  /** In pixels, relative to the figure, or to the element's own place if that has no transform. */
  export interface Box {
    left: number;
    right: number;
    top: number;
    bottom: number;
    width: number;
    height: number;
  }
  const drawing: {
    /** The box of an element, which is kept under the name `hash`. */
    bBox(node: Element, inTester?: boolean, hash?: string): Box;
    symbolNumber(name: string): number;
    symbolFuncs: ((radius: number, angle: number, standoff: number) => string)[];
  };
  export default drawing;
}
declare module "plotly.js/src/traces/scatter" {
  import type { Graph } from "plotly.js/lib/core";
  /** A trace with all its defaults. */
  export interface FullTrace {
    mode: string;
    x: ArrayLike<unknown>;
    y: ArrayLike<unknown>;
    ids?: unknown;
    /** Each of the first four may be a list, one for each point. */
    marker?: {
      color: string;
      size: number;
      opacity: number;
      symbol: string;
      maxdisplayed?: number;
      line: { color: string; width: number };
    };
    error_y?: { visible?: boolean; width: number; thickness: number; color: string };
  }
  /** A point in the units of its axes; the first one holds its trace. */
  export interface Point {
    x: number;
    y: number;
    /** Its own symbol, and the radius drawn. */
    mx?: string;
    mrc?: number;
    /** Ends of its error bar. */
    yh: number;
    ys: number;
    trace: FullTrace;
  }
  export interface Axis {
    /** To pixels from the subplot's corner; `clip` keeps those near that have no place on the axis. */
    c2p(value: number, clip?: boolean): number;
    _length: number;
  }
  export interface Subplot {
    xaxis: Axis;
    yaxis: Axis;
    /** The clip path of the traces that must not extend over the axes. */
    layerClipId?: string;
  }
  const scatter: {
    plot(graph: Graph, subplot: Subplot, traces: Point[][], layer: { node(): Element }, ...transition: unknown[]): void;
  };
  export default scatter;
}
