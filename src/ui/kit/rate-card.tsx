import { Check } from "../elements/check.tsx";
import { type ReactNode, useMemo, useState } from "react";
import type { AutoPoints } from "#core/configuration/fields.ts";
import { BerCurve, type RateOverlay, type RatePoint, type RateSeries } from "../figures/ber-curve.tsx";
import type { FigureCardProps } from "../figures/card.tsx";
import { askForLedgers, LedgerSection } from "./ledger-section.tsx";
import { OverlayList, useBroughtOverlays } from "./overlay-list.tsx";
import { type Column, listTable } from "../figures/table.ts";
import { counted, type CountedUnit, fixed, plain, rateWithin } from "../format.ts";
import { usePublished } from "./published.ts";
import { RunCard } from "./run-card.tsx";
import { axisRange, type Sweep, useShown } from "./sweep.ts";

/** A receiver's name and look in the figures of error rates. */
export interface ReceiverStyle extends Pick<RateSeries, "short" | "colour" | "symbol" | "dash" | "label"> {
  /** The algorithm that pointing at the curve highlights. */
  of: string;
  /** Its name in the points, if it is not the algorithm's. */
  key?: string;
}

/** The data of a sweep's error-rate figures, shared by all its cards. */
export interface Rates<Config, Point> {
  sweep: Sweep<Config, Point>;
  /** The axis, and the requested points on it, dB. */
  axis(config: Config): { label: string; points: number[] | AutoPoints };
  /** A point's position on the axis, dB. */
  db(point: Point, config: Config): number;
  receivers(config: Config): readonly ReceiverStyle[];
  receiver(point: Point): string;
  /** Further columns of the data table, in order. */
  columns: readonly Column<Point>[];
  /** SNR minus Eb/N0 in dB, for one of the rates, if the link defines both. */
  overEbn0?(config: Config, name: RateName): number;
}

export type RateName = "ber" | "fer" | "uncoded";

/** One of the error rates that a sweep measures. */
export interface Rate<Point> {
  name: RateName;
  title: string;
  unit: CountedUnit;
  of(point: Point): Omit<RatePoint, "ebn0Db">;
}

type Interval = readonly [number, number] | null;
export interface BitCounts {
  bits: number;
  errors: number;
  ber: number | null;
  ci95: Interval;
}
export interface FrameCounts {
  frames: number;
  frameErrors: number;
  fer: number | null;
  fer95: Interval;
}

export const BIT_ERROR_RATE: Rate<BitCounts> = {
  name: "ber",
  title: "Bit error rate",
  unit: "bits",
  of: ({ ber, ci95, errors, bits }) => ({ rate: ber, ci95, errors, trials: bits }),
};

export const FRAME_ERROR_RATE: Rate<FrameCounts> = {
  name: "fer",
  title: "Frame error rate",
  unit: "frames",
  of: ({ fer, fer95, frameErrors, frames }) => ({ rate: fer, ci95: fer95, errors: frameErrors, trials: frames }),
};

/** Table columns for the counts of every sweep. */
export const FRAME_COLUMNS: readonly Column<FrameCounts>[] = [
  ["frames", ({ frames }) => frames],
  ["frame errors", ({ frameErrors }) => frameErrors],
  ["FER", ({ fer }) => fer],
  ["FER 95 % from", ({ fer95 }) => fer95?.[0] ?? null],
  ["FER 95 % to", ({ fer95 }) => fer95?.[1] ?? null],
];
export const BIT_COLUMNS: readonly Column<BitCounts>[] = [
  ["bits", ({ bits }) => bits],
  ["bit errors", ({ errors }) => errors],
  ["BER", ({ ber }) => ber],
  ["BER 95 % from", ({ ci95 }) => ci95?.[0] ?? null],
  ["BER 95 % to", ({ ci95 }) => ci95?.[1] ?? null],
];

interface RateCardProps<Config, Point> extends Pick<FigureCardProps, "lesson" | "look" | "width" | "controls"> {
  rates: Rates<Config, Point>;
  /** The rate that this card draws. */
  rate: Rate<NoInfer<Point>>;
  /** True for the card with the run's button and progress, and the list of added curves. */
  leads?: boolean;
  /** The note if the points belong to another configuration than the current one. */
  outdated?: string;
  /** Curves that are always drawn. */
  theory?: readonly RateOverlay[];
  /** Published curves, the label of their switch, and their source. */
  published?: { label: string; title: string; curves: readonly RateOverlay[] };
  /** Remarks, in the card's menu. */
  remarks?: ReactNode;
  /** Measured numbers under the figure. */
  children?: ReactNode;
}

const NO_CURVES: readonly RateOverlay[] = [];
const LEDGERS =
  "Counts of this sweep from other machines: files that --json or Save wrote. Or drop them anywhere on the page.";

