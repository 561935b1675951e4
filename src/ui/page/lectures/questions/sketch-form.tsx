import { type FormEvent, type KeyboardEvent, type PointerEvent, useState } from "react";
import type { SketchQuestion } from "#core/lectures/lecture.ts";
import { Button } from "../../../elements/button.tsx";
import { Axes } from "../../../figures/marks/axes.tsx";
import { groundOf, marginOf } from "../../../figures/marks/ground.ts";
import { clamp, sliderStep } from "../../../figures/marks/keys.ts";
import { textTicks } from "../../../figures/ticks.ts";
import { useDrawing } from "../../../figures/use-drawing.ts";
import { plain } from "../../../format.ts";
import type { FormProps } from "./form.ts";

/** In sizes of the text. */
const MARGIN = { left: 4, right: 1, top: 0.8, bottom: 3 };
const TEXT = 12;
/** Parts of the vertical axis in a step of an arrow key. */
const STEPS = 50;

/** A curve to predict: its points are dragged, or moved with the arrow keys. */
export function SketchForm({ question, label, last, right, isClosed, action, onGive }: FormProps<SketchQuestion>) {
  const { at, x, y } = question;
  const { drawing, size } = useDrawing({ width: 360, height: 200 });
  const [curve, setCurve] = useState<readonly number[]>(() =>
    Array.isArray(last) ? last : at.map(() => (y.from + y.to) / 2),
  );
  const [held, setHeld] = useState<number>();
  const ground = groundOf(size, marginOf(MARGIN, TEXT), [x.from, x.to], [y.from, y.to]);
  const step = (y.to - y.from) / STEPS;
  const [low, high] = [Math.min(y.from, y.to), Math.max(y.from, y.to)];

  const set = (i: number, value: number) => setCurve(curve.with(i, Number(clamp(value, low, high).toPrecision(4))));
  const onPointerMove = ({ clientY }: PointerEvent) => {
    if (held === undefined || !drawing.current) return;
    set(held, ground.yAt(clientY - drawing.current.getBoundingClientRect().top));
  };
  const onKeyDown = (i: number) => (event: KeyboardEvent) => {
    const by = sliderStep(event, step);
    if (by === undefined) return;
    event.preventDefault();
    set(i, curve[i] + by);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    onGive(curve);
  };
  const line = (values: readonly number[]) =>
    values.map((value, i) => `${i === 0 ? "M" : "L"}${ground.x(at[i])} ${ground.y(clamp(value, low, high))}`).join("");
  return (
    <form className="answer-block" onSubmit={submit}>
      <p className="muted">
        {right !== undefined
          ? "Your sketch, and the curve that the lab computes (dashed)."
          : !isClosed && "Drag the points up and down, or move them with the arrow keys."}
      </p>
      <svg
        ref={drawing}
        className="sketch-chart"
        role="group"
        aria-label={label}
        onPointerMove={onPointerMove}
        onPointerUp={() => setHeld(undefined)}
        onPointerCancel={() => setHeld(undefined)}
      >
        <Axes
          ground={ground}
          text={TEXT}
          x={{ title: x.label, lines: "outside", ticks: textTicks(x.from, x.to, 6) }}
          y={{ title: y.label, lines: "across", ticks: textTicks(low, high, 4) }}
        />
        {Array.isArray(right) && <path className="sketch-right" d={line(right as readonly number[])} />}
        <path className="sketch-line" d={line(curve)} />
        {at.map((place, i) => (
          <g
            key={place}
            className="sketch-point"
            transform={`translate(${ground.x(place)} ${ground.y(curve[i])})`}
            {...(!isClosed && {
              tabIndex: 0,
              role: "slider",
              "aria-label": `${y.label} at ${plain(place, 4)}`,
              "aria-orientation": "vertical",
              "aria-valuemin": low,
              "aria-valuemax": high,
              "aria-valuenow": curve[i],
              onKeyDown: onKeyDown(i),
              onPointerDown: (event: PointerEvent<SVGGElement>) => {
                event.currentTarget.setPointerCapture(event.pointerId);
                setHeld(i);
              },
            })}
          >
            <circle className="reach" r={18} />
            <circle r={6} />
          </g>
        ))}
      </svg>
      {!isClosed && (
        <Button type="submit" look="primary">
          {action}
        </Button>
      )}
    </form>
  );
}
