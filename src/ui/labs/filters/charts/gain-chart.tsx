import { type KeyboardEvent, type PointerEvent, useId, useState } from "react";
import type { FilterView, MaskUse } from "#core/filters/view.ts";
import type { FilterSpec } from "#core/filter-design/spec.ts";
import { fixed, plain } from "../../../format.ts";
import { frequencyStep } from "../../../kit/fields/frequency-step.ts";
import type { Handle } from "../handles.ts";
import { editDesign } from "../store/filters.ts";
import { frequencyAxis, logarithmicStart, showFrequency } from "../units.ts";
import { nearest } from "./nearest.ts";
import { textSize } from "../../../figures/theme.ts";
import { decadeTicks, roundTicks } from "../../../figures/ticks.ts";
import { useDrawing } from "../../../figures/use-drawing.ts";
import type { Size } from "../../../figures/watch.ts";
import { arrowOf, clamp, cursorStep } from "../../../figures/marks/keys.ts";
import { type Ground, groundOf, type Margin, marginOf } from "../../../figures/marks/ground.ts";
import { Axes } from "../../../figures/marks/axes.tsx";

/** Ranges of frequency and gain. */
export interface Range {
  frequency: readonly [number, number];
  db: readonly [number, number];
}

interface GainChartProps {
  view: FilterView;
  /** The design now, which may be newer than the view. */
  spec: FilterSpec;
  logarithmic: boolean;
  whole: Range;
  /** A close-up beside the full range. */
  close?: Range & { title: string };
  mask: readonly Omit<MaskUse, "lowestDb" | "highestDb">[];
  handles: readonly Handle[];
}

/** A range with its place in the drawing. */
interface Panel extends Range, Ground {
  logarithmic: boolean;
}

function panelOf({ frequency, db }: Range, size: Size, margin: Margin, start?: number): Panel {
  const range = [start ?? frequency[0], frequency[1]] as const;
  const ground = groundOf(size, margin, range, db, start !== undefined);
  const y = (level: number) => ground.y(clamp(level, -1e4, 1e4));
  return { ...ground, y, frequency: range, db, logarithmic: start !== undefined };
}

interface Held {
  index: number;
  panel: "whole" | "close";
  /** The ranges at the start of a drag: the axes do not change while a handle is held. */
  ranges: Pick<GainChartProps, "whole" | "close">;
}

/**
 * Gain over frequency with a mask whose corners can be dragged: the full range, and beside it a close-up of the pass band. Arrow
 * keys move a focused handle, with shift ten times as far; on the figure itself they move a cursor along the curve.
 */
export function GainChart(props: GainChartProps) {
  const { view, spec, mask, handles } = props;
  const { frequency, gainDb } = view;
  const axis = frequencyAxis(spec);
  const start = props.logarithmic && view.coefficients === "real" ? logarithmicStart(view) : undefined;
  const { drawing, size } = useDrawing({ width: 700, height: 320 });
  const id = useId();
  const [held, setHeld] = useState<Held>();
  const [cursor, setCursor] = useState<number>();

  const { whole, close } = held?.ranges ?? props;
  const text = textSize();
  const panels: Record<"whole", Panel> & { close?: Panel } = layout(whole, close, size, text, start);

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
      editDesign(handle.move(panel.xAt(x), vertical ? panel.yAt(y) : (handle.db ?? 0)));
      return;
    }
    const over = Object.values(panels).find(
      ({ left, top, width, height }) => x >= left && x <= left + width && y >= top && y <= top + height,
    );
    setCursor(over && nearest(frequency, over.xAt(x)));
  };
  const onHandleKey = (handle: Handle) => (event: KeyboardEvent) => {
    const arrow = arrowOf(event);
    if (!arrow) return;
    const [across, up] = arrow;
    event.preventDefault();
    event.stopPropagation();
    const times = event.shiftKey ? 10 : 1;
    const db = (handle.db ?? 0) + times * up * handle.step;
    editDesign(handle.move(handle.frequency + times * across * frequencyStep(spec.rate ?? 2), db));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = cursorStep(event, 20);
    if (step === undefined) return;
    event.preventDefault();
    setCursor((now = 0) => clamp(now + step, 0, frequency.length - 1));
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
        aria-label="Gain over frequency. Arrow keys read the values."
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
          const ticks = ticksOf(panel, axis.scale, text);
          const inside = (f: number) => f >= panel.frequency[0] * 0.999 && f <= panel.frequency[1] * 1.001;
          return (
            <g key={name}>
              <clipPath id={`${id}${name}`}>
                <rect x={left} y={top} width={width} height={height} />
              </clipPath>
              <Axes
                ground={panel}
                text={text}
                x={{ title: (name === "close" && close?.title) || axis.title, lines: "across", ticks: ticks.x }}
                y={{ title: "Gain (dB)", lines: "across", ticks: ticks.y }}
              />
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
        {shown === undefined ? "" : readGain(view, shown)}
      </p>
    </div>
  );
}

/** Places the close-up beside the full range, or below it on a narrow page. */
function layout(whole: Range, close: Range | undefined, { width, height }: Size, text: number, start?: number) {
  const margin = marginOf({ left: 4.4, right: 1.2, top: 0.8, bottom: 3.3 }, text);
  if (!close) return { whole: panelOf(whole, { width, height }, margin, start) };
  if (width >= 560) {
    const left = margin.left + 0.64 * width;
    return {
      whole: panelOf(whole, { width: 0.64 * width, height }, margin, start),
      close: panelOf(close, { width, height }, { ...margin, left }),
    };
  }
  return {
    whole: panelOf(whole, { width, height: 0.58 * height }, margin, start),
    close: panelOf(close, { width, height }, { ...margin, top: margin.top + 0.58 * height }),
  };
}

/** The ticks of a panel's axes. */
function ticksOf({ frequency, db, width, height, logarithmic }: Panel, scale: number, text: number) {
  const [from, to] = frequency.map((f) => f / scale);
  const count = clamp(Math.round(width / (6 * text)), 3, 8);
  const across = logarithmic ? logarithmicTicks(from, to, width / (3 * text)) : roundTicks(from, to, count);
  const up = roundTicks(db[0], db[1], Math.max(3, Math.round(height / (2.6 * text))));
  return {
    x: across.map((tick) => [tick * scale, plain(tick, 4)] as const),
    y: up.map((level) => [level, plain(level, 4)] as const),
  };
}

/** Ticks at 1, 2 and 5 times each power of ten, or at powers of ten only if there is little room. */
function logarithmicTicks(from: number, to: number, room: number): number[] {
  const ticks = decadeTicks(from, to);
  return ticks.length <= room ? ticks : ticks.filter((tick) => tick.toExponential().startsWith("1"));
}

/** The areas that the gain must avoid; broken bands are highlighted. */
function Forbidden({ panel, mask }: { panel: Panel; mask: GainChartProps["mask"] }) {
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

/** The values at a point of the curve. */
function readGain({ spec, rate, frequency, gainDb, delay }: FilterView, i: number): string {
  const ms = spec.rate === undefined ? "" : ` = ${plain((1e3 * delay[i]) / rate, 3)} ms`;
  return `${showFrequency(frequency[i], spec)}: ${fixed(gainDb[i], 2)} dB, delay ${plain(delay[i], 4)} samples${ms}`;
}
