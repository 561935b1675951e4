import { type KeyboardEvent, type PointerEvent, useEffect, useEffectEvent, useState } from "react";
import type { Ray } from "#core/telemetry/experiment/scenario.ts";
import { plain } from "../../../format.ts";
import { pointer } from "../../../figures/pointer.ts";
import { textSize } from "../../../figures/theme.ts";
import { roundTicks } from "../../../figures/ticks.ts";
import { useDrawing } from "../../../figures/use-drawing.ts";
import { arrowOf, clamp } from "../../../figures/marks/keys.ts";
import { groundOf, marginOf } from "../../../figures/marks/ground.ts";
import { Axes } from "../../../figures/marks/axes.tsx";

export interface RayChartProps {
  rays: readonly Ray[];
  /** Absent if the channel cannot be edited. */
  onChange?: (index: number, change: Partial<Ray>) => void;
}

/** Margins for labels, in multiples of their font size. */
const MARGIN = { left: 4.2, right: 1.6, top: 2.4, bottom: 3.2 };
const HEAD = 11;
/** Distance of the phase's handle from the middle of its head, for a mouse and for a finger. */
const ARM = { fine: 25, coarse: 36 };
/** Attenuation of the chart's floor, dB. */
const FLOOR_DB = 30;
const DELAY_STEP = 1;
const ATTENUATION_STEP = 0.1;
const PHASE_STEP = 5;

/** What a drag changes: a ray's place, or its phase. The axis at its start. */
interface Held {
  index: number;
  part: "head" | "phase";
  from: number;
  to: number;
}

/**
 * Rays by delay and attenuation. Dragging a head or the arrow keys move a ray. The phase is the angle of the handle beside the
 * head: dragging the handle, its arrow keys, the wheel on the head, or Shift with the head's arrow keys turn it.
 */
