import { type KeyboardEvent, type PointerEvent, useMemo, useState } from "react";
import { fixed } from "../format.ts";
import { roundTicks } from "./ticks.ts";
import { useDrawing } from "./use-drawing.ts";
import "./llr-chart.css";
import { clamp, cursorStep } from "./marks/keys.ts";
import { type Ground, groundOf } from "./marks/ground.ts";
import { Axes } from "./marks/axes.tsx";

export interface LlrChartProps {
  label: string;
  /** LLRs, ln p(1)/p(0), of one iteration, and the transmitted bits. */
  llr: Float32Array;
  bits: Uint8Array;
  /** Stages per window of the decoder, if it has windows. */
  stages?: number;
  /** The first bit shown, and the number of bits. */
  span: readonly [number, number];
  onSpan: (span: readonly [number, number] | undefined) => void;
  /** The largest LLRs towards the wrong and towards the correct bit, over all iterations, so that all share one scale. */
  limits: readonly [number, number];
  /** Colour of the decoder. */
  colour: `--${string}`;
}

const MARGIN = { left: 46, right: 12, top: 22, bottom: 36 };
/** Below this number of bits the chart draws stems. */
const STEMS = 260;
/** From this number of bits on the marks are small. */
const MANY = 1500;
const SHORTEST = 8;
/** Margin above and below the LLRs, as a fraction of their span. */
const ROOM = 0.04;

/**
 * A codeword's LLRs, with signs such that up is correct: wrong bits are crosses below the line. A drag zooms in, a double
 * click zooms out. On the keyboard arrows read the bits, and + and − zoom around the current bit.
 */
