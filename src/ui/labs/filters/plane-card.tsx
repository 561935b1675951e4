import { Button } from "../../elements/button.tsx";
import { useMemo, useState } from "react";
import { useShallow } from "zustand/react/shallow";
import { MOST_ZEROS } from "#core/filters/experiment.ts";
import type { FilterView } from "#core/filters/view.ts";
import type { Complex } from "#core/filter-design/complex.ts";
import type { ListedPoint } from "#core/filter-design/spec.ts";
import { QuantityField } from "../../kit/fields/quantity-field.tsx";
import { useWaiting } from "../../figures/attention.ts";
import { FigureCard } from "../../figures/card.tsx";
import { PlaneChart, type PlanePoint, pointName } from "./charts/plane-chart.tsx";
import { editDesign, useFilters } from "./store/filters.ts";
import { byHand, type HandSpec, short } from "./specs.ts";
import { unitOf } from "./units.ts";
import { noiseSentence } from "./verdicts.ts";

/** With more points than this the plane is read-only: each pair would be a section. */
const MOST_MOVED = 64;

const pointOf = (listed: ListedPoint): readonly [number, number] => (typeof listed === "number" ? [listed, 0] : listed);
const listedOf = (re: number, im: number): ListedPoint => (im === 0 ? short(re) : [short(re), short(im)]);

/** The points of a design, one of each conjugate pair. */
function pointsOf({ zeros, poles }: HandSpec): PlanePoint[] {
  const listed = (kind: PlanePoint["kind"], points: readonly ListedPoint[]) =>
    points.map((point, index): PlanePoint => {
      const [re, im] = pointOf(point);
      return { kind, index, re, im: Math.abs(im) };
    });
  return [...listed("zero", zeros), ...listed("pole", poles)];
}

/** All points of complex coefficients, which need not come in pairs. */
function alonePoints({ zeros = [], poles }: FilterView): PlanePoint[] {
  const named = (kind: PlanePoint["kind"], points: readonly Complex[]) =>
    points.map(({ re, im }, index): PlanePoint => ({ kind, index, re, im }));
  return [...named("zero", zeros), ...named("pole", poles)];
}

/** The card of zeros and poles, which can be dragged. Moving a point turns the design into one of type "zeros-poles". */
export function PlaneCard() {
  const { config, designed, point } = useFilters(
    useShallow(({ config, designed, point }) => ({ config, designed, point })),
  );
  const { view, computing } = designed;
  const spec = config.design;
  const [near, setNear] = useState(false);
  const hand = useMemo(
    () => (spec.type === "zeros-poles" ? spec : view?.zeros ? byHand(view) : undefined),
    [spec, view],
  );
  // Points of complex coefficients have no conjugates; points moved by hand always have them.
  const alone = view?.coefficients === "complex" && spec.type !== "zeros-poles";
  const points = useMemo(() => (alone ? alonePoints(view) : hand ? pointsOf(hand) : []), [alone, view, hand]);
  const movable = hand !== undefined && !alone && points.length <= MOST_MOVED;
  const chosen = points.find((one) => pointName(one) === point);

  const keyOf = ({ kind }: Pick<PlanePoint, "kind">) => (kind === "zero" ? "zeros" : "poles");
  const edit = (kind: PlanePoint["kind"], change: (list: readonly ListedPoint[]) => ListedPoint[]) => {
    if (hand) editDesign({ ...hand, [keyOf({ kind })]: change(hand[keyOf({ kind })]) });
  };
  const move = ({ kind, index }: PlanePoint, re: number, im: number) =>
    edit(kind, (list) => list.map((old, i) => (i === index ? listedOf(re, im) : old)));
  const remove = ({ kind, index }: PlanePoint) => edit(kind, (list) => list.filter((_, i) => i !== index));
  const add = (kind: PlanePoint["kind"]) => {
    const turn = (Math.PI * (0.3 + 0.17 * (hand?.[keyOf({ kind })].length ?? 0))) % Math.PI;
    const radius = kind === "zero" ? 1 : 0.8;
    edit(kind, (list) => [...list, listedOf(radius * Math.cos(turn), radius * Math.sin(turn))]);
    useFilters.setState({ point: pointName({ kind, index: hand?.[keyOf({ kind })].length ?? 0 }) });
  };

  const stability = view?.stability;
  const [center, reach] = near ? closeLook(points) : wholeLook(points);
  const beyond = points.filter(({ re, im }) => Math.max(Math.abs(re), Math.abs(im)) > reach).length;
  const verdict = view && `${stability!.verdict[0].toUpperCase()}${stability!.verdict.slice(1)}.`;
  // The noise could tell the answer that another figure waits for.
  const isWaiting = useWaiting();
  const summary = view && [verdict, !isWaiting && noiseSentence(view)].filter(Boolean).join(" ");
  return (
    <FigureCard
      name="plane"
      title="Zeros and poles"
      lesson={async () => (await import("./lessons.ts")).PLANE_LESSON}
      look={
        stability && !stability.stable ? (
          <em>{verdict} The impulse response does not decay.</em>
        ) : spec.type === "zeros-poles" || alone ? (
          "On the circle the angle is the frequency. Zeros near the circle lower the gain there, and poles raise it."
        ) : (
          <>
            On the circle the angle is the frequency. <strong>Move a point</strong>: the design then becomes “Zeros and
            poles”.
          </>
        )
      }
      summary={summary}
      busy={computing && view !== undefined}
      table={
        view?.zeros &&
        (() => ({
          columns: ["kind", "re", "im", "radius", "angle (°)"],
          rows: [
            ...view.zeros!.map(({ re, im }) => ["zero", re, im, ...polarOf(re, im)]),
            ...view.poles.map(({ re, im }) => ["pole", re, im, ...polarOf(re, im)]),
          ],
        }))
      }
      controls={
        <Button look="quiet" onClick={() => setNear(!near)}>
          {near ? "Zoom out" : "Zoom in"}
        </Button>
      }
    >
      {view &&
        (hand ? (
          <>
            <PlaneChart
              points={points}
              alone={alone}
              onMove={movable ? move : undefined}
              onRemove={movable ? remove : undefined}
              center={center}
              reach={reach}
            />
            {movable && (
              <div className="plane-fields">
                {chosen ? (
                  <PointFields
                    point={chosen}
                    unit={unitOf(spec)}
                    nyquist={view.rate / 2}
                    onMove={(re, im) => move(chosen, re, im)}
                    onRemove={() => remove(chosen)}
                  />
                ) : (
                  <p className="muted">Choose a point to see and type its place.</p>
                )}
                <div className="plane-buttons">
                  <Button onClick={() => add("zero")}>Add zeros</Button>
                  <Button onClick={() => add("pole")}>Add poles</Button>
                </div>
              </div>
            )}
            {!movable && (
              <p className="caveat">
                {alone
                  ? "Complex coefficients have points without conjugates. The figure shows them, and they cannot be moved."
                  : `The figure shows more than ${MOST_MOVED} points, and they cannot be moved. A filter with fewer taps has fewer.`}
              </p>
            )}
            {beyond > 0 && !near && (
              <p className="caveat">
                {beyond} {beyond === 1 ? "point is" : "points are"} outside the figure; the table has all of them.
              </p>
            )}
          </>
        ) : (
          <p className="empty">The zeros of more than {MOST_ZEROS} taps are not computed.</p>
        ))}
    </FigureCard>
  );
}

