import { counted, plain, rateWithin } from "../../../format.ts";
import { sinkFigure } from "./sink-card.tsx";

/** One number. */
export const NumberFigure = sinkFigure("number", { look: "The newest value." }, ({ value, unit }) => {
  const text = `${plain(value, 5)} ${unit}`;
  return {
    summary: text,
    table: () => ({ columns: ["value", "unit"], rows: [[value, unit]] }),
    children: <p className="sink-number">{text}</p>,
  };
});

/** Bits compared, errors, and their rate with its interval. */
export const ErrorsFigure = sinkFigure(
  "errors",
  { look: "Bits that differ between the two inputs." },
  ({ bits, errors, ci95 }) => {
    const counts = counted(errors, bits, "bits");
    return {
      summary:
        bits > 0
          ? `Wrong are ${counts}. Bit error rate with its 95 % confidence interval: ${rateWithin(errors / bits, ci95)}.`
          : `Wrong are ${counts}.`,
      table: () => ({
        columns: ["bits", "errors", "bit error rate", "95 % from", "to"],
        rows: [[bits, errors, ...(bits > 0 ? [errors / bits, ...ci95] : [null, null, null])]],
      }),
      children: (
        <>
          <p className="sink-number">{counts}</p>
          {bits > 0 && (
            <p className="muted sink-note">
              Bit error rate with its 95 % confidence interval: {rateWithin(errors / bits, ci95)}.
            </p>
          )}
        </>
      ),
    };
  },
);
