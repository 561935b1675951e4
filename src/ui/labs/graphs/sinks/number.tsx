import { plain, rate, rateInterval, whole } from "../../../format.ts";
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
  const share = report && report.bits > 0 ? report.errors / report.bits : undefined;
  return (
    <SinkCard
      block={block}
      look="Bits that differ between the two inputs."
      summary={report && `${whole(report.errors)} errors in ${whole(report.bits)} bits.`}
      table={report && (() => ({ columns: ["bits", "errors"], rows: [[report.bits, report.errors]] }))}
    >
      {report && (
        <>
          <p className="sink-number">{share === undefined ? "–" : rate(share)}</p>
          <p className="muted sink-note">
            {whole(report.errors)} errors in {whole(report.bits)} bits. 95 % confidence interval:{" "}
            {rateInterval(report.ci95)}.
          </p>
        </>
      )}
    </SinkCard>
  );
}
