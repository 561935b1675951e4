import type { Drawing, Trace } from "./drawing.ts";

type Span = readonly [number, number];

/** The least range of each axis without a fixed range, by its name in the layout. */
export type Limits = Readonly<Record<string, Span>>;

/** Margin above and below the data, and the share that they must fill, as fractions of the axis. */
const ROOM = 0.08;
const FILLED = 0.5;

/**
 * Limits of the axes that follow the data. Vertical limits stay while the data are within them and not much smaller. An axis that
 * moves at each redraw is hard to read and slow.
 */
export function calmLimits({ traces, layout }: Drawing, before: Limits): Limits {
  if (traces.some(({ type }) => type !== "scatter")) return {};
  const spans = new Map<string, [number, number]>();
  const widen = (name: string, values: ArrayLike<unknown>) => {
    const { range, autorange, type } = (layout[name] ?? {}) as { range?: Span; autorange?: unknown; type?: string };
    if (range || autorange) return;
    const span = spans.get(name) ?? [Infinity, -Infinity];
    for (let i = 0; i < values.length; i++) {
      const value = values[i];
      if (typeof value !== "number" || !Number.isFinite(value) || (type === "log" && value <= 0)) continue;
      span[0] = Math.min(span[0], value);
      span[1] = Math.max(span[1], value);
    }
    if (span[0] <= span[1]) spans.set(name, span);
  };
  for (const trace of traces) {
    widen(axisOf(trace, "x"), trace.x);
    for (const heights of heightsOf(trace)) widen(axisOf(trace, "y"), heights);
  }
  return Object.fromEntries(
    Array.from(spans, ([name, span]) => {
      const { type } = (layout[name] ?? {}) as { type?: string };
      return [name, name.startsWith("x") ? span : calm(span, before[name], type === "log")];
    }),
  );
}

/** Returns an axis's name in the layout, for example yaxis2 for y2. */
function axisOf(trace: Trace, letter: "x" | "y"): string {
  const id = (trace[`${letter}axis`] ?? letter) as string;
  return `${letter}axis${id.slice(1)}`;
}

/** The values and the ends of their error bars. */
function heightsOf({ y, error_y }: Trace): ArrayLike<unknown>[] {
  const { array, arrayminus } = (error_y ?? {}) as { array?: ArrayLike<number>; arrayminus?: ArrayLike<number> };
  if (!array || !arrayminus) return [y];
  const numbers = Array.from(y, Number);
  return [numbers.map((value, i) => value + array[i]), numbers.map((value, i) => value - arrayminus[i])];
}

/** Moves a limit that the data exceed, or both limits if the data would fill too little. */
function calm([low, high]: Span, old: Span | undefined, logarithmic: boolean): Span {
  const size = ([from, to]: Span) => (logarithmic ? Math.log(to / from) : to - from);
  const [below, above] = withRoom([low, high], logarithmic);
  if (!old) return [below, above];
  const kept: Span = [low < old[0] ? below : old[0], high > old[1] ? above : old[1]];
  return size([low, high]) < FILLED * size(kept) ? [below, above] : kept;
}

function withRoom([low, high]: Span, logarithmic: boolean): Span {
  if (logarithmic) {
    const room = (high / low) ** ROOM;
    return [low / room, high * room];
  }
  // The margin does not cross zero, the baseline of many figures.
  const room = ROOM * (high - low);
  return [low < 0 ? low - room : Math.max(0, low - room), high > 0 ? high + room : Math.min(0, high + room)];
}
