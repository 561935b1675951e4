import { useMemo } from "react";
import type { StudyKind, StudyRow } from "#core/adaptive/experiment/study.ts";
import { ADAPTIVE_EQUALIZERS, type AdaptiveEqualizerName } from "#core/adaptive/equalizers.ts";
import { Chart, type ChartAxis, type Curve, type PanelAxis } from "../../figures/chart.tsx";
import type { Lesson } from "../../figures/lesson.ts";
import { fixed, whole } from "../../format.ts";
import { RunCard } from "../../kit/run-card.tsx";
import { useResults } from "../../kit/run.ts";
import { FORGETTING_LESSON, MISADJUSTMENT_LESSON, PRECISION_LESSON, SPREAD_LESSON } from "./lessons.ts";
import { styleOf } from "./looks.ts";
import { studies } from "./store.ts";

/** What is special about a study's figure. */
interface StudyCardOptions {
  name: string;
  title: string;
  look: string;
  /** What the run does, before its first result. */
  empty: string;
  lesson: Lesson;
  x: ChartAxis;
  y: PanelAxis;
  /** The value as the axis has it. */
  shown?(value: number): number;
  /** Texts of the theories that the rows have. */
  theory: Readonly<Record<string, string>>;
  columns: readonly [x: string, value: string];
}

function studyCard(kind: StudyKind, options: StudyCardOptions) {
  const { theory, columns, shown = (value) => value, x, y, ...card } = options;
  return function StudyCard() {
    const { results } = useResults(studies[kind]);
    const curves = useMemo(() => curvesOf(results, shown, theory), [results]);
    const summary = results.length > 0 ? describe(results, columns) : undefined;
    return (
      <RunCard
        {...card}
        of={studies[kind]}
        first="Run study"
        sketch="curves"
        summary={summary}
        table={results.length > 0 && (() => tableOf(results, columns, Object.keys(theory)))}
      >
        {results.length > 0 && (
          <>
            <Chart label={`${options.title}. ${summary}`} x={x} y={y} curves={curves} nearest revision={kind} />
            <p className="caveat">{noteOf(results)}</p>
          </>
        )}
      </RunCard>
    );
  };
}

const namesOf = (results: readonly StudyRow[]) => [...new Set(results.map(({ equalizer }) => equalizer))];

function curvesOf(
  results: readonly StudyRow[],
  shown: (value: number) => number,
  theory: Readonly<Record<string, string>>,
): Curve[] {
  const names = namesOf(results);
  const measured = names.map((name): Curve => {
    const { short, colour, symbol, of } = styleOf(name);
    const rows = measuredOf(results, name);
    return {
      name: short,
      of,
      colour,
      symbol: rows.map(({ unsettled }) => (unsettled ? `${symbol}-open` : symbol)),
      size: 8,
      x: rows.map((row) => row.x),
      y: rows.map(({ value }) => shown(value)),
      bounds: {
        low: rows.map(({ value, value95 }) => shown(Math.max(value95?.[0] ?? value, LEAST * value))),
        high: rows.map(({ value, value95 }) => shown(value95?.[1] ?? value)),
      },
    };
  });
  const dashes = ["dot", "dash"];
  const colours = ["--ink", "--muted"] as const;
  const known = Object.entries(theory).flatMap(([key, text], i) =>
    names.flatMap((name): Curve[] => {
      const rows = results.filter((row) => row.equalizer === name && row.theory[key] !== undefined);
      if (rows.length === 0) return [];
      const several =
        names.length > 1 &&
        names.filter((one) => results.some((row) => row.equalizer === one && key in row.theory)).length > 1;
      return [
        {
          name: several ? `${ADAPTIVE_EQUALIZERS[name].title}, ${text}` : text,
          of: name,
          colour: several ? styleOf(name).colour : colours[i % 2],
          dash: dashes[i % 2],
          x: rows.map((row) => row.x),
          y: rows.map((row) => shown(row.theory[key])),
        },
      ];
    }),
  );
  return [...known, ...measured];
}

/** On a logarithmic axis an interval that reaches 0 ends at this part of the value. */
const LEAST = 0.01;

type MeasuredRow = StudyRow & { value: number };

/** Rows with a value, in rising x. */
const measuredOf = (results: readonly StudyRow[], name: AdaptiveEqualizerName) =>
  results
    .filter((row): row is MeasuredRow => row.equalizer === name && row.value !== null)
    .toSorted((a, b) => a.x - b.x);

