import { fixed, plain } from "../../format.ts";
import type { ChartAxis, ChartProps, Colour, Curve, PanelAxis, Rule, Span, Values } from "../chart.tsx";
import type { Palette } from "../theme.ts";
import { isList, isRecord } from "./alike.ts";

/** The properties of a Plotly trace that the page reads. */
export interface Trace {
  type: "scatter" | "bar";
  name?: string;
  of?: string;
  x: Values;
  y: Values;
  [option: string]: unknown;
}
export type Axis = { tickfont?: { size: number }; domain?: [from: number, to: number]; [option: string]: unknown };

/**
 * What Plotly draws. A redraw is fast if only values in the traces' lists, shapes, annotations, or limits and ranges of axes differ.
 */
export interface Drawing {
  traces: Trace[];
  /** Plotly's layout. The page's style fills in what is missing. */
  layout: { xaxis?: Axis; yaxis?: Axis; [option: string]: unknown };
}

/** Distances of panels, as fractions of the height: with a common axis, and with an axis between them. */
const GAP = 0.08;
const AXIS_GAP = 0.2;

export const panelsOf = ({ y }: Pick<ChartProps, "y">): readonly PanelAxis[] => [y].flat() as PanelAxis[];

/** Returns a value of an axis in words. */
export function readAxis(axis: ChartAxis, value: number | string): string {
  const { read = "", digits } = axis;
  if (typeof read === "function") return read(value);
  if (typeof value === "string") return value;
  return `${read} ${digits === undefined ? plain(value, 4) : fixed(value, digits)}${unitAfter(axis)}`.trim();
}

/** A unit as it follows a number: there is no space before the sign of a degree. */
const unitAfter = ({ unit }: ChartAxis) => (unit && unit !== "°" ? ` ${unit}` : (unit ?? ""));

/** Converts a chart for Plotly. */
export function drawingOf(chart: ChartProps, palette: Palette): Drawing {
  const { x, curves, rules = [], spans = [], notes = [], nearest, revision, more } = chart;
  const panels = panelsOf(chart);
  const above =
    spans.some(({ name }) => name) || rules.some(({ text, at }) => text && (at ?? "above").startsWith("above"));
  return {
    traces: curves.flatMap((curve) => tracesOf(curve, chart, palette)),
    layout: {
      ...axesOf(x, panels, palette),
      ...(above && { margin: { l: 44, r: 12, t: 24, b: 34 } }),
      ...(nearest && { hovermode: "closest" }),
      ...(revision !== undefined && { uirevision: revision }),
      ...(curves.some(({ bars }) => bars !== undefined) && { barmode: "overlay" }),
      shapes: [...spans.map((span) => shade(span, palette)), ...rules.map((rule) => lineOf(rule, palette))],
      annotations: [
        ...spans.flatMap((span) => spanName(span, x)),
        ...rules.flatMap((rule) => ruleText(rule, chart, palette)),
        ...notes.map(({ colour, ...note }) => ({
          showarrow: false,
          ...note,
          ...(colour && { font: { size: 12, ...(note.font as object), color: palette(colour) } }),
        })),
      ],
      ...more,
    },
  };
}

/**
 * The traces as the page draws them: Plotly redraws the whole figure when a list becomes empty or an entry leaves its legend. So the
 * lists of a curve without points hold null, and the page's own legend is beside the plot.
 */
export const steady = (traces: readonly Trace[]): object[] =>
  traces.map((trace, i) => {
    const isBare = trace.type === "scatter" && trace.x.length === 0;
    return { ...(isBare ? filled(trace) : trace), showlegend: true, uid: `-${i}` };
  });

/** An object whose empty lists hold null. So do the empty lists of its parts. */
const filled = (part: object): object =>
  Object.fromEntries(
    Object.entries(part).map(([name, value]) => {
      if (isList(value)) return [name, value.length ? value : [null]];
      return [name, isRecord(value) ? filled(value) : value];
    }),
  );

const idOf = (letter: "x" | "y", index: number) => `${letter}${index ? index + 1 : ""}`;
const nameOf = (letter: "x" | "y", index: number) => `${letter}axis${index ? index + 1 : ""}`;

/** The index of the horizontal axis of a vertical one: a panel with an own axis has the next number. */
function acrossOf(panels: readonly PanelAxis[], axis: number): number {
  if (panels[axis].right) return acrossOf(panels, axis - 1);
  return panels[axis].x ? panels.slice(0, axis + 1).filter((panel) => panel.x).length : 0;
}

