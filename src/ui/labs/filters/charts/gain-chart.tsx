import { type KeyboardEvent, type PointerEvent, useId, useState } from "react";
import type { MaskUse } from "#core/filters/view.ts";
import { plain } from "../../../format.ts";
import { nearest } from "./nearest.ts";
import { textSize } from "../../../figures/theme.ts";
import { decadeTicks, roundTicks } from "../../../figures/ticks.ts";
import { useDrawing } from "../../../figures/use-drawing.ts";

/** A handle in the figure, which pointer and keys move. */
export interface Handle<Moved> {
  name: string;
  frequency: number;
  /** Its gain, dB; undefined on the frequency axis. */
  db?: number;
  /** Where it moves vertically: everywhere, only in the close-up of the pass band, or nowhere. */
  vertical: "all" | "fine" | "none";
  /** Step of an arrow key, dB. */
  step: number;
  /** Its position in words, for screen readers. */
  text: string;
  move(frequency: number, db: number): Moved;
}

/** Ranges of frequency and gain. */
export interface Range {
  frequency: readonly [number, number];
  db: readonly [number, number];
}

export interface GainChartProps<Moved> {
  label: string;
  /** In rising order. */
  frequency: Float64Array;
  gainDb: Float64Array;
  /** Title and unit of the frequency axis. */
  axis: { title: string; scale: number };
  /** Start of a logarithmic frequency axis; undefined for a linear one. */
  logarithmicFrom?: number;
  whole: Range;
  /** A close-up beside the full range. */
  close?: Range & { title: string };
  mask: readonly Omit<MaskUse, "lowestDb" | "highestDb">[];
  handles: readonly Handle<Moved>[];
  /** Step of an arrow key in frequency. */
  frequencyStep: number;
  onMove: (moved: Moved) => void;
  /** The reading at a point of the curve, as text. */
  read: (index: number) => string;
}

/** A range with its place in the drawing, and the mappings between both. */
interface Panel extends Range {
  left: number;
  top: number;
  width: number;
  height: number;
  logarithmic: boolean;
  x(frequency: number): number;
  y(db: number): number;
  frequencyAt(x: number): number;
  dbAt(y: number): number;
}

function panelOf(range: Range, place: Pick<Panel, "left" | "top" | "width" | "height">, start?: number): Panel {
  const [low, high] = range.db;
  const end = range.frequency[1];
  const logarithmic = start !== undefined;
  const from = start ?? range.frequency[0];
  const along = (f: number) =>
    logarithmic ? Math.log(Math.max(f, from * 1e-3) / from) / Math.log(end / from) : (f - from) / (end - from);
  const back = (part: number) => (logarithmic ? from * (end / from) ** part : from + part * (end - from));
  return {
    ...range,
    ...place,
    logarithmic,
    frequency: [from, end],
    x: (f) => place.left + along(f) * place.width,
    y: (db) => place.top + ((high - Math.min(1e4, Math.max(-1e4, db))) / (high - low)) * place.height,
    frequencyAt: (x) => back((x - place.left) / place.width),
    dbAt: (y) => high - ((y - place.top) / place.height) * (high - low),
  };
}

interface Held {
  index: number;
  panel: "whole" | "close";
  /** The ranges at the start of a drag: the axes do not change while a handle is held. */
  ranges: Pick<GainChartProps<unknown>, "whole" | "close">;
}

/** * Gain over frequency with a mask whose corners can be dragged: the full range, and beside it a close-up of the pass band. Arrow
 * keys move a focused handle, with shift ten times as far; on the figure itself they move a cursor along the curve.
 */
