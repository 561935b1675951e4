import { type KeyboardEvent, type PointerEvent, type ReactNode, useRef } from "react";
import { plain } from "../../format.ts";
import { textSize } from "../../figures/theme.ts";
import { roundTicks } from "../../figures/ticks.ts";
import { useDrawing } from "../../figures/use-drawing.ts";

/** The drawing area, px: `x` of a value, `y` of a level from 0 at the top to 1. */
export interface Ground {
  left: number;
  top: number;
  width: number;
  height: number;
  x: (value: number) => number;
  y: (level: number) => number;
}

export interface SliderChartProps {
  /** Its class, beside "slider-chart". */
  kind: string;
  label: string;
  /** The value in words. */
  text: string;
  value: number;
  /** Ends of the axis: the value stays between them. */
  range: readonly [number, number];
  /** Step of an arrow key. */
  step: number;
  disabled?: boolean;
  onMove: (value: number) => void;
  /** Ticks show (value + shift)/scale. */
  axis: { title: string; shift?: number; scale?: number };
  /** Horizontal grid lines: their levels and labels. */
  levels: { title: string; lines: readonly (readonly [level: number, text: string])[] };
  children: (ground: Ground) => ReactNode;
}

/** Room for labels, in sizes of their text. */
const MARGIN = { left: 4.2, right: 1.6, top: 0.6, bottom: 3 };
/** Of a tick, in sizes of its text. */
const TICK_ROOM = 7;

/** A drawing that is also a slider along its horizontal axis: a press, the pointer or keys move its value. */
export function SliderChart(props: SliderChartProps) {
  const { kind, label, text, value, range, step, disabled, onMove, axis, levels, children } = props;
  const { drawing, size } = useDrawing({ width: 400, height: 140 });
  const held = useRef(false);

  const [from, to] = range;
  const letter = textSize();
  const [left, top] = [MARGIN.left * letter, MARGIN.top * letter];
  const width = Math.max(1, size.width - left - MARGIN.right * letter);
  const height = Math.max(1, size.height - top - MARGIN.bottom * letter);
  const ground: Ground = {
    left,
    top,
    width,
    height,
    x: (at) => left + ((at - from) / (to - from)) * width,
    y: (level) => top + level * height,
  };
  const { shift = 0, scale = 1 } = axis;
  const ticks = roundTicks((from + shift) / scale, (to + shift) / scale, Math.max(2, width / (TICK_ROOM * letter)));

  const move = (to_: number) => onMove(Math.min(to, Math.max(from, to_)));
  const follow = (event: PointerEvent<HTMLDivElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    move(from + ((event.clientX - box.left - left) / width) * (to - from));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const steps: Record<string, number> = {
      ArrowRight: step,
      ArrowUp: step,
      ArrowLeft: -step,
      ArrowDown: -step,
      PageUp: 10 * step,
      PageDown: -10 * step,
      Home: -Infinity,
      End: Infinity,
    };
    if (disabled || !(event.key in steps)) return;
    event.preventDefault();
    move(value + (event.shiftKey ? 10 : 1) * steps[event.key]);
  };
  return (
    <div
      className={`slider-chart ${kind}`}
      role="slider"
      tabIndex={disabled ? -1 : 0}
      aria-label={label}
      aria-disabled={disabled}
      aria-valuemin={from}
      aria-valuemax={to}
      aria-valuenow={value}
      aria-valuetext={text}
      onPointerDown={(event) => {
        if (disabled || event.button !== 0) return;
        held.current = true;
        event.currentTarget.setPointerCapture(event.pointerId);
        follow(event);
      }}
      onPointerMove={(event) => held.current && follow(event)}
      onPointerUp={() => (held.current = false)}
      onPointerCancel={() => (held.current = false)}
      onKeyDown={onKeyDown}
    >
      <svg ref={drawing} aria-hidden="true">
        <g className="grid">
          {levels.lines.map(([level, says]) => (
            <g key={level}>
              <path d={`M${left} ${ground.y(level)}h${width}`} />
              <text x={left - 6} y={ground.y(level) + letter / 3} textAnchor="end">
                {says}
              </text>
            </g>
          ))}
          {ticks.map((tick) => (
            <g key={tick}>
              <path d={`M${ground.x(tick * scale - shift)} ${top + height}v4`} />
              <text x={ground.x(tick * scale - shift)} y={top + height + 1.35 * letter} textAnchor="middle">
                {plain(tick, 9)}
              </text>
            </g>
          ))}
          <text x={left + width / 2} y={top + height + 2.6 * letter} textAnchor="middle">
            {axis.title}
          </text>
          <text transform={`translate(${letter} ${top + height / 2}) rotate(-90)`} textAnchor="middle">
            {levels.title}
          </text>
        </g>
        {children(ground)}
      </svg>
    </div>
  );
}

/** An SVG path through `count` points. */
export function lineThrough(count: number, x: (i: number) => number, y: (i: number) => number): string {
  return Array.from({ length: count }, (_, i) => `${i ? "L" : "M"}${x(i).toFixed(1)} ${y(i).toFixed(1)}`).join("");
}
