import drawing from "plotly.js/src/components/drawing";
import scatter, { type Axis, type FullTrace, type Point, type Subplot } from "plotly.js/src/traces/scatter";

/*
 * Draws all markers of one symbol as one path, and all error bars of a trace as another. Plotly gives each point its own elements and
 * styles them one by one, which is most of the time of a redraw. Text, marks that extend over the axes, and marks of different
 * sizes or colours are left to Plotly.
 */
const { plot } = scatter;
scatter.plot = plotTogether;

/** Class of the paths that hold all of a trace's marks. */
const TOGETHER = "together";

function plotTogether(...drawn: Parameters<typeof scatter.plot>): void {
  const [, subplot, traces, layer] = drawn;
  const plain = traces.map(([{ trace }]) => trace).filter((trace) => isPlain(trace, subplot));
  const whole = plain.map(({ mode, error_y }) => ({ mode, bars: error_y?.visible }));
  for (const trace of plain) {
    trace.mode = trace.mode.includes("lines") ? "lines" : "none";
    if (trace.error_y) trace.error_y.visible = false;
  }
  try {
    plot(...drawn);
  } finally {
    for (const [i, { mode, bars }] of whole.entries()) {
      plain[i].mode = mode;
      if (plain[i].error_y) plain[i].error_y!.visible = bars;
    }
  }
  let thinned = 0;
  for (const group of layer.node().children as Iterable<Element & { __data__: Point[] }>) {
    const { __data__: points } = group;
    const { trace } = points[0];
    const all = plain.includes(trace) ? marksOf(points, subplot) : [];
    const most = trace.marker?.maxdisplayed ?? 0;
    const marked = trace.mode.includes("markers") ? thin(all, subplot, most, thinned) : [];
    if (most) thinned++;
    put(group.querySelector(".points")!, markers(marked, trace));
    put(group.querySelector(".errorbars")!, trace.error_y?.visible ? errorBars(all, subplot.yaxis, trace) : []);
  }
}

const isPlain = ({ mode, marker, ids }: FullTrace, { layerClipId }: Subplot) =>
  !layerClipId &&
  !ids &&
  !mode.includes("text") &&
  (!mode.includes("markers") ||
    (typeof marker?.color === "string" && typeof marker.size === "number" && marker.opacity === 1));

/** A point and its position in pixels of its subplot. */
interface Mark {
  point: Point;
  x: number;
  y: number;
}

function marksOf(points: readonly Point[], { xaxis, yaxis }: Subplot): Mark[] {
  const marks = points.map((point) => ({ point, x: xaxis.c2p(point.x), y: yaxis.c2p(point.y) }));
  return marks.filter(({ x, y }) => Number.isFinite(x) && Number.isFinite(y));
}

/** At most `most` of the visible marks, or all if that is 0. Successive traces keep different points. */
function thin(marks: Mark[], { xaxis, yaxis }: Subplot, most: number, before: number): Mark[] {
  if (!most) return marks;
  const [{ _length: width }, { _length: height }] = [xaxis, yaxis];
  const seen = marks.filter(({ x, y }) => x >= 0 && x <= width && y >= 0 && y <= height);
  const step = Math.ceil(seen.length / most);
  const first = Math.round((before * step) / 3 + (Math.floor(before / 3) * step) / 7.1);
  return seen.filter((_, i) => (i + first) % step === 0);
}

/** Attributes of a path. */
type Path = Record<string, string>;

function markers(marks: readonly Mark[], { marker }: FullTrace): Path[] {
  const bySymbol = new Map<string, string[]>();
  for (const { point, x, y } of marks) {
    // The pointer's distance at which a mark responds.
    point.mrc = marker!.size / 2;
    const symbol = point.mx ?? marker!.symbol;
    if (!bySymbol.has(symbol)) bySymbol.set(symbol, []);
    bySymbol.get(symbol)!.push(`M${round(x)},${round(y)}`);
  }
  return Array.from(bySymbol, ([symbol, places]) => {
    const shape = relativeShape(symbol, marker!.size / 2);
    const { color, line } = marker!;
    const style: Path = symbol.endsWith("-open")
      ? { fill: "none", stroke: color, "stroke-width": `${line.width || 1}` }
      : { fill: color, stroke: line.width ? line.color : "none", "stroke-width": `${line.width}` };
    return { d: places.map((place) => place + shape).join(""), ...style };
  });
}

function errorBars(marks: readonly Mark[], axis: Axis, { error_y }: FullTrace): Path[] {
  if (marks.length === 0) return [];
  const { width, color, thickness } = error_y!;
  const bars = marks.map(({ point, x }) => {
    const [top, foot] = [axis.c2p(point.yh), axis.c2p(point.ys)];
    const bar = `M${round(x - width)},${round(top)}h${2 * width}m${-width},0`;
    // On a logarithmic axis a lower end at or below zero is beyond the axis.
    return Number.isFinite(foot)
      ? `${bar}V${round(foot)}m${-width},0h${2 * width}`
      : `${bar}V${round(axis.c2p(point.ys, true))}`;
  });
  return [{ d: bars.join(""), fill: "none", stroke: color, "stroke-width": `${thickness}` }];
}

const round = (pixels: number) => Math.round(100 * pixels) / 100;

/** Replaces the paths that it put into a group before. */
function put(group: Element, paths: readonly Path[]): void {
  const old = group.querySelectorAll(`.${TOGETHER}`);
  for (const path of [...old].slice(paths.length)) path.remove();
  for (const [i, attributes] of paths.entries()) {
    let path = old[i];
    if (!path) {
      path = document.createElementNS(group.namespaceURI, "path");
      path.setAttribute("class", TOGETHER);
      path.setAttribute("vector-effect", "non-scaling-stroke");
      group.append(path);
    }
    for (const [name, value] of Object.entries(attributes)) {
      if (path.getAttribute(name) !== value) path.setAttribute(name, value);
    }
  }
}

const shapes = new Map<string, string>();

/** The path of a symbol relative to its centre, so that it can follow a move to any point. */
function relativeShape(symbol: string, radius: number): string {
  const key = `${symbol} ${radius}`;
  const known = shapes.get(key);
  if (known !== undefined) return known;
  const made = relative(drawing.symbolFuncs[drawing.symbolNumber(symbol) % 100](radius, 0, 0));
  shapes.set(key, made);
  return made;
}

/** Converts a path to relative commands, each with one set of numbers. */
function relative(path: string): string {
  let [x, y] = [0, 0];
  let start = [0, 0];
  return path.replace(/([a-zA-Z])([^a-zA-Z]*)/g, (_, command: string, text: string) => {
    const numbers = text.match(/-?[\d.]+/g)?.map(Number) ?? [];
    const name = command.toLowerCase();
    if (name === "z") {
      [x, y] = start;
      return name;
    }
    const absolute = command !== name;
    const [dx, dy] =
      name === "h"
        ? [numbers[0] - (absolute ? x : 0), 0]
        : name === "v"
          ? [0, numbers[0] - (absolute ? y : 0)]
          : [numbers.at(-2)! - (absolute ? x : 0), numbers.at(-1)! - (absolute ? y : 0)];
    [x, y] = [x + dx, y + dy];
    if (name === "m") start = [x, y];
    if (name === "h") return `h${round(dx)}`;
    if (name === "v") return `v${round(dy)}`;
    return `${name}${[...numbers.slice(0, -2), round(dx), round(dy)].join(" ")}`;
  });
}
