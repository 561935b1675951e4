import { counted, plain, rateWithin } from "../../../format.ts";
import { useReport } from "../run/reports.ts";
import { SinkCard, type SinkProps } from "./sink-card.tsx";

/** One number. */
export function NumberFigure({ block }: SinkProps) {
  const report = useReport(block, ["number"]);
  const text = report && `${plain(report.value, 5)} ${report.unit}`;
  return (
    <SinkCard
      block={block}
      look="The newest value."
      note={report?.note}
      summary={text}
      table={report && (() => ({ columns: ["value", "unit"], rows: [[report.value, report.unit]] }))}
    >
      {report && <p className="sink-number">{text}</p>}
    </SinkCard>
  );
}

/** Bits compared, errors, and their rate with its interval. */
export function ErrorsFigure({ block }: SinkProps) {
  const report = useReport(block, ["errors"]);
  const counts = report && counted(report.errors, report.bits, "bits");
  return (
    <SinkCard
      block={block}
      look="Bits that differ between the two inputs."
      summary={counts && `Wrong are ${counts}.`}
      table={report && (() => ({ columns: ["bits", "errors"], rows: [[report.bits, report.errors]] }))}
    >
      {report && (
        <>
          <p className="sink-number">{counts}</p>
          {report.bits > 0 && (
            <p className="muted sink-note">
              Bit error rate with its 95 % confidence interval: {rateWithin(report.errors / report.bits, report.ci95)}.
            </p>
          )}
        </>
      )}
    </SinkCard>
  );
}
