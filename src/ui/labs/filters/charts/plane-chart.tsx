import { type KeyboardEvent, type PointerEvent, useState } from "react";
import { useFilters } from "../store/filters.ts";
import { plain } from "../../../format.ts";
import { textSize } from "../../../figures/theme.ts";
import { roundTicks } from "../../../figures/ticks.ts";
import { useDrawing } from "../../../figures/use-drawing.ts";
import { arrowOf } from "../../../figures/marks/keys.ts";

/** A zero or a pole, on or above the real axis: one of a conjugate pair. */
export interface PlanePoint {
  kind: "zero" | "pole";
  /** Its index among the zeros or the poles. */
  index: number;
  re: number;
  im: number;
}

export const pointName = ({ kind, index }: Pick<PlanePoint, "kind" | "index">) => `${kind} ${index + 1}`;

interface PlaneChartProps {
  points: readonly PlanePoint[];
  /** True where points have no conjugates. */
  alone?: boolean;
  /** Called when a point moves; absent where points cannot be moved. */
  onMove?: (point: PlanePoint, re: number, im: number) => void;
  onRemove?: (point: PlanePoint) => void;
  /** The range of the figure: a square about a point. */
  center: readonly [number, number];
  reach: number;
}

/** A zero dragged this near to the circle snaps to it; a part of the figure's width. */
const SNAP = 0.015;
const ANGLE_STEP = Math.PI / 360;
const RADIUS_STEP = 0.002;
/** Smallest distance of a conjugate pair from the real axis. */
const LEAST_IM = 1e-4;

/**
 * The z-plane with its unit circle, zeros as rings and poles as crosses. Dragging a point moves its conjugate too. Left and right arrow keys change the angle, up and down the radius; with shift ten times as far.
 */
