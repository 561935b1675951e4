import { useMemo, useRef } from "react";
import type { DetectorLlrs } from "#core/mimo/experiment/detector-llrs.ts";
import { FigureCard, type Picture } from "../../figures/card.tsx";
import { fixed, plain } from "../../format.ts";
import { useLive } from "../../kit/live.ts";
import { Reliability } from "./charts/reliability.tsx";
import { styleAmong, useLlrs } from "./llrs.ts";
import { CALIBRATION_LESSON } from "./lessons.ts";
import { NoLook } from "./no-look.tsx";
import { inspected } from "./store.ts";

export function CalibrationCard() {
  const { page, computing } = useLive(inspected);
  const llrs = useLlrs();
  const picture = useRef<Picture>(null);
  const series = useMemo(
    () => llrs?.map(({ calibration: { bins }, ...receiver }) => ({ ...styleAmong(llrs, receiver), bins })),
    [llrs],
  );
  const summary = llrs && describe(llrs);
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
          <Reliability
            label={`Measured error rate over promised error probability. ${summary}`}
            series={series}
            picture={picture}
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
