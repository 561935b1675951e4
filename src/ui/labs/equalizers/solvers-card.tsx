import { type MedianSystem, medianSystem } from "#core/telemetry/experiment/median-system.ts";
import type { GradientResult, SolverResult } from "#core/telemetry/experiment/solve-taps.ts";
import { BATCH_PACKETS } from "#core/telemetry/packet.ts";
import { Chart, type Curve } from "../../figures/chart.tsx";
import { Mark } from "../../figures/glyph.tsx";
import { ColumnTable } from "../../elements/column-table.tsx";
import { type Look, LOOKS } from "../../figures/looks.ts";
import type { Table } from "../../figures/table.ts";
import { fixed, plain, rate } from "../../format.ts";
import { Measured, RunCard } from "../../kit/run-card.tsx";
import { useResults } from "../../kit/run.ts";
import { showTimes, useTimesHidden } from "../../kit/software-note.tsx";
import { lessonOf } from "./lesson-of.ts";
import { solvers as run } from "./store/solvers.ts";
import { Button } from "../../elements/button.tsx";

const STYLES = { levinson: LOOKS.amber, lu: LOOKS.grey, banded: LOOKS.pink, schur: LOOKS.blue } as const;

/** The solvers of the equalizers' systems, and CMA's gradient in two ways. */
export function SolversCard() {
  const { results } = useResults(run);
  const hidden = useTimesHidden();
  const { solvers, gradients } = {
    solvers: results.filter((result) => result.what === "solver"),
    gradients: results.filter((result) => result.what === "gradient"),
  };
  const summary = solvers.length > 0 ? describe(solvers) : undefined;
  const [first] = solvers;
  return (
    <RunCard
      of={run}
      first="Compare solvers"
      empty="“Compare solvers” solves the packets’ ZF and MMSE systems by four solvers in float32, and computes CMA’s gradient directly and by convolution. It compares each with float64."
      sketch="scatter"
      name="solvers"
      title="Solve for the taps"
      width="full"
      lesson={lessonOf("solvers")}
      look="All solvers solve the same systems of 186 unknowns. Their errors grow with the condition number κ. Filled marks are MMSE, hollow marks ZF."
      summary={summary}
      table={first && (() => tableOf(results, hidden))}
      foot={
        first && (
          <>
            <p className="caveat">
              {summary} Errors are relative to the float64 solution of the same system. Gradients are computed at the
              MMSE taps. The thesis’s times are for a Tesla K40c; its gradient by convolution took 88.8 ms.
            </p>
            {hidden ? (
              <p className="caveat">
                This is a software adapter, so its times are hidden.{" "}
                <Button look="quiet" onClick={showTimes}>
                  Show the times anyway
                </Button>
              </p>
            ) : (
              <Measured by={`${first.timing}, a page of ${first.packets} packets scaled to ${BATCH_PACKETS}`} />
            )}
          </>
        )
      }
    >
      {first && (
        <div className="solvers">
          <div className="solver-tables">
            <ColumnTable
              aria-label="Solvers"
              named
              rows={solvers}
              columns={[
                ["Solver", ({ method, title }) => <Named look={STYLES[method]} title={title} />],
                ["Time (ms)", ({ ms }) => (hidden ? "–" : plain(ms, 3))],
                ["Thesis (ms)", ({ publishedMs }) => publishedMs ?? "–"],
                ["ZF error (dB)", ({ systems }) => errorText(medianSystem(systems, "zf"))],
                ["MMSE error (dB)", ({ systems }) => errorText(medianSystem(systems, "mmse"))],
              ]}
            />
            {gradients.length > 0 && (
              <ColumnTable
                aria-label="Gradients of CMA"
                named
                rows={gradients}
                columns={[
                  ["CMA gradient", ({ length }) => (length === null ? "Direct sums" : `${length}-point FFT`)],
                  ["Time (ms)", ({ ms }) => (hidden ? "–" : plain(ms, 3))],
                  ["Thesis (ms)", ({ length }) => (length === null ? "421.3" : "–")],
                  ["Error (dB)", ({ errorDb }) => fixed(errorDb, 1)],
                  ["From direct (dB)", ({ differenceDb }) => (differenceDb === null ? "–" : fixed(differenceDb, 1))],
                ]}
              />
            )}
          </div>
          <Chart
            label={`Errors over the condition number. ${summary}`}
            x={{ title: "Condition number κ", log: true, step: 1, read: (x) => `κ = ${rate(Number(x))}` }}
            y={{ title: "Error of the taps", unit: "dB", digits: 1 }}
            curves={curvesOf(solvers)}
            nearest
          />
        </div>
      )}
    </RunCard>
  );
}

/** The errors of each solver, and the line of what rounding the systems to float32 may change. */
function curvesOf(solvers: readonly SolverResult[]): Curve[] {
  const conditions = solvers.flatMap(({ systems }) => systems.flatMap(({ condition }) => condition ?? []));
  const ends = conditions.length > 0 ? [Math.min(...conditions) / 1.5, Math.max(...conditions) * 1.5] : [];
  const rounding = ends.map((condition) => 20 * Math.log10(condition * 2 ** -24));
  return [
    { name: "κ · 2⁻²⁴", x: ends, y: rounding, colour: "--muted", dash: "dot", quiet: "to readers" },
    ...solvers.flatMap(({ method, title, systems }) =>
      (["mmse", "zf"] as const).map((equalizer): Curve => {
        const { colour, symbol } = STYLES[method];
        const mine = systems.filter((system) => system.equalizer === equalizer);
        const zf = equalizer === "zf";
        return {
          name: zf ? `${title}, ZF` : title,
          x: mine.map(({ condition }) => condition),
          y: mine.map(({ errorDb }) => errorDb),
          colour,
          width: 0,
          symbol: zf ? `${symbol}-open` : symbol,
          edge: 1.5,
          // The errors of LU and of banded LU are equal.
          size: method === "lu" ? 12 : 7,
          quiet: zf ? "in the legend" : undefined,
        };
      }),
    ),
  ];
}

const Named = ({ look, title }: { look: Look; title: string }) => (
  <>
    <Mark {...look} /> {title}
  </>
);

function errorText({ errorDb, unsolved }: MedianSystem): string {
  const error = errorDb === null ? "none" : fixed(errorDb, 1);
  return unsolved === 0 ? error : `${error}, ${unsolved} unsolved`;
}

function describe(solvers: readonly SolverResult[]): string {
  const [zf, mmse] = (["zf", "mmse"] as const).map((equalizer) => {
    const { condition } = medianSystem(solvers[0].systems, equalizer);
    return condition === null ? "infinite" : rate(condition);
  });
  const packets = solvers[0].systems.length / 2;
  return `Median condition number of ${packets} ${packets === 1 ? "packet" : "packets"}: ZF ${zf}, MMSE ${mmse}.`;
}

function tableOf(results: readonly (SolverResult | GradientResult)[], hidden: boolean): Table {
  return {
    columns: [
      "method",
      "FFT points",
      "equalizer",
      "packet",
      "condition number",
      "error (dB)",
      "from direct (dB)",
      "ms",
    ],
    rows: results.flatMap((result) => {
      const ms = hidden ? null : result.ms;
      if (result.what === "gradient") {
        return [[result.method, result.length, "cma", null, null, result.errorDb, result.differenceDb, ms]];
      }
      const { method, systems } = result;
      return systems.map(({ equalizer, condition, errorDb }, i) => {
        return [method, null, equalizer, 1 + (i % (systems.length / 2)), condition, errorDb, null, ms];
      });
    }),
  };
}