export function PlaneChart(props: PlaneChartProps) {
  const { points, alone, onMove, onRemove, center, reach } = props;
  const selected = useFilters((store) => store.point);
  const onSelect = (point: string) => useFilters.setState({ point });
  const { drawing, size } = useDrawing({ width: 320, height: 320 });
  const [held, setHeld] = useState<Pick<PlanePoint, "kind" | "index">>();

  const text = textSize();
  const scale = Math.max(20, Math.min(size.width, size.height - 1.6 * text) / 2) / reach;
  const [x0, y0] = [size.width / 2 - scale * center[0], (size.height - 1.6 * text) / 2 + scale * center[1]];
  const x = (re: number) => x0 + scale * re;
  const y = (im: number) => y0 - scale * im;
  const fits = ({ re, im }: PlanePoint) => Math.hypot(re - center[0], Math.abs(im) - Math.abs(center[1])) < 20 * reach;

  const move = (point: PlanePoint, re: number, im: number) => {
    const real = point.im === 0;
    onMove?.(point, re, real ? 0 : Math.max(LEAST_IM, im));
  };
  const onPointerMove = (event: PointerEvent) => {
    const point = held && points.find(({ kind, index }) => kind === held.kind && index === held.index);
    if (!point || !drawing.current) return;
    const box = drawing.current.getBoundingClientRect();
    const [re, im] = [(event.clientX - box.left - x0) / scale, Math.abs((y0 - (event.clientY - box.top)) / scale)];
    const radius = Math.hypot(re, im);
    const snaps = point.kind === "zero" && Math.abs(radius - 1) < SNAP * reach && radius > 0;
    const factor = snaps ? 1 / radius : 1;
    move(point, re * factor, im * factor);
  };
  const onKeyDown = (point: PlanePoint) => (event: KeyboardEvent) => {
    if ((event.key === "Delete" || event.key === "Backspace") && onRemove) {
      event.preventDefault();
      onRemove(point);
      return;
    }
    const arrow = arrowOf(event);
    if (!arrow || !onMove) return;
    const [across, up] = arrow;
    event.preventDefault();
    // Steps get finer as the figure zooms in.
    const times = (event.shiftKey ? 10 : 1) * Math.min(1, reach);
    if (point.im === 0) {
      move(point, point.re + times * (across + up) * RADIUS_STEP, 0);
      return;
    }
    const radius = Math.max(0, Math.hypot(point.re, point.im) + times * up * RADIUS_STEP);
    const angle = Math.atan2(point.im, point.re) - times * across * ANGLE_STEP;
    move(point, radius * Math.cos(angle), radius * Math.sin(angle));
  };
  const ticks = roundTicks(-reach, reach, 5);
  return (
    <svg
      ref={drawing}
      className="plane-chart"
      role="group"
      aria-roledescription="figure"
      aria-label="Zeros and poles in the z-plane"
      onPointerMove={onPointerMove}
      onPointerUp={() => setHeld(undefined)}
      onPointerCancel={() => setHeld(undefined)}
    >
      <circle className="stable" cx={x(0)} cy={y(0)} r={scale} />
      <g className="axes">
        <path d={`M0 ${y(0)}H${size.width}M${x(0)} 0V${size.height - 1.6 * text}`} />
        <text x={size.width - 2} y={Math.min(size.height - 2.4 * text, Math.max(text, y(0) - 5))} textAnchor="end">
          Re z
        </text>
        <text x={Math.min(size.width - 3 * text, Math.max(2, x(0) + 6))} y={text}>
          Im z
        </text>
        {ticks.map((tick) => {
          const at = center[0] + tick;
          return (
            <text key={tick} x={x(at)} y={size.height - 0.4 * text} textAnchor="middle">
              {plain(at, 3)}
            </text>
          );
        })}
      </g>
      <circle className="circle" cx={x(0)} cy={y(0)} r={scale} />
      {points.filter(fits).map((point) => {
        const name = pointName(point);
        const { kind, re, im } = point;
        const together = points.filter(
          (other) => other.kind === kind && Math.hypot(other.re - re, other.im - im) < 1e-6,
        );
        const outside = kind === "pole" && Math.hypot(re, im) >= 1;
        const shape = kind === "pole" ? "M-5 -5L5 5M-5 5L5 -5" : "M-5 0a5 5 0 1 0 10 0a5 5 0 1 0 -10 0Z";
        const isHeld = held?.kind === kind && held.index === point.index;
        return (
          <g key={name} className="plane-point" data-kind={kind} data-unstable={outside || undefined}>
            {im > 0 && !alone && <path className="mirror" transform={`translate(${x(re)} ${y(-im)})`} d={shape} />}
            <g
              className="plane-head"
              data-selected={selected === name || undefined}
              data-held={isHeld || undefined}
              transform={`translate(${x(re)} ${y(im)})`}
              {...(onMove && {
                tabIndex: 0,
                role: "slider",
                "aria-label": name[0].toUpperCase() + name.slice(1),
                "aria-valuemin": 0,
                "aria-valuemax": 180,
                "aria-valuenow": Number(((Math.atan2(im, re) * 180) / Math.PI).toFixed(2)),
                "aria-valuetext": describePoint(point),
                onFocus: () => onSelect(name),
                onKeyDown: onKeyDown(point),
                onPointerDown: (event: PointerEvent<SVGGElement>) => {
                  event.currentTarget.setPointerCapture(event.pointerId);
                  setHeld({ kind, index: point.index });
                  onSelect(name);
                },
              })}
            >
              <title>{`${name}: ${describePoint(point)}`}</title>
              <circle className="reach" r={14} />
              <circle className="halo" r={10} />
              <path className="mark" d={shape} />
            </g>
            {together.length > 1 && together[0] === point && (
              <text className="many" x={x(re) + 9} y={y(im) - 6}>
                {together.length}
              </text>
            )}
          </g>
        );
      })}
    </svg>
  );
}

function describePoint({ kind, re, im }: PlanePoint): string {
  const radius = Math.hypot(re, im);
  const where =
    im === 0 ? `at ${plain(re, 4)}` : `${plain(radius, 5)} at ${plain((Math.atan2(im, re) * 180) / Math.PI, 4)}°`;
  return kind === "pole" && radius >= 1 ? `${where}, outside: unstable` : where;
}