export function LlrChart({ label, llr, bits, stages: perWindow, span, onSpan, limits, colour }: LlrChartProps) {
  const { drawing, size } = useDrawing({ width: 600, height: 260 });
  const [dragged, setDragged] = useState<{ from: number; to: number }>();
  const [cursor, setCursor] = useState<number>();

  const stages = perWindow ?? bits.length;
  const [from, count] = span;
  const [lowest, highest] = limits.map(bent);
  const [low, high] = [lowest - ROOM * (highest - lowest), highest + ROOM * (highest - lowest)];
  const ground = groundOf(size, MARGIN, [from - 0.5, from + count - 0.5], [low, high]);
  const { width, height, x: xOf } = ground;
  const yOf = (llr: number) => ground.y(bent(llr));
  const bitAt = (px: number) => clamp(Math.round(ground.xAt(px)), from, from + count - 1);
  const zero = yOf(0);
  const floor = MARGIN.top + height;

  const marks = useMemo(
    () => marksOf(llr, bits, [from, count], groundOf(size, MARGIN, [from - 0.5, from + count - 0.5], [low, high])),
    [llr, bits, from, count, size, low, high],
  );

  const edges = Array.from({ length: Math.floor((from + count - 1) / stages) }, (_, i) => (i + 1) * stages).filter(
    (edge) => edge > from,
  );
  const pitch = (stages / count) * width;
  const zoom = (by: number) => {
    const middle = cursor ?? from + count / 2;
    const length = clamp(Math.round(count * by), SHORTEST, bits.length);
    if (length >= bits.length) onSpan(undefined);
    else onSpan([clamp(Math.round(middle - length / 2), 0, bits.length - length), length]);
  };
  const move = (by: number) => {
    const next = clamp((cursor ?? from - Math.sign(by)) + by, 0, bits.length - 1);
    setCursor(next);
    if (next < from || next >= from + count) onSpan([clamp(next - count / 2, 0, bits.length - count) | 0, count]);
  };
  const keys: Record<string, () => void> = {
    PageDown: () => move(stages),
    PageUp: () => move(-stages),
    "+": () => zoom(0.5),
    "=": () => zoom(0.5),
    "-": () => zoom(2),
    "0": () => onSpan(undefined),
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = cursorStep(event);
    const action = keys[event.key] ?? (step !== undefined && (() => move(step)));
    if (!action || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    event.stopPropagation();
    action();
  };
  const place = (event: PointerEvent) => event.clientX - drawing.current!.getBoundingClientRect().left;
  const onPointerUp = () => {
    if (dragged) {
      const [first, last] = [Math.min(dragged.from, dragged.to), Math.max(dragged.from, dragged.to)];
      if (last - first > (4 / width) * count) onSpan([first, clamp(last - first + 1, SHORTEST, bits.length - first)]);
    }
    setDragged(undefined);
  };
  const readout = cursor === undefined ? "" : describeBit(cursor, llr[cursor], bits[cursor], perWindow);
  const shownCursor = cursor !== undefined && cursor >= from && cursor < from + count ? cursor : undefined;
  return (
    <div
      className="llr-chart"
      tabIndex={0}
      role="group"
      aria-roledescription="figure"
      aria-label={`${label} Arrow keys read the bits, + and − zoom.`}
      onKeyDown={onKeyDown}
      onBlur={() => setCursor(undefined)}
    >
      <svg
        ref={drawing}
        aria-hidden="true"
        style={{ "--decoder": `var(${colour})` } as React.CSSProperties}
        onPointerDown={(event) => {
          if (event.button !== 0) return;
          event.currentTarget.setPointerCapture(event.pointerId);
          setDragged({ from: bitAt(place(event)), to: bitAt(place(event)) });
        }}
        onPointerMove={(event) => {
          const bit = bitAt(place(event));
          setCursor(bit);
          if (dragged) setDragged({ ...dragged, to: bit });
        }}
        onPointerLeave={() => !dragged && setCursor(undefined)}
        onPointerUp={onPointerUp}
        onPointerCancel={() => setDragged(undefined)}
        onDoubleClick={() => onSpan(undefined)}
      >
        <rect className="wrong-side" x={MARGIN.left} y={zero} width={width} height={floor - zero} />
        {pitch >= 12 && (
          <path
            className="edges"
            d={edges.map((edge) => `M${(xOf(edge) - width / count / 2).toFixed(1)} ${MARGIN.top}V${floor}`).join("")}
          />
        )}
        <Axes
          ground={ground}
          x={{
            title: "Bit",
            ticks: roundTicks(from, from + count - 1, Math.max(3, width / 90))
              .filter(Number.isInteger)
              .map((bit) => [bit, String(bit)]),
          }}
          y={{
            title: "wrong ← LLR → right",
            lines: "across",
            ticks: TICKS.filter((llr) => bent(llr) > low && bent(llr) < high).map((llr) => [
              bent(llr),
              String(Math.abs(llr)),
            ]),
          }}
        />
        <path className="stems" d={marks.stems} />
        <path className="right-bits" data-many={count > MANY || undefined} d={marks.right} />
        <path className="zero" d={`M${MARGIN.left} ${zero}h${width}`} />
        <path className="wrong-bits" d={marks.wrong} />
        {perWindow &&
          pitch >= 46 &&
          [0, ...edges].map((edge) => (
            <text key={edge} className="window-name" x={Math.max(xOf(edge), MARGIN.left) + 4} y={MARGIN.top - 8}>
              {pitch >= 90 ? `window ${edge / stages + 1}` : edge / stages + 1}
            </text>
          ))}
        {dragged && (
          <rect
            className="selection"
            x={xOf(Math.min(dragged.from, dragged.to))}
            y={MARGIN.top}
            width={Math.abs(xOf(dragged.to) - xOf(dragged.from))}
            height={height}
          />
        )}
        {shownCursor !== undefined && (
          <>
            <path className="cursor" d={`M${xOf(shownCursor)} ${MARGIN.top}V${floor}`} />
            <circle
              className="cursor"
              r={6}
              cx={xOf(shownCursor)}
              cy={yOf(turned(llr[shownCursor], bits[shownCursor]))}
            />
          </>
        )}
      </svg>
      <p className="llr-readout" aria-live="polite">
        {readout}
      </p>
    </div>
  );
}

/**
 * The scale of LLRs: linear near zero and logarithmic beyond. So the channel's small LLRs and the large ones of the last
 * iteration are visible together.
 */
export const bent = (llr: number) => Math.asinh(llr / 4);
const TICKS = [-200, -100, -50, -20, -10, -5, -2, 0, 2, 5, 10, 20, 50, 100, 200, 500];

/** Paths of correct bits and stems, and places of wrong bits. A bit with LLR 0 is decided as 0. */
function marksOf(llr: Float32Array, bits: Uint8Array, [from, count]: readonly [number, number], ground: Ground) {
  const xOf = ground.x;
  const yOf = (value: number) => ground.y(bent(value));
  const zero = yOf(0).toFixed(1);
  const cross = count > MANY ? "m-2 -2l4 4m0 -4l-4 4" : "m-3.5 -3.5l7 7m0 -7l-7 7";
  const marks = { right: "", stems: "", wrong: "" };
  for (let bit = from; bit < from + count; bit++) {
    const x = xOf(bit).toFixed(1);
    const y = yOf(turned(llr[bit], bits[bit])).toFixed(1);
    if (llr[bit] > 0 === (bits[bit] === 1)) marks.right += `M${x} ${y}h.01`;
    else marks.wrong += `M${x} ${y}${cross}`;
    if (count <= STEMS) marks.stems += `M${x} ${zero}V${y}`;
  }
  return marks;
}

/** The LLR towards the transmitted bit. */
const turned = (llr: number, bit: number) => (bit ? llr : -llr);

/** The most wrong and the most correct LLR, both with the sign of the transmitted bit, for a common scale. */
export function limitsOf({ llrs, bits }: { llrs: readonly Float32Array[]; bits: Uint8Array }): [number, number] {
  const limits: [number, number] = [-1, 1];
  for (const llr of llrs) {
    for (const [k, value] of llr.entries()) {
      const towards = turned(value, bits[k]);
      limits[0] = Math.min(limits[0], towards);
      limits[1] = Math.max(limits[1], towards);
    }
  }
  return limits;
}

function describeBit(bit: number, llr: number, sent: number, stages: number | undefined): string {
  const right = llr > 0 === (sent === 1);
  const window = stages ? `, window ${Math.floor(bit / stages) + 1}` : "";
  return `Bit ${bit}${window}: sent ${sent}, LLR ${fixed(llr, 2)}, ${right ? "correct" : "wrong"}`;
}