/** A card with a measured error rate over Eb/N0 or SNR: curves, added curves, a summary and a table. */
export function RateCard<Config, Point>({
  rates,
  rate: { name, title, unit, of },
  look,
  leads = false,
  outdated = "These points are from earlier settings.",
  theory = NO_CURVES,
  published,
  controls,
  remarks,
  children,
  ...card
}: RateCardProps<Config, Point>) {
  const { sweep, db } = rates;
  const { config, points } = useShown(sweep);
  const axis = rates.axis(config);
  const { measured, series } = useMemo(() => {
    const measured = points.filter((point) => of(point).trials > 0);
    const series = rates.receivers(config).map((style): RateSeries => {
      const mine = measured.filter((point) => rates.receiver(point) === keyOf(style));
      return { ...style, points: mine.map((point) => ({ ebn0Db: db(point, config), ...of(point) })) };
    });
    return { measured, series };
  }, [rates, config, points, db, of]);
  const brought = useBroughtOverlays(name);
  const shift = rates.overEbn0?.(config, name);
  /** Added curves over another axis are shifted. */
  const isShifted = ({ over }: { over: string }) => shift !== undefined && over !== axis.label;
  const shifted = brought.some(isShifted);
  const shown = usePublished((state) => state.shown);
  const publishedCurves = (shown && published?.curves) || NO_CURVES;
  const overlays = useMemo(() => {
    const theirs = brought.map((overlay): RateOverlay => {
      if (shift === undefined || overlay.over === axis.label) return overlay;
      const by = axis.label === "SNR" ? shift : -shift;
      return { ...overlay, points: overlay.points.map(([db, value]) => [db + by, value] as const) };
    });
    return [...theory, ...publishedCurves, ...theirs];
  }, [brought, shift, axis.label, theory, publishedCurves]);
  const [adding, setAdding] = useState(false);
  const actions = [
    { name: "Add a curve", onPick: () => setAdding(true) },
    { name: "Open ledgers", title: LEDGERS, onPick: () => askForLedgers(sweep) },
  ];
  const summary = measured.length > 0 ? describe(series, unit) : undefined;
  return (
    <RunCard
      {...card}
      of={sweep}
      leads={leads}
      actions={leads ? actions : undefined}
      remarks={remarks}
      first="Run sweep"
      empty={`A sweep counts the errors of each receiver, point by point on the ${axis.label} axis.`}
      sketch="falling"
      name={name}
      title={title}
      outdated={outdated}
      look={look}
      summary={summary}
      table={
        measured.length > 0 &&
        (() => listTable(measured, [[`${axis.label} (dB)`, (point) => db(point, config)], ...rates.columns]))
      }
      controls={
        <>
          {published && <PublishedSwitch {...published} />}
          {controls}
        </>
      }
      foot={
        <>
          {shift !== undefined && shifted && (
            <p className="caveat">
              Added curves over {axis.label === "SNR" ? "Eb/N0" : "SNR"} are shifted by {fixed(shift, 2)} dB along the
              axis.
            </p>
          )}
          {children}
          {leads && (
            <>
              <OverlayList overSnr={rates.overEbn0 !== undefined} adding={adding} onAdded={() => setAdding(false)} />
              <LedgerSection sweep={sweep} axis={rates.axis} />
            </>
          )}
        </>
      }
    >
      {(measured.length > 0 || overlays.length > 0) && (
        <div className="rate-figure">
          <BerCurve
            label={`${title} over ${axis.label}. ${summary ?? "No results yet."}`}
            xName={axis.label}
            yTitle={title}
            unit={unit}
            series={series}
            range={axisRange(
              axis.points,
              points.map((point) => db(point, config)),
            )}
            overlays={overlays}
          />
        </div>
      )}
    </RunCard>
  );
}

function PublishedSwitch({ label, title }: { label: string; title: string }) {
  const shown = usePublished((state) => state.shown);
  return (
    <Check checked={shown} title={title} onChange={(shown) => usePublished.setState({ shown })}>
      {label}
    </Check>
  );
}

const keyOf = ({ key, of }: ReceiverStyle) => key ?? of;

/** Returns the last point of each receiver, in words. */
function describe(series: readonly RateSeries[], unit: CountedUnit): string {
  const parts = series.flatMap(({ short, points }) => {
    const last = points.at(-1);
    if (!last) return [];
    const what = [
      counted(last.errors, last.trials, unit),
      ...(last.ci95 ? [rateWithin(last.rate ?? 0, last.ci95)] : []),
    ];
    return [`${short} ${what.join(", ")} at ${fixed(last.ebn0Db, 1)} dB`];
  });
  const count = series.reduce((sum, { points }) => sum + points.length, 0);
  return `${count === 1 ? "One point" : `${count} points`}. ${parts.join("; ")}.`;
}

interface MeanIterationsProps<Config, Point> {
  rates: Rates<Config, Point>;
  /** Mean and largest possible number of iterations at a point; null without iterations. */
  of(point: Point): { mean: number | null; most?: number };
  children: string;
}

/** The mean iterations of each receiver at its first and last point; nothing before the first result. */
export function MeanIterations<Config, Point>({ rates, of, children }: MeanIterationsProps<Config, Point>) {
  const { config, points } = useShown(rates.sweep);
  const at = (point: Point) => `${plain(of(point).mean ?? 0, 2)} at ${fixed(rates.db(point, config), 1)} dB`;
  const parts = rates.receivers(config).flatMap((style) => {
    const { short } = style;
    const mine = points.filter((point) => rates.receiver(point) === keyOf(style) && of(point).mean !== null);
    const [first, last] = [mine[0], mine.at(-1)];
    if (!first || !last) return [];
    const { most } = of(last);
    const range = first === last ? at(first) : `${at(first)}, ${at(last)}`;
    return [`${short} ${range}${most === undefined ? "" : `, of ${most}`}`];
  });
  return parts.length > 0 && <p className="caveat">{`${children}: ${parts.join("; ")}.`}</p>;
}
