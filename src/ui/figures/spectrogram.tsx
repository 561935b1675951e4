import { type KeyboardEvent, type PointerEvent, useCallback, useEffect, useMemo, useRef } from "react";
import { useState } from "react";
import { usePicture } from "./picture.ts";
import { fixed } from "../format.ts";
import type { LevelRange } from "./colour-map.ts";
import { colourTable, paintRaster, type Raster } from "./colour-map.ts";
import { readPalette } from "./theme.ts";
import { useDraw } from "./use-draw.ts";
import { watchSize } from "./watch.ts";
import { textTicks } from "./ticks.ts";
import { arrowOf, clamp } from "./marks/keys.ts";
import { groundOf } from "./marks/ground.ts";
import { Axes } from "./marks/axes.tsx";
import { ColourBar } from "./marks/colour-bar.tsx";

export interface SpectrogramProps extends Raster {
  label: string;
  /** Ends of both axes, in their units. */
  time: readonly [from: number, to: number];
  frequency: readonly [from: number, to: number];
  /** Units of the axes, by default ms and MHz; "" for no unit. */
  units?: { time: string; frequency: string };
  levels: LevelRange;
  /** A frequency to mark, and what it is, for example the channel's null. */
  mark?: { frequency: number; text: string };
  /** Called with the frequency that a click, or Enter at the cursor, chooses. */
  onChoose?: (frequency: number) => void;
}

const USUAL = { time: "ms", frequency: "MHz" };
const MARGIN = { left: 46, right: 62, top: 20, bottom: 36 };
/** Between the map and the colour bar. */
const BAR_GAP = 12;

/** Power over time and frequency on a canvas, with a colour bar. The pointer or the arrow keys move a cursor that reads values. */
export function Spectrogram(props: SpectrogramProps) {
  const { label, levels, mark, onChoose, time, frequency, units = USUAL, ...raster } = props;
  const { columns, bins, decibels } = raster;
  const root = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  const drawing = useRef<SVGSVGElement>(null);
  const [size, setSize] = useState({ width: 400, height: 236 });
  const [cursor, setCursor] = useState<{ column: number; bin: number }>();
  const ground = groundOf(size, MARGIN, time, frequency);
  const { width, height, x, y } = ground;
  const shades = useMemo(() => colourTable(readPalette()("--viridis")), []);

  useEffect(() => (root.current ? watchSize(root.current, setSize) : undefined), []);

  useDraw(
    canvas,
    useCallback(
      (element) => {
        const image = paintRaster({ columns, bins, decibels }, 0, levels, shades);
        [element.width, element.height] = [image.width, image.height];
        element.getContext("2d")?.putImageData(image, 0, 0);
      },
      [columns, bins, decibels, levels, shades],
    ),
  );

  usePicture(root, async () =>
    (await import("./standalone-svg.ts")).rasterSvg(drawing.current, canvas.current, ground),
  );

  const [from, to] = time;
  const [low, high] = frequency;
  const named = (quantity: string, unit: string) => (unit ? `${quantity} (${unit})` : quantity);
  const middle = cursor && {
    instant: from + ((cursor.column + 0.5) / columns) * (to - from),
    pitch: low + (cursor.bin / bins) * (high - low),
  };
  const readout =
    cursor && middle
      ? `${near(middle.instant, to - from)} ${units.time}, ${near(middle.pitch, high - low)} ${units.frequency}: ${fixed(decibels[cursor.column * bins + cursor.bin], 1)} dB`
      : "";

  const choose = () => middle && onChoose?.(middle.pitch);
  const point = (event: PointerEvent<SVGSVGElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    const column = Math.floor(((event.clientX - box.left - MARGIN.left) / width) * columns);
    const bin = bins - 1 - Math.floor(((event.clientY - box.top - MARGIN.top) / height) * bins);
    const inside = column >= 0 && column < columns && bin >= 0 && bin < bins;
    setCursor(inside ? { column, bin } : undefined);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter") return choose();
    const step = arrowOf(event);
    if (!step) return;
    event.preventDefault();
    const { column, bin } = cursor ?? { column: columns >> 1, bin: bins >> 1 };
    setCursor({ column: clamp(column + step[0], 0, columns - 1), bin: clamp(bin + step[1], 0, bins - 1) });
  };

  return (
    <div
      ref={root}
      className="spectrogram"
      tabIndex={0}
      role="group"
      aria-roledescription="figure"
      aria-label={`${label}. Arrow keys read the values.${onChoose ? " Enter tunes to the frequency." : ""}`}
      onKeyDown={onKeyDown}
      onBlur={() => setCursor(undefined)}
    >
      <canvas ref={canvas} aria-hidden="true" style={{ left: MARGIN.left, top: MARGIN.top, width, height }} />
      <svg
        ref={drawing}
        aria-hidden="true"
        data-chooses={onChoose !== undefined || undefined}
        onPointerMove={point}
        onPointerDown={point}
        onClick={choose}
        onPointerLeave={() => setCursor(undefined)}
      >
        <Axes
          ground={ground}
          x={{ title: named("Time", units.time), ticks: textTicks(from, to, width / 70) }}
          y={{ title: named("Frequency", units.frequency), ticks: textTicks(low, high, height / 30) }}
        />
        <ColourBar levels={levels} shades={shades} x={MARGIN.left + width + BAR_GAP} top={MARGIN.top} height={height} />
        {mark !== undefined && (
          <g className="mark">
            <path d={`M${MARGIN.left} ${y(mark.frequency)}h-5M${MARGIN.left + width} ${y(mark.frequency)}h5`} />
            <path className="line" d={`M${MARGIN.left} ${y(mark.frequency)}h${width}`} />
            <text x={MARGIN.left + 6} y={y(mark.frequency) - 5}>
              {mark.text}
            </text>
          </g>
        )}
        {middle && (
          <path
            className="cross"
            d={`M${x(middle.instant)} ${MARGIN.top}v${height}M${MARGIN.left} ${y(middle.pitch)}h${width}`}
          />
        )}
        <text className="readout" x={MARGIN.left} y={12}>
          {readout}
        </text>
      </svg>
      <p className="unseen" aria-live="polite">
        {readout}
      </p>
    </div>
  );
}

/** A value on an axis of the given length, with enough decimals to distinguish neighbouring values. */
const near = (value: number, length: number) =>
  fixed(value, Math.max(0, Math.min(6, 2 - Math.floor(Math.log10(length)))));
