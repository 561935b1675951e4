import type { ReactNode } from "react";

/** Lines without a length, which round caps make points. */
const dots = (places: readonly (readonly [x: number, y: number])[]) => places.map(([x, y]) => `M${x} ${y}h0`).join("");
const grid = [20, 40, 60, 80];

/** Pictograms of figures that have no data yet, in a square of 100 and without axes. */
const SKETCHES = {
  /** Error rates that fall. */
  falling: "M6 14C34 18 52 36 60 92M6 16C44 20 66 40 76 92M6 18C52 22 80 42 92 92",
  curves: "M4 60C14 10 24 10 34 50S54 90 64 50S84 10 96 44M4 80C24 70 44 84 64 76S88 70 96 80",
  /** Rates that rise and level off. */
  rising: "M8 90C22 40 40 22 94 18M8 92C28 60 48 44 94 38M8 94C34 78 58 66 94 62",
  /** Rates that cross. */
  crossing: "M8 14C30 20 52 60 94 90M8 48C36 50 64 52 94 56",
  bars: "M8 14H88V28H8ZM8 36H64V50H8ZM8 58H46V72H8ZM8 80H24V92H8Z",
  /** Loss against work. */
  scatter: "",
  /** Two distributions on either side of zero. */
  humps: "M6 95C18 95 20 30 32 30S46 95 58 95M42 95C54 95 56 30 68 30S82 95 94 95",
  points: "",
  /** Two curves with a staircase between them. */
  stairs: "M6 80C40 60 70 30 96 10M6 94C30 90 64 52 96 10M6 94V80H20V72H34V60H47V50H60V39H72V29H83",
  trellis: grid
    .slice(0, -1)
    .flatMap((x) => grid.flatMap((y) => [`M${x} ${y}H${x + 20}`, `M${x} ${y}L${x + 20} ${y < 50 ? y + 40 : y - 40}`]))
    .join(""),
};

/** Points of the sketches that have some. */
const POINTS: { readonly [Name in SketchName]?: string } = {
  scatter: dots([
    [16, 20],
    [30, 34],
    [44, 58],
    [62, 76],
    [86, 86],
  ]),
  points: dots(grid.flatMap((x) => grid.map((y) => [x, y] as const))),
};

export type SketchName = keyof typeof SKETCHES;

interface EmptyProps {
  sketch?: SketchName;
  /** Whether the figure is being computed. */
  busy?: boolean;
  children?: ReactNode;
}

/** Takes a figure's place while it has nothing to show: a pictogram of what will come, and a note below it. */
export function Empty({ sketch, busy = false, children }: EmptyProps) {
  const note = children && (
    <div className="empty" aria-busy={busy}>
      {children}
    </div>
  );
  if (!sketch) return note;
  return (
    <div className="sketched">
      <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
        <path d={SKETCHES[sketch]} />
        <path className="points" d={POINTS[sketch]} />
      </svg>
      {note}
    </div>
  );
}