export function GainChart<Moved>(props: GainChartProps<Moved>) {
  const { label, frequency, gainDb, axis, mask, handles, frequencyStep, onMove, read } = props;
  const { drawing, size } = useDrawing({ width: 700, height: 320 });
  const id = useId();
  const [held, setHeld] = useState<Held>();
  const [cursor, setCursor] = useState<number>();

  const { whole, close } = held?.ranges ?? props;
  const text = textSize();
  const panels = layout(whole, close, size, text, props.logarithmicFrom);

  const place = (event: PointerEvent) => {
    const box = drawing.current!.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  };
  const onPointerMove = (event: PointerEvent) => {
    const [x, y] = place(event);
    if (held) {
      const panel = panels[held.panel]!;
      const handle = handles[held.index];
      const vertical = handle.vertical === "all" || (handle.vertical === "fine" && held.panel === "close");
      onMove(handle.move(panel.frequencyAt(x), vertical ? panel.dbAt(y) : (handle.db ?? 0)));
      return;
    }
    const over = Object.values(panels).find(
      ({ left, top, width, height }) => x >= left && x <= left + width && y >= top && y <= top + height,
    );
    setCursor(over && nearest(frequency, over.frequencyAt(x)));
  };
  const onHandleKey = (handle: Handle<Moved>) => (event: KeyboardEvent) => {
    const across = { ArrowRight: 1, ArrowLeft: -1 }[event.key] ?? 0;
    const up = { ArrowUp: 1, ArrowDown: -1 }[event.key] ?? 0;
    if (!across && !up) return;
    event.preventDefault();
    event.stopPropagation();
    const times = event.shiftKey ? 10 : 1;
    const db = (handle.db ?? 0) + times * up * handle.step;
    onMove(handle.move(handle.frequency + times * across * frequencyStep, db));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const steps: Record<string, number> = {
      ArrowRight: 1,
      ArrowLeft: -1,
      PageDown: 20,
      PageUp: -20,
      Home: -1e9,
      End: 1e9,
    };
    if (!(event.key in steps)) return;
    event.preventDefault();
    setCursor((now = 0) => Math.min(frequency.length - 1, Math.max(0, now + steps[event.key])));
  };
  const grab = (index: number, panel: Held["panel"]) => (event: PointerEvent<SVGGElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    setHeld({ index, panel, ranges: { whole, close } });
    setCursor(undefined);
  };
  const shown = cursor === undefined ? undefined : Math.min(cursor, frequency.length - 1);
  return (
    <div className="gain-chart">
      <svg
        ref={drawing}
        tabIndex={0}
        role="group"
        aria-roledescription="figure"
        aria-label={`${label}. Arrow keys read the values.`}
        onKeyDown={onKeyDown}
        onBlur={(event) => event.target === event.currentTarget && setCursor(undefined)}
        onPointerMove={onPointerMove}
        onPointerLeave={() => setCursor(undefined)}
        onPointerUp={() => setHeld(undefined)}
        onPointerCancel={() => setHeld(undefined)}
      >
        {(["whole", "close"] as const).map((name) => {
          const panel = panels[name];
          if (!panel) return null;
          const { left, top, width, height } = panel;
          const inside = (f: number) => f >= panel.frequency[0] * 0.999 && f <= panel.frequency[1] * 1.001;
          return (
            <g key={name}>
              <clipPath id={`${id}${name}`}>
                <rect x={left} y={top} width={width} height={height} />
              </clipPath>
              <Axes panel={panel} axis={axis} text={text} title={name === "close" ? close?.title : undefined} />
              <g clipPath={`url(#${id}${name})`}>
                <Forbidden panel={panel} mask={mask} />
                <path className="curve" d={curve(panel, frequency, gainDb)} />
                {shown !== undefined && (
                  <path className="cursor" d={`M${panel.x(frequency[shown])} ${top}v${height}`} />
                )}
              </g>
              {handles.map((handle, i) => {
                if (!inside(handle.frequency) || (name === "close" && handle.vertical === "all")) return null;
                const x = panel.x(handle.frequency);
                const on = handle.db === undefined ? top + height : panel.y(handle.db);
                const y = Math.min(top + height, Math.max(top, on));
                return (
                  <g
                    key={handle.name}
                    className="handle"
                    data-held={(held?.index === i && held.panel === name) || undefined}
                    data-across={
                      handle.vertical === "none" || (handle.vertical === "fine" && name === "whole") || undefined
                    }
                    transform={`translate(${x} ${y})`}
                    tabIndex={0}
                    role="slider"
                    aria-label={name === "close" ? `${handle.name}, close-up` : handle.name}
                    aria-orientation="horizontal"
                    aria-valuemin={0}
                    aria-valuemax={whole.frequency[1]}
                    aria-valuenow={handle.frequency}
                    aria-valuetext={handle.text}
                    onKeyDown={onHandleKey(handle)}
                    onPointerDown={grab(i, name)}
                  >
                    <title>{`${handle.name} ${handle.text}`}</title>
                    <circle className="reach" r={18} />
                    <circle className="grip" r={6} />
                  </g>
                );
              })}
            </g>
          );
        })}
      </svg>
      <p className="gain-readout" aria-live="polite">
        {shown === undefined ? "" : read(shown)}
      </p>
    </div>
  );
}

