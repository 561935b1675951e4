import { useMemo, useRef } from "react";
import type { LlrCalibration } from "#core/mimo/experiment/look.ts";
import { FigureCard, type Picture } from "../../figures/card.tsx";
import { fixed, plain } from "../../format.ts";
import { useLive } from "../../kit/live.ts";
import { Reliability } from "./charts/reliability.tsx";
import { DETECTORS, styleOf } from "./detectors.ts";
import { CALIBRATION_LESSON } from "./lessons.ts";
import { NoLook } from "./no-look.tsx";
import { inspected } from "./store.ts";

export function CalibrationCard() {
  const { page, computing } = useLive(inspected);
  const picture = useRef<Picture>(null);
  const calibrations = page?.look.calibrations;
  const series = useMemo(
    () => calibrations?.map(({ detector, bins }) => ({ ...styleOf(detector), bins })),
    [calibrations],
  );
  const summary = calibrations && describe(calibrations);
  return (
    <FigureCard
      name="calibration"
      title="Calibration of LLRs"
      lesson={CALIBRATION_LESSON}
      look="An LLR promises an error probability. On the dotted line the promise holds. Above it the LLR is too large, and the decoder trusts it too much."
      summary={summary}
      busy={computing && page !== undefined}
      picture={picture}
      table={
        calibrations &&
        (() => ({
          columns: ["detector", "promised error probability", "bits", "wrong", "error rate", "95 % from", "95 % to"],
          rows: calibrations.flatMap(({ detector, bins }) =>
            bins.map(({ promised, bits, wrong, rate, ci95 }) => [detector, promised, bits, wrong, rate, ...ci95]),
          ),
        }))
      }
    >
      {calibrations && series ? (
        <>
          <Reliability
            label={`Measured error rate over promised error probability. ${summary}`}
            series={series}
            picture={picture}
          />
          <Information calibrations={calibrations} />
          <p className="caveat">
            At {fixed(page.look.snrDb, 1)} dB. Information for a decoder that takes the LLRs as they are, and with the
            best common factor. Bars are 95 % intervals, arrows upper limits. Bits without an error are not drawn if
            their LLRs promise less than one.
          </p>
        </>
      ) : (
        <NoLook sketch="scatter" />
      )}
    </FigureCard>
  );
}

/** The information in each detector's LLRs, unchanged and with the best factor. */
function Information({ calibrations }: { calibrations: readonly LlrCalibration[] }) {
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
        {calibrations.map(({ detector, information, scale, scaled }) => (
          <tr key={detector}>
            <th scope="row">{DETECTORS[detector].short}</th>
            <td>{fixed(information, 3)}</td>
            <td>× {plain(scale, 2)}</td>
            <td>{fixed(scaled, 3)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const describe = (calibrations: readonly LlrCalibration[]) =>
  `${calibrations
    .map(({ detector, information, scale, scaled }) => {
      const { short } = DETECTORS[detector];
      return `${short}: ${fixed(information, 3)} bits of information per coded bit, ${fixed(scaled, 3)} with a factor of ${plain(scale, 2)}`;
    })
    .join("; ")}.`;