function axesOf(x: ChartAxis, panels: readonly PanelAxis[], palette: Palette): Drawing["layout"] {
  const gaps = panels.map(({ right, x: own }, i) => (i === 0 || right ? 0 : own ? AXIS_GAP : GAP));
  const parts = panels.map(({ right, part = 1 }) => (right ? 0 : part));
  const sum = (list: readonly number[]) => list.reduce((a, b) => a + b, 0);
  const unit = (1 - sum(gaps)) / sum(parts);
  const alone = parts.filter(Boolean).length === 1;
  let top = 1;
  const axes: Drawing["layout"] = {};
  for (const [i, panel] of panels.entries()) {
    const name = nameOf("y", i);
    if (panel.right) {
      axes[name] = { ...axisOf(panel, palette), overlaying: idOf("y", i - 1), side: "right", showgrid: false };
      continue;
    }
    top -= gaps[i];
    const foot = Math.max(0, top - unit * parts[i]);
    const across = acrossOf(panels, i);
    axes[name] = { ...axisOf(panel, palette), ...(!alone && { domain: [foot, top], anchor: idOf("x", across) }) };
    axes[nameOf("x", across)] = { ...axisOf(panel.x ?? x, palette), ...(!alone && { anchor: idOf("y", i) }) };
    top = foot;
  }
  return axes;
}

function axisOf(axis: ChartAxis, palette: Palette): Axis {
  const { title, unit, digits, range, log, ticks, texts, step, fromZero, zero, names, colour, more } = axis;
  const text = unit ? `${title} (${unit})` : title;
  return {
    title: colour ? { text, standoff: 6, font: { color: palette(colour) } } : text,
    ...(log && { type: "log", dtick: 1, exponentformat: "power", ...(!texts && { tickfont: { size: 10 } }) }),
    ...(range && { range: log ? range.map(Math.log10) : range }),
    ...(ticks && { tickvals: Array.from(ticks) }),
    ...(texts && { ticktext: texts }),
    ...(step !== undefined && { dtick: step ?? undefined }),
    // Plotly gives its fractions of powers a style attribute, which the policy refuses.
    ...(log && step === null && { tickformat: ".2~g" }),
    ...(fromZero && { rangemode: "tozero" }),
    ...(zero && { zeroline: true, zerolinecolor: palette(zero) }),
    // Each row has its name, also in a low plot.
    ...(names && { type: "category", autorange: "reversed", categoryorder: "array", categoryarray: names, dtick: 1 }),
    ...(digits !== undefined && { hoverformat: `.${digits}f` }),
    ...more,
  };
}

/** The template of what the pointer reads of a point. */
function template({ name, says }: Curve, chart: ChartProps, axis: ChartAxis): string {
  if (typeof says === "string") return says;
  const value = (of: ChartAxis, letter: "x" | "y") =>
    `%{${letter}:${of.digits === undefined ? ".4~g" : `.${of.digits}f`}}${unitAfter(of)}`;
  const text = says ? "%{customdata}" : axis.names ? value(chart.x, "x") : value(axis, "y");
  if (!chart.nearest) return text;
  return says ? `${text}<extra></extra>` : `${name}: ${text}<extra></extra>`;
}

function tracesOf(curve: Curve, chart: ChartProps, palette: Palette): Trace[] {
  const { name, of, x, y, colour, axis = 0, width = 1.5, dash, steps, symbol, size, edge, most, opacity } = curve;
  const { stems, bounds, area, bars, hollow, label, says, quiet, more } = curve;
  const panels = panelsOf(chart);
  const colours = [colour].flat().map((one) => palette(one as Colour));
  const color = colours.length > 1 ? colours : colours[0];
  const across = acrossOf(panels, axis);
  const common: Trace = {
    type: "scatter",
    name,
    ...(of && { of }),
    x,
    y,
    ...(axis && { yaxis: idOf("y", axis) }),
    ...(across && { xaxis: idOf("x", across) }),
    ...(opacity !== undefined && { opacity }),
    ...(quiet && quiet !== "to readers" && { showlegend: false }),
    ...(quiet && quiet !== "in the legend"
      ? { hoverinfo: "skip" }
      : { hovertemplate: template(curve, chart, panels[axis]) }),
    ...(Array.isArray(says) && { customdata: says }),
  };
  if (bars !== undefined) {
    const across = panels[axis].names ? { orientation: "h" } : {};
    const line = (edge || hollow) && { color, width: edge ?? 2 };
    const marker = { color: hollow ? "rgba(0,0,0,0)" : color, ...(line && { line }) };
    return [{ ...common, type: "bar", base: bars, ...across, marker, ...more }];
  }
  if (area) {
    const edge = { ...common, mode: "lines", line: { width: 0 }, hoverinfo: "skip", hovertemplate: undefined };
    return [
      { ...edge, y: area, showlegend: false },
      {
        ...(width ? { ...common, mode: "lines", line: { color, width } } : edge),
        fill: "tonexty",
        fillcolor: translucent(colours[0]),
        ...more,
      },
    ];
  }
  const modes = [...(width ? ["lines"] : []), ...(symbol ? ["markers"] : []), ...(label ? ["text"] : [])];
  return [
    {
      ...common,
      mode: modes.join("+") || "none",
      ...(width && { line: { color, width, dash, ...(steps && { shape: "hv" }) } }),
      ...(symbol && {
        marker: {
          color,
          symbol,
          size: size ?? (width ? 5 : 6),
          ...(edge && { line: { width: edge, color } }),
          ...(most && { maxdisplayed: most }),
        },
      }),
      ...(label && {
        text: Array.from({ length: x.length }, (_, i) => (i === x.length - 1 ? label : "")),
        textposition: "bottom left",
        textfont: { color, size: 12 },
      }),
      ...(stems && { error_y: stemsOf(y as ArrayLike<number>, colours[0]) }),
      ...(bounds && { error_y: barsOf(y as ArrayLike<number>, bounds, colours[0]) }),
      ...more,
    },
  ];
}