const polarOf = (re: number, im: number) => [Math.hypot(re, im), (Math.atan2(im, re) * 180) / Math.PI];

/** The range that shows the circle and points up to twice its radius. */
function wholeLook(points: readonly PlanePoint[]): [readonly [number, number], number] {
  const farthest = points.reduce((most, { re, im }) => {
    const size = Math.hypot(re, im);
    return size <= 2.2 ? Math.max(most, size) : most;
  }, 1);
  return [[0, 0], Math.max(1.18, 1.08 * farthest)];
}

/** A range about the pole nearest to the circle that shows its distance; without poles, about the first zero. */
function closeLook(points: readonly PlanePoint[]): [readonly [number, number], number] {
  const inside = ({ re, im }: PlanePoint) => Math.abs(1 - Math.hypot(re, im));
  const poles = points.filter(({ kind }) => kind === "pole");
  const [first] = (poles.length ? poles : [...points]).toSorted((a, b) => inside(a) - inside(b));
  if (!first) return wholeLook(points);
  return [[first.re, first.im], Math.min(0.6, Math.max(0.002, 4 * inside(first)))];
}

interface PointFieldsProps {
  point: PlanePoint;
  unit: string;
  nyquist: number;
  onMove: (re: number, im: number) => void;
  onRemove: () => void;
}

/** Fields of the chosen point's place. */
function PointFields({ point, unit, nyquist, onMove, onRemove }: PointFieldsProps) {
  const { re, im } = point;
  const name = pointName(point);
  const [radius, angle] = [Math.hypot(re, im), Math.atan2(im, re)];
  const turn = (radians: number) => onMove(radius * Math.cos(radians), radius * Math.sin(radians));
  const short = (value: number) => Number(value.toPrecision(7));
  return (
    <div className="point-fields">
      <strong>{name[0].toUpperCase() + name.slice(1)}</strong>
      {im === 0 ? (
        <QuantityField
          label="Place"
          unit=""
          min={-4}
          max={4}
          step={0.01}
          value={short(re)}
          onChange={(to) => onMove(to, 0)}
        />
      ) : (
        <>
          <QuantityField
            label="Radius"
            unit=""
            min={0.001}
            max={4}
            step={0.01}
            value={short(radius)}
            onChange={(to) => onMove(to * Math.cos(angle), to * Math.sin(angle))}
          />
          <QuantityField
            label="Frequency"
            unit={unit}
            min={nyquist * 1e-6}
            max={nyquist * (1 - 1e-6)}
            step={nyquist / 200}
            value={short((angle / Math.PI) * nyquist)}
            onChange={(to) => turn((to / nyquist) * Math.PI)}
          />
        </>
      )}
      <Button look="quiet" onClick={onRemove}>
        Remove
      </Button>
    </div>
  );
}
