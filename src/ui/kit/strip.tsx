import type { ReactNode } from "react";
import { crossingOf, type RateAt } from "#core/measurement/crossing.ts";
import { Mark } from "../figures/glyph.tsx";
import { counted, type CountedUnit, fixed, rate, rateWithin } from "../format.ts";
import { AFTER_PREDICTION, lights, useWaiting } from "../figures/attention.ts";
import { type DrawnErrors, type Live, useLive } from "./live.ts";

interface StripItemProps {
  /** The receiver's name in the figures. Pointing at it highlights it there. */
  of: string;
  short: string;
  colour: `--${string}`;
  shape: string;
  title: string;
  pressed: boolean;
  onClick: () => void;
  /** True: it cannot be chosen. */
  refused?: boolean;
  /** False: the figures do not show it. */
  drawn?: boolean;
  note?: string;
  children: ReactNode;
}

/** One receiver in the strip above all figures: the legend with its result. */
export function StripItem(props: StripItemProps) {
  const { of, short, colour, shape, title, pressed, onClick, refused, drawn = true, note, children } = props;
  const isWaiting = useWaiting();
  return (
    <button
      type="button"
      className="strip-item"
      title={title}
      aria-pressed={pressed}
      aria-disabled={refused || undefined}
      data-off={!drawn || undefined}
      onClick={onClick}
      {...lights(of, drawn)}
    >
      <span className="strip-name">
        <Mark colour={colour} shape={shape} />
        {short}
      </span>
      <span className="strip-need">{isWaiting ? <span className="muted">{AFTER_PREDICTION}</span> : children}</span>
      {note !== undefined && !isWaiting && <span className="strip-note muted">{note}</span>}
    </button>
  );
}

/** The errors of all live draws since the last change; nothing while the figures do not run live. */
export function LiveErrors({
  of,
  name,
  unit,
}: {
  of: Live<object, unknown, DrawnErrors>;
  name: string;
  unit: CountedUnit;
}) {
  const found = useLive(of, ({ live }) => live?.counts[name]);
  if (!found) return null;
  return <span className="strip-within muted">live: {counted(found.errors, found.trials, unit)}, growing</span>;
}

interface NeedProps {
  /** Measured error rates in rising dB. */
  points: readonly (RateAt & { errors: number; trials: number; ci95: readonly [number, number] | null })[];
  unit: CountedUnit;
  target: number;
}

/** Returns the Eb/N0 or SNR that a receiver needs for the target; until that is known, what was counted at its last point with errors. */
export function Need({ points, unit, target }: NeedProps) {
  const crossing = crossingOf(points, target);
  if (crossing.ebn0Db !== null) {
    return (
      <>
        {fixed(crossing.ebn0Db, 2)} dB <span className="muted">for {rate(target)}</span>
      </>
    );
  }
  const last = points.findLast(({ errors }) => errors > 0) ?? points[0];
  if (!last?.ci95) return "–";
  return (
    <>
      {counted(last.errors, last.trials, unit)} <span className="muted">at {fixed(last.ebn0Db, 1)} dB</span>
      <span className="strip-within muted">{rateWithin(last.rate ?? 0, last.ci95)}</span>
    </>
  );
}
