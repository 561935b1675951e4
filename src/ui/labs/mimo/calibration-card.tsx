import type { DetectorLlrs } from "#core/mimo/experiment/detector-llrs.ts";
import { FigureCard } from "../../figures/card.tsx";
import { fixed, plain, rate } from "../../format.ts";
import { useLive } from "../../kit/live.ts";
import type { ReliabilityBin } from "#core/detection/calibration.ts";
import { Chart, type Curve, errorRateAxis } from "../../figures/chart.tsx";
import { measuredCurves } from "../../figures/measured-curves.ts";
import { styleAmong, useLlrs } from "./llrs.ts";
import { CALIBRATION_LESSON } from "./lessons.ts";
import { NoLook } from "./no-look.tsx";
import { inspected } from "./store.ts";

export function CalibrationCard() {
  const { page, computing, live } = useLive(inspected);
  const llrs = useLlrs();
  const series = llrs?.map(({ calibration: { bins }, ...receiver }) => ({
    ...styleAmong(llrs, receiver),
    points: bins.filter(isTelling).map(({ bits, wrong, ...bin }) => ({ ...bin, trials: bits, errors: wrong })),
  }));
  const lowest = lowestOf(live?.own.page?.look.llrs ?? llrs ?? []);
  const summary = llrs && describe(llrs);
  return (
    <FigureCard
      name="calibration"
      title="Calibration of LLRs"
      lesson={CALIBRATION_LESSON}
      look="An LLR promises an error probability. On the dotted line the promise holds. Above it the LLR is too large, and the decoder trusts it too much."
      summary={summary}
      busy={computing && page !== undefined}
      table={
        llrs &&
        (() => ({
          columns: [
            "detector",
            "outer iteration",
            "promised error probability",
            "bits",
            "wrong",
            "error rate",
            "95 % from",
            "95 % to",
          ],
          rows: llrs.flatMap(({ detector, outer, calibration: { bins } }) =>
            bins.map(({ promised, bits, wrong, rate, ci95 }) => {
              return [detector, outer, promised, bits, wrong, rate, ...ci95];
            }),
          ),
        }))
      }
    >
      {page && llrs && series ? (
        <>
          <Chart
            label={`Measured error rate over promised error probability. ${summary}`}
            x={{
              ...errorRateAxis("Promised error probability 1/(1 + e^|L|)", lowest, HALF),
              read: (x) => `promised ${rate(Number(x))}`,
            }}
            y={{ ...errorRateAxis("Measured error rate", lowest, HALF), read: (y) => `measured ${rate(Number(y))}` }}
            curves={[
              diagonal(lowest),
              ...series.flatMap((one) => measuredCurves(one, ({ promised }) => promised, "bits")),
            ]}
            legend
            nearest
          />
          <Information llrs={llrs} />
          <p className="caveat">
            At {fixed(page.look.snrDb, 1)} dB. Information for a decoder that takes the LLRs as they are, and with the
            best common factor. Bars are 95 % intervals, arrows upper limits. Points without an error are not drawn if
            their LLRs promise fewer than one error.
          </p>
        </>
      ) : (
        <NoLook sketch="scatter" />
      )}
    </FigureCard>
  );
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
function Information({ llrs }: { llrs: readonly DetectorLlrs[] }) {
  return (
    <table className="verdict">
      <thead>
        <tr>
          <th scope="col">bits per coded bit</th>
          <th scope="col">as they are</th>
          <th scope="col">best factor</th>
          <th scope="col">with it</th>
        </tr>
      </thead>
      <tbody>
        {llrs.map(({ calibration: { information, scale, scaled }, ...receiver }) => {
          const { key, short } = styleAmong(llrs, receiver);
          return (
            <tr key={key}>
              <th scope="row">{short}</th>
              <td>{fixed(information, 3)}</td>
              <td>× {plain(scale, 2)}</td>
              <td>{fixed(scaled, 3)}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

const describe = (llrs: readonly DetectorLlrs[]) =>
  `${llrs
    .map(({ calibration: { information, scale, scaled }, ...receiver }) => {
      const { short } = styleAmong(llrs, receiver);
      return `${short}: ${fixed(information, 3)} bits of information per coded bit, ${fixed(scaled, 3)} with a factor of ${plain(scale, 2)}`;
    })
    .join("; ")}.`;
