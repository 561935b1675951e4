import type { ReactNode } from "react";
import { Axes } from "../../figures/marks/axes.tsx";
import { type Ground, groundOf, marginOf } from "../../figures/marks/ground.ts";
import { Slider } from "../../figures/marks/slider.tsx";
import { textSize } from "../../figures/theme.ts";
import { roundTicks } from "../../figures/ticks.ts";
import { useDrawing } from "../../figures/use-drawing.ts";
import { plain } from "../../format.ts";

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
  const [from, to] = range;
  const letter = textSize();
  const ground = groundOf(size, marginOf(MARGIN, letter), range, [1, 0]);
  const { shift = 0, scale = 1 } = axis;
  const ticks = roundTicks(
    (from + shift) / scale,
    (to + shift) / scale,
    Math.max(2, ground.width / (TICK_ROOM * letter)),
  );
  return (
    <Slider
      className={`slider-chart ${kind}`}
      {...{ label, text, value, range, step, disabled, onMove }}
      valueAt={(px) => ground.xAt(px)}
    >
      <svg ref={drawing} aria-hidden="true">
        <Axes
          ground={ground}
          text={letter}
          x={{
            title: axis.title,
            lines: "outside",
            ticks: ticks.map((tick) => [tick * scale - shift, plain(tick, 9)]),
          }}
          y={{ title: levels.title, lines: "across", ticks: levels.lines }}
        />
        {children(ground)}
      </svg>
    </Slider>
  );
}
