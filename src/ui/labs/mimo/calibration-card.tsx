import type { DetectorLlrs } from "#core/mimo/experiment/detector-llrs.ts";
import { fixed, plain, rate } from "../../format.ts";
import type { ReliabilityBin } from "#core/detection/calibration.ts";
import { Chart, type Curve, errorRateAxis } from "../../figures/chart.tsx";
import { measuredCurves, type MeasuredSeries } from "../../figures/measured-curves.ts";
import { styleAmong, useLlrs } from "./llrs.ts";
import { CALIBRATION_LESSON } from "./lessons.ts";
import { ColumnTable } from "../../elements/column-table.tsx";
import { listTable } from "../../figures/table.ts";
import { liveCard } from "./live-card.tsx";

export const CalibrationCard = liveCard({
  name: "calibration",
  title: "Calibration of LLRs",
  lesson: CALIBRATION_LESSON,
  look: "An LLR promises an error probability. On the dotted line the promise holds. Above it the LLR is too large, and the decoder trusts it too much.",
  sketch: "scatter",
  useData({ page, live }) {
    const llrs = useLlrs();
    return page && llrs && { page, llrs, lowest: lowestOf(live?.own.page?.look.llrs ?? llrs) };
  },
  summary: ({ llrs }) => describe(llrs),
  table: ({ llrs }) =>
    listTable(
      llrs.flatMap(({ calibration, ...receiver }) => calibration.bins.map((bin) => ({ ...receiver, ...bin }))),
      [
        ["detector", ({ detector }) => detector],
        ["outer iteration", ({ outer }) => outer],
        ["promised error probability", ({ promised }) => promised],
        ["bits", ({ bits }) => bits],
        ["wrong", ({ wrong }) => wrong],
        ["error rate", ({ rate }) => rate],
        ["95 % from", ({ ci95 }) => ci95[0]],
        ["95 % to", ({ ci95 }) => ci95[1]],
      ],
    ),
  draw: ({ page, llrs, lowest }, summary) => (
    <>
      <Chart
        label={`Measured error rate over promised error probability. ${summary}`}
        x={{
          ...errorRateAxis("Promised error probability 1/(1 + e^|L|)", lowest, HALF),
          read: (x) => `promised ${rate(Number(x))}`,
        }}
        y={{ ...errorRateAxis("Measured error rate", lowest, HALF), read: (y) => `measured ${rate(Number(y))}` }}
        curves={[diagonal(lowest), ...llrs.flatMap((one) => measured(one, styleAmong(llrs, one)))]}
        legend
        nearest
      />
      <Information llrs={llrs} />
      <p className="caveat">
        At {fixed(page.look.snrDb, 1)} dB. Information for a decoder that takes the LLRs as they are, and with the best
        common factor. Bars are 95 % intervals, arrows upper limits. Points without an error are not drawn if their LLRs
        promise fewer than one error.
      </p>
    </>
  ),
});

function measured({ calibration: { bins } }: DetectorLlrs, style: MeasuredSeries): Curve[] {
  const points = bins.filter(isTelling).map(({ bits, wrong, ...bin }) => ({ ...bin, trials: bits, errors: wrong }));
  return measuredCurves({ ...style, points }, ({ promised }) => promised, "bits");
}

/** Both axes reach this at most. */
const HALF = 0.7;

/** Without an error, a bin shows something only if its LLRs promise at least one. */
const isTelling = ({ wrong, promised, bits }: ReliabilityBin) => wrong > 0 || promised * bits >= 1;

/** The lowest error rate of the axes. */
function lowestOf(llrs: readonly DetectorLlrs[]): number {
  const bins = llrs.flatMap(({ calibration }) => calibration.bins.filter(isTelling));
  return Math.min(1e-2, ...bins.flatMap(({ promised, wrong, rate, ci95 }) => [promised, wrong ? rate : ci95[1]]));
}

function diagonal(lowest: number): Curve {
  const ends = [10 ** Math.floor(Math.log10(lowest)), 0.5];
  return { name: "as promised", colour: "--muted", x: ends, y: ends, width: 1, dash: "dot", quiet: "to readers" };
}

/** The information in each detector's LLRs, unchanged and with the best factor. */
const Information = ({ llrs }: { llrs: readonly DetectorLlrs[] }) => (
  <ColumnTable
    className="verdict"
    named
    rows={llrs}
    columns={[
      ["bits per coded bit", (one) => styleAmong(llrs, one).short],
      ["as they are", ({ calibration }) => fixed(calibration.information, 3)],
      ["best factor", ({ calibration }) => `× ${plain(calibration.scale, 2)}`],
      ["with it", ({ calibration }) => fixed(calibration.scaled, 3)],
    ]}
  />
);

const describe = (llrs: readonly DetectorLlrs[]) =>
  `${llrs
    .map(({ calibration: { information, scale, scaled }, ...receiver }) => {
      const { short } = styleAmong(llrs, receiver);
      return `${short}: ${fixed(information, 3)} bits of information per coded bit, ${fixed(scaled, 3)} with a factor of ${plain(scale, 2)}`;
    })
    .join("; ")}.`;