function tableOf(results: readonly StudyRow[], [x, value]: readonly [string, string], theories: readonly string[]) {
  return {
    columns: [x, "equalizer", value, "95 % from", "95 % to", ...theories, "packets", "diverged packets", "settled"],
    rows: results.map((row) => [
      row.x,
      row.equalizer,
      row.value,
      row.value95?.[0] ?? null,
      row.value95?.[1] ?? null,
      ...theories.map((key) => row.theory[key] ?? null),
      row.packets,
      row.diverged,
      row.unsettled ? 0 : 1,
    ]),
  };
}

function describe(results: readonly StudyRow[], [x, value]: readonly [string, string]): string {
  const parts = namesOf(results).map((name) => {
    const rows = measuredOf(results, name);
    if (rows.length === 0) return `${styleOf(name).short}: diverged everywhere`;
    const [first, last] = [rows[0], rows.at(-1)!];
    return `${styleOf(name).short}: ${sensible(first.value)} at ${sensible(first.x)}, ${sensible(last.value)} at ${sensible(last.x)}`;
  });
  return `${value} over ${x}. ${parts.join("; ")}.`;
}

const sensible = (value: number) => String(Number(value.toPrecision(3)));

/** How many packets, and which points are not what they seem. */
function noteOf(results: readonly StudyRow[]): string {
  const [{ packets }] = results;
  const parts = [`Means over ${whole(packets)} packets, whose symbols are all known to the receiver.`];
  if (results.some(({ unsettled }) => unsettled))
    parts.push("Hollow: the error still fell at the end; longer packets would settle.");
  const diverged = results.filter((row) => row.diverged > 0 && row.value === null);
  if (diverged.length > 0) parts.push(`All packets diverged at ${diverged.map((row) => sensible(row.x)).join(", ")}.`);
  return parts.join(" ");
}

const toDb = (value: number) => 10 * Math.log10(Math.max(value, 1e-9));
const number = (value: number | string) => fixed(Number(value), 3);

export const MisadjustmentCard = studyCard("step", {
  name: "misadjustment",
  title: "Misadjustment over the step",
  look: "Excess error of LMS relative to J. The textbook assumes independent inputs; the theory with memory does not, and holds for small steps.",
  empty: "“Run study” measures the excess error of LMS at eight step sizes, up to the limit of stability.",
  lesson: MISADJUSTMENT_LESSON,
  x: { title: "Step size μ", log: true, read: (x) => `step ${number(x)}` },
  y: { title: "Misadjustment", log: true, digits: 3 },
  theory: { textbook: "textbook, μ·tr(R)/2", memory: "with memory" },
  columns: ["step size", "misadjustment"],
});

export const SpreadCard = studyCard("spread", {
  name: "spread",
  title: "Settling over the spread",
  look: "Symbols until the error is at most twice its final value, on Haykin’s channels. LMS slows down as the eigenvalues spread. RLS does not.",
  empty: "“Run study” measures how long equalizers learn on seven channels whose eigenvalue spread rises.",
  lesson: SPREAD_LESSON,
  x: { title: "Eigenvalue spread λmax/λmin", log: true, read: (x) => `spread ${fixed(Number(x), 1)}` },
  y: { title: "Symbols until settled", log: true, digits: 0 },
  theory: { "mean taps": "LMS, theory of the mean taps" },
  columns: ["eigenvalue spread", "symbols until settled"],
});

export const ForgettingCard = studyCard("forgetting", {
  name: "forgetting",
  title: "Error over the forgetting factor",
  look: "A small λ forgets fast and averages little noise; λ near 1 cannot follow a channel that turns. The best λ is between. Dotted: the channel at rest.",
  empty: "“Run study” measures the error of RLS at ten forgetting factors.",
  lesson: FORGETTING_LESSON,
  x: { title: "Forgetting factor λ", digits: 3, read: (x) => `λ ${number(x)}` },
  y: { title: "Mean squared error", unit: "dB", digits: 1 },
  shown: toDb,
  theory: { "at rest": "at rest, J(1 + N(1 − λ)/(1 + λ))", J: "J at rest" },
  columns: ["forgetting factor", "mean squared error"],
});

export const PrecisionCard = studyCard("precision", {
  name: "precision",
  title: "Divergence of one-sided RLS",
  look: "Symbols until RLS diverges in float32 if P is not kept Hermitian. Rounding errors grow by 1/λ per symbol. The Hermitian update does not diverge.",
  empty: "“Run study” waits until RLS diverges with the one-sided update, at six forgetting factors.",
  lesson: PRECISION_LESSON,
  x: { title: "Forgetting factor λ", digits: 3, read: (x) => `λ ${number(x)}` },
  y: { title: "Symbols until divergence", log: true, digits: 0 },
  theory: { growth: "ln 2²⁴/−ln λ" },
  columns: ["forgetting factor", "symbols until divergence"],
});
