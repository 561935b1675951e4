import type { Graph } from "plotly.js/lib/core";
import { useEffect, useRef, useState } from "react";
import { flushSync } from "react-dom";
import { usePicture } from "../picture.ts";
import { useThrow } from "../../elements/boundary.tsx";
import { FailureNote } from "../../elements/failure-note.tsx";
import { useAttention } from "../attention.ts";
import { cancelDraw, enqueueDraw } from "../draw-queue.ts";
import { type LegendEntry, legendOf, PlotLegend } from "./legend.tsx";
import { loadPlotly, useLibrary, wantPlotly } from "./library.ts";
import { calmLimits, type Limits } from "./limits.ts";
import type { ChartProps } from "../chart.tsx";
import { alike } from "./alike.ts";
import { drawingOf, panelsOf, readAxis, steady, type Trace } from "./drawing.ts";
import { styled } from "./plot-layout.ts";
import { onThemeChange, readPalette } from "../theme.ts";
import { watchSight, watchSize } from "../watch.ts";
import { cursorStep } from "../marks/keys.ts";

const CONFIG = { displayModeBar: false, doubleClick: "reset", showTips: false, responsive: false };

/** Draws `Chart`. A card may give new lists at each render: the same data are not drawn again. */
export function PlotView(newest: ChartProps) {
  const { label } = newest;
  const [chart, setChart] = useState(newest);
  if (!alike(chart, newest)) setChart(newest);
  const root = useRef<HTMLDivElement>(null);
  const traces = useRef<Trace[]>([]);
  const limits = useRef<Limits>({});
  const size = useRef({ width: 0, height: 0 });
  const [state, setState] = useState<"loading" | "ready">("loading");
  const missing = useLibrary((state) => state.failure);
  const [readout, setReadout] = useState("");
  const [entries, setEntries] = useState<readonly LegendEntry[]>([]);
  const legend = useRef(entries);
  const cursor = useRef(-1);
  const fail = useThrow();
  const redraw = useRef((_evenOutOfSight?: boolean) => {});
  /** A hidden figure is not drawn. When it becomes visible again, it is redrawn if it is out of date. */
  const inSight = useRef(false);
  const outdated = useRef(true);
  /** True once it is drawn: before, Plotly has no marks to show or to remove. */
  const drawn = useRef(false);
  const mark = `redraw ${label.split(".")[0]}`;

  usePicture(root, async () => {
    const Plotly = await loadPlotly();
    const palette = readPalette();
    const drawing = drawingOf(chart, palette);
    const { clientWidth: width = 640, clientHeight: height = 400 } = root.current ?? {};
    // An exported picture holds its own legend; the page has one beside the plot.
    const alone = { ...drawing, layout: { ...drawing.layout, showlegend: true } };
    const layout = styled(alone, limits.current, palette, width, height);
    const url = await Plotly.toImage({ data: drawing.traces, layout }, { format: "svg", width, height });
    return decodeURIComponent(url.slice(url.indexOf(",") + 1));
  });

  useEffect(() => {
    const element = root.current;
    if (!element) return;
    redraw.current = (evenOutOfSight = false) => {
      outdated.current = true;
      const { library: Plotly } = useLibrary.getState();
      if (!(inSight.current || evenOutOfSight) || !Plotly) return;
      enqueueDraw(
        element,
        async (atOnce) => {
          if (!size.current.width || !size.current.height) return;
          const start = performance.now();
          const palette = readPalette();
          const drawing = drawingOf(chart, palette);
          outdated.current = false;
          traces.current = drawing.traces;
          const named = chart.legend === false ? [] : legendOf(drawing.traces);
          const curves = named.length > 1 || chart.legend ? named : [];
          if (JSON.stringify(legend.current) !== JSON.stringify(curves)) {
            legend.current = curves;
            // A legend that appears changes the plot's size, which would otherwise be drawn twice.
            flushSync(() => setEntries(curves));
            size.current = { width: element.clientWidth, height: element.clientHeight };
          }
          const { width, height } = size.current;
          limits.current = calmLimits(drawing, limits.current);
          const layout = styled(drawing, limits.current, palette, width, height);
          const graph = await Plotly.react(element, steady(drawing.traces), layout, CONFIG, atOnce);
          // A drawing takes several tasks; meanwhile the figure may be removed.
          if (root.current !== element) return;
          lightTraces(element, drawing.traces);
          // For performance recordings and observers. Marks are cleared, because an hour's marks would fill the memory.
          performance.measure(mark, { start });
          performance.clearMeasures(mark);
          if (!drawn.current) lightByPointer(graph);
          drawn.current = true;
          setState("ready");
        },
        fail,
      );
    };
    redraw.current();
  }, [chart, mark, fail]);

  useEffect(() => {
    const element = root.current;
    if (!element) return;
    wantPlotly();
    const unsubscribe = [
      watchSize(element, (now) => {
        const { width, height } = size.current;
        if (now.width === width && now.height === height) return;
        size.current = now;
        redraw.current();
      }),
      watchSight(
        element,
        (isIntersecting) => {
          inSight.current = isIntersecting;
          if (isIntersecting && outdated.current) redraw.current();
        },
        (always) => (always || outdated.current) && redraw.current(true),
      ),
      onThemeChange(() => redraw.current()),
      useLibrary.subscribe(() => redraw.current()),
      useAttention.subscribe(({ highlight }, before) => {
        if (highlight !== before.highlight) lightTraces(element, traces.current);
      }),
    ];
    return () => {
      for (const end of unsubscribe) end();
      cancelDraw(element);
      drawn.current = false;
      useLibrary.getState().library?.purge(element);
    };
  }, []);

  const move = (step: number) => {
    if (outdated.current) traces.current = drawingOf(chart, readPalette()).traces;
    const longest = traces.current.reduce((best, trace) => Math.max(best, trace.x.length), 0);
    const main = traces.current.find((trace) => trace.x.length === longest);
    if (!main || !root.current) return;
    cursor.current = Math.min(longest - 1, Math.max(0, cursor.current + step));
    const x = main.x[cursor.current];
    const points = traces.current.flatMap((trace, curveNumber) => {
      const pointNumber = trace === main ? cursor.current : Array.prototype.indexOf.call(trace.x, x);
      const seen = pointNumber >= 0 && trace.y[pointNumber] !== null && trace.hoverinfo !== "skip";
      return seen ? [{ curveNumber, pointNumber, trace }] : [];
    });
    // Plotly's own hover marks appear in one subplot at a time; the text below has all subplots.
    const [subplot] = points.map(({ trace }) => subplotOf(trace));
    const marked = points.filter(({ trace }) => subplotOf(trace) === subplot);
    if (root.current && drawn.current) useLibrary.getState().library?.Fx.hover(root.current, marked, subplot);
    const values = points.map(
      ({ trace, pointNumber }) => `${trace.name ?? ""} ${readAxis(axisOf(trace), trace.y[pointNumber]!)}`,
    );
    setReadout([readAxis(newest.x, x!), ...values].join(", "));
  };
  const axisOf = ({ yaxis = "y" }: Trace) => panelsOf(newest)[Number((yaxis as string).slice(1) || 1) - 1];
  const leave = () => {
    cursor.current = -1;
    setReadout("");
    if (root.current && drawn.current) useLibrary.getState().library?.Fx.unhover(root.current);
  };
  return (
    <div
      className="plot"
      tabIndex={0}
      role="group"
      aria-roledescription="figure"
      aria-label={`${label.replace(/\.$/, "")}. Arrow keys read the values.`}
      data-state={state}
      onKeyDown={(event) => {
        const step = cursorStep(event);
        if (step === undefined) return;
        event.preventDefault();
        move(step);
      }}
      onBlur={leave}
    >
      {entries.length > 0 && <PlotLegend entries={entries} />}
      <div className="plot-frame">
        <div className="plot-root" ref={root} />
      </div>
      {missing && <FailureNote failure={missing} onRetry={wantPlotly} />}
      <p className="unseen" aria-live="polite">
        {readout}
      </p>
    </div>
  );
}

const subplotOf = ({ xaxis = "x", yaxis = "y" }: Trace) => `${xaxis as string}${yaxis as string}`;

/** Dims the traces of algorithms other than the highlighted one. */
function lightTraces(root: HTMLElement, traces: readonly Trace[]): void {
  const { highlight } = useAttention.getState();
  for (const [i, { of, opacity }] of traces.entries()) {
    if (!of) continue;
    const shown = highlight === undefined || of === highlight ? (opacity as number | undefined) : FADED;
    for (const group of root.querySelectorAll<SVGElement>(`.trace-${i}`)) group.style.opacity = String(shown ?? 1);
  }
}

const FADED = 0.15;

/** Highlights the algorithm whose trace the pointer is on. */
function lightByPointer(graph: Graph): void {
  graph.on("plotly_hover", ({ points }) => {
    const [of, ...others] = new Set(points.map(({ data }) => (data as Trace).of));
    if (of && others.length === 0) useAttention.setState({ highlight: of });
  });
  graph.on("plotly_unhover", () => useAttention.setState({ highlight: undefined }));
}