export function RayChart({ rays, onChange }: RayChartProps) {
  const { drawing, size } = useDrawing({ width: 400, height: 240 });
  const [held, setHeld] = useState<Held>();

  // The axis does not change while a ray is dragged.
  const [from, to] = held ? [held.from, held.to] : delaySpan(rays);
  const text = textSize();
  const ground = groundOf(size, marginOf(MARGIN, text), [from, to], [FLOOR_DB, 0]);
  const yOf = (attenuation: number) => ground.y(Math.min(attenuation, FLOOR_DB));
  const floor = ground.top + ground.height;
  const arm = ARM[pointer()];

  const change = (index: number, delayNs: number, attenuationDb: number) =>
    onChange?.(index, {
      delayNs: clamp(round(delayNs, DELAY_STEP), -500, 1200),
      attenuationDb: clamp(round(attenuationDb, ATTENUATION_STEP), 0, FLOOR_DB),
    });
  const turnTo = (index: number, degrees: number) =>
    onChange?.(index, { phaseDeg: ((((degrees + 180) % 360) + 360) % 360) - 180 });
  const turn = (index: number, degrees: number) => turnTo(index, rays[index].phaseDeg + degrees);

  const onPointerMove = (event: PointerEvent) => {
    if (!held || !drawing.current) return;
    const box = drawing.current.getBoundingClientRect();
    const [x, y] = [event.clientX - box.left, event.clientY - box.top];
    if (held.part === "head") {
      change(held.index, ground.xAt(x), ground.yAt(y));
      return;
    }
    const { delayNs, attenuationDb } = rays[held.index];
    turnTo(held.index, Math.round((Math.atan2(yOf(attenuationDb) - y, x - ground.x(delayNs)) * 180) / Math.PI));
  };
  const hold = (index: number, part: Held["part"]) => (event: PointerEvent<SVGGElement>) => {
    event.currentTarget.setPointerCapture(event.pointerId);
    setHeld({ index, part, from, to });
  };
  const onKeyDown = (index: number) => (event: KeyboardEvent) => {
    const arrow = arrowOf(event);
    if (!arrow) return;
    const [across, up] = arrow;
    event.preventDefault();
    const { delayNs, attenuationDb } = rays[index];
    if (event.shiftKey) turn(index, (across + up) * PHASE_STEP);
    else change(index, delayNs + across * DELAY_STEP, attenuationDb - up * ATTENUATION_STEP * 5);
  };
  const onPhaseKeyDown = (index: number) => (event: KeyboardEvent) => {
    const arrow = arrowOf(event);
    if (!arrow) return;
    event.preventDefault();
    turn(index, (arrow[0] + arrow[1]) * (event.shiftKey ? 1 : PHASE_STEP));
  };

  const onWheel = useEffectEvent((event: WheelEvent) => {
    const head = (event.target as Element).closest<SVGElement>("[data-ray]");
    if (!head || !onChange) return;
    event.preventDefault();
    turn(Number(head.dataset.ray), event.deltaY < 0 ? PHASE_STEP : -PHASE_STEP);
  });
  // React's wheel listener is passive, so it could not keep the page from scrolling.
  useEffect(() => {
    const svg = drawing.current;
    const listener = (event: WheelEvent) => onWheel(event);
    svg?.addEventListener("wheel", listener, { passive: false });
    return () => svg?.removeEventListener("wheel", listener);
  }, [drawing]);

  return (
    <svg
      ref={drawing}
      className="ray-chart"
      role="group"
      aria-label="Rays by delay and attenuation"
      onPointerMove={onPointerMove}
      onPointerUp={() => setHeld(undefined)}
      onPointerCancel={() => setHeld(undefined)}
    >
      <Axes
        ground={ground}
        text={text}
        x={{ title: "Delay (ns)", ticks: roundTicks(from, to, 6).map((delay) => [delay, plain(delay)]) }}
        y={{ title: "Power (dB)", lines: "across", ticks: [0, 10, 20, 30].map((db) => [db, plain(-db || 0)]) }}
      />
      {rays.map((ray, index) => {
        const [x, y] = [ground.x(ray.delayNs), yOf(ray.attenuationDb)];
        const angle = (-ray.phaseDeg * Math.PI) / 180;
        const [across, down] = [Math.cos(angle), Math.sin(angle)];
        const label = `Ray ${index + 1}`;
        return (
          <g
            key={index}
            className="ray"
            data-first={index === 0 || undefined}
            data-held={held?.index === index ? held.part : undefined}
          >
            <path className="stem" d={`M${x} ${floor}V${Math.min(floor, y + HEAD)}`} />
            <g
              className="ray-head"
              data-ray={index}
              transform={`translate(${x} ${y})`}
              {...(onChange && {
                tabIndex: 0,
                role: "slider",
                "aria-label": label,
                "aria-orientation": "horizontal",
                "aria-valuemin": -500,
                "aria-valuemax": 1200,
                "aria-valuenow": ray.delayNs,
                "aria-valuetext": describeRay(ray),
                onKeyDown: onKeyDown(index),
                onPointerDown: hold(index, "head"),
              })}
            >
              <title>{`${label}: ${describeRay(ray)}`}</title>
              <circle className="reach" r={22} />
              <circle className="dial" r={HEAD} />
              {onChange ? (
                <text className="ray-name" y={text / 3} textAnchor="middle">
                  {index + 1}
                </text>
              ) : (
                <path className="hand" d={`M0 0L${(HEAD - 2) * across} ${(HEAD - 2) * down}`} />
              )}
            </g>
            {onChange && (
              <g
                className="ray-phase"
                transform={`translate(${x} ${y})`}
                tabIndex={0}
                role="slider"
                aria-label={`Phase of ray ${index + 1}`}
                aria-valuemin={-180}
                aria-valuemax={180}
                aria-valuenow={ray.phaseDeg}
                aria-valuetext={`${plain(ray.phaseDeg, 4)}°`}
                onKeyDown={onPhaseKeyDown(index)}
                onPointerDown={hold(index, "phase")}
              >
                <title>{`Phase of ray ${index + 1}: ${plain(ray.phaseDeg, 4)}°. Drag to turn.`}</title>
                <path className="arm" d={`M${HEAD * across} ${HEAD * down}L${arm * across} ${arm * down}`} />
                <circle className="reach" cx={arm * across} cy={arm * down} r={arm - HEAD} />
                <circle className="knob" cx={arm * across} cy={arm * down} r={5} />
                {held?.index === index && held.part === "phase" && (
                  <text className="ray-name" x={HEAD + 6} y={-HEAD - 4}>
                    {plain(ray.phaseDeg, 4)}°
                  </text>
                )}
              </g>
            )}
          </g>
        );
      })}
    </svg>
  );
}

export function describeRay({ attenuationDb, phaseDeg, delayNs }: Ray): string {
  return `${plain(-attenuationDb, 3)} dB, ${plain(phaseDeg, 4)}°, ${plain(delayNs, 4)} ns`;
}

const round = (value: number, step: number) => Number((Math.round(value / step) * step).toFixed(6));

/** The delays that the chart spans, with room to drag beyond the last ray. */
function delaySpan(rays: readonly Ray[]): [number, number] {
  const delays = rays.map((ray) => ray.delayNs);
  const [first, last] = [Math.min(0, ...delays), Math.max(200, ...delays)];
  const room = (last - first) * 0.08;
  return [first - room, last + room];
}