/** Places the close-up beside the full range, or below it on a narrow page. */
function layout(
  whole: Range,
  close: Range | undefined,
  { width, height }: { width: number; height: number },
  text: number,
  start?: number,
): { whole: Panel; close?: Panel } {
  const [left, right, top, bottom] = [4.4 * text, 1.2 * text, 0.8 * text, 3.3 * text];
  const room = (part: number, all: number, less: number) => Math.max(20, part * all - less);
  if (!close) {
    const place = { left, top, width: room(1, width, left + right), height: room(1, height, top + bottom) };
    return { whole: panelOf(whole, place, start) };
  }
  if (width >= 560) {
    const [first, second] = [room(0.64, width, left + right), room(0.36, width, left + right)];
    const tall = room(1, height, top + bottom);
    return {
      whole: panelOf(whole, { left, top, width: first, height: tall }, start),
      close: panelOf(close, { left: 0.64 * width + left, top, width: second, height: tall }),
    };
  }
  const wide = room(1, width, left + right);
  const [upper, lower] = [room(0.58, height, top + bottom), room(0.42, height, top + bottom)];
  return {
    whole: panelOf(whole, { left, top, width: wide, height: upper }, start),
    close: panelOf(close, { left, top: 0.58 * height + top, width: wide, height: lower }),
  };
}

interface AxesProps {
  panel: Panel;
  axis: { title: string; scale: number };
  text: number;
  title?: string;
}

function Axes({ panel, axis, text, title }: AxesProps) {
  const { left, top, width, height, logarithmic } = panel;
  const [from, to] = [panel.frequency[0] / axis.scale, panel.frequency[1] / axis.scale];
  const count = Math.max(3, Math.min(8, Math.round(width / (6 * text))));
  const across = logarithmic ? logarithmicTicks(from, to, width / (3 * text)) : roundTicks(from, to, count);
  const up = roundTicks(panel.db[0], panel.db[1], Math.max(3, Math.round(height / (2.6 * text))));
  const floor = top + height;
  return (
    <g className="axes">
      {up.map((db) => (
        <g key={db}>
          <path d={`M${left} ${panel.y(db)}h${width}`} />
          <text x={left - 6} y={panel.y(db) + text / 3} textAnchor="end">
            {plain(db, 4)}
          </text>
        </g>
      ))}
      {across.map((tick) => (
        <g key={tick}>
          <path d={`M${panel.x(tick * axis.scale)} ${top}v${height}`} />
          <text x={panel.x(tick * axis.scale)} y={floor + 1.3 * text} textAnchor="middle">
            {plain(tick, 4)}
          </text>
        </g>
      ))}
      <text x={left + width / 2} y={floor + 2.7 * text} textAnchor="middle">
        {title ?? axis.title}
      </text>
      <text transform={`translate(${left - 3.5 * text} ${top + height / 2}) rotate(-90)`} textAnchor="middle">
        Gain (dB)
      </text>
    </g>
  );
}

/** Ticks at 1, 2 and 5 times each power of ten, or at powers of ten only if there is little room. */
function logarithmicTicks(from: number, to: number, room: number): number[] {
  const ticks = decadeTicks(from, to);
  return ticks.length <= room ? ticks : ticks.filter((tick) => tick.toExponential().startsWith("1"));
}

/** The areas that the gain must avoid; broken bands are highlighted. */
function Forbidden({ panel, mask }: { panel: Panel; mask: GainChartProps<unknown>["mask"] }) {
  const { top, height } = panel;
  const floor = top + height;
  return mask.map(({ from, to, floorDb, ceilingDb, kept }) => {
    const [x0, x1] = [Math.max(panel.left - 2, panel.x(from)), panel.x(to)];
    const above = `M${x0} ${top}H${x1}V${panel.y(ceilingDb)}H${x0}Z`;
    const below = Number.isFinite(floorDb) ? `M${x0} ${panel.y(floorDb)}H${x1}V${floor}H${x0}Z` : "";
    const limits = `M${x0} ${panel.y(ceilingDb)}H${x1}${below && `M${x0} ${panel.y(floorDb)}H${x1}`}`;
    return (
      <g key={from} className="forbidden" data-broken={!kept || undefined}>
        <path d={above + below} />
        <path className="limit" d={limits} />
      </g>
    );
  });
}

function curve(panel: Panel, frequency: Float64Array, gainDb: Float64Array): string {
  const parts: string[] = [];
  const [from, to] = panel.frequency;
  for (let i = 0; i < frequency.length; i++) {
    // One point beyond each end extends the line to the edge.
    if ((frequency[i + 1] ?? Infinity) < from || (frequency[i - 1] ?? -Infinity) > to) continue;
    if (panel.logarithmic && frequency[i] === 0) continue;
    parts.push(`${panel.x(frequency[i]).toFixed(1)} ${panel.y(gainDb[i]).toFixed(1)}`);
  }
  return `M${parts.join("L")}`;
}