/** Stems, drawn as error bars down to zero. */
const stemsOf = (heights: ArrayLike<number>, color: string) => ({
  type: "data",
  symmetric: false,
  array: Array.from({ length: heights.length }, () => 0),
  arrayminus: heights,
  width: 0,
  thickness: 1.5,
  color,
});

const barsOf = (middle: ArrayLike<number>, { low, high }: NonNullable<Curve["bounds"]>, color: string) => ({
  type: "data",
  symmetric: false,
  array: high.map((end, i) => end - middle[i]),
  arrayminus: low.map((end, i) => middle[i] - end),
  color,
  thickness: 1,
  width: 3,
});

const shade = ({ from, to, colour, opacity }: Span, palette: Palette) => ({
  type: "rect",
  layer: "below",
  x0: from,
  x1: to,
  y0: 0,
  y1: 1,
  yref: "paper",
  fillcolor: palette(colour),
  line: { width: 0 },
  ...(opacity !== undefined && { opacity }),
});

/** Plotly's annotations of a logarithmic axis are at logarithms. */
const placeOn = ({ log }: ChartAxis, value: number) => (log ? Math.log10(value) : value);

const spanName = ({ name, from, to }: Span, x: ChartAxis) =>
  name ? [{ text: name, x: (placeOn(x, from) + placeOn(x, to)) / 2, ...ABOVE }] : [];

const ABOVE = { y: 1, yref: "paper", yanchor: "bottom", showarrow: false };

function lineOf({ x, y, colour, width = 1.5, dash = "dot" }: Rule, palette: Palette) {
  const line = { color: palette(colour), width, dash };
  return x === undefined
    ? { type: "line", xref: "paper", x0: 0, x1: 1, y0: y, y1: y, line }
    : { type: "line", x0: x, x1: x, y0: 0, y1: 1, yref: "paper", line };
}

/** Texts of vertical rules, by their place. */
const PLACES = {
  above: ABOVE,
  "above left": { ...ABOVE, xanchor: "right", xshift: 12 },
  "above right": { ...ABOVE, xanchor: "left" },
  "foot left": { ...ABOVE, y: 0, xanchor: "right", xshift: -4 },
  "foot right": { ...ABOVE, y: 0, xanchor: "left", xshift: 4 },
  "top left": { ...ABOVE, xanchor: "right", yanchor: "top" },
  "top right": { ...ABOVE, xanchor: "left", yanchor: "top" },
};

function ruleText(
  { x, y, text, at = "above", colour, ink = colour }: Rule,
  chart: ChartProps,
  palette: Palette,
): object[] {
  if (!text) return [];
  const font = { color: palette(ink), size: 12 };
  if (x !== undefined) return [{ text, x: placeOn(chart.x, x), ...PLACES[at], font }];
  const place = { xref: "paper", x: 0, xshift: 4, xanchor: "left", yanchor: "bottom" };
  return [{ text, ...place, y: placeOn(panelsOf(chart)[0], y!), showarrow: false, font }];
}

/** A translucent version of a colour, given as rgb(r, g, b), the form of registered colours. */
function translucent(colour: string): string {
  return colour.replace(/^rgb\((.*)\)$/, "rgba($1, 0.18)");
}
