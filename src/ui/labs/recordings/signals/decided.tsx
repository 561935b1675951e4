import type { DecidedSymbols } from "#core/signals/slicing/symbols.ts";
import { ColumnTable } from "../../../elements/column-table.tsx";
import type { Table } from "../../../figures/table.ts";
import { fixed, si, whole } from "../../../format.ts";
import type { OpenedRecording } from "../../../kit/recording/recording.ts";
import { timeCell, timeText } from "../measure.ts";

/** Where the symbols are, and how sure that is. */
export function timingText(recording: OpenedRecording, { at, samplesPerSymbol, timingSd }: DecidedSymbols): string {
  const first = `The first symbol is at ${timeText(recording, at[0], 8)} (sample ${fixed(at[0], 2)})`;
  if (timingSd === null)
    return `${first}. The symbols follow no clock: Threeray rounds the lengths of pulses and gaps.`;
  const [share, samples] = [timingSd, timingSd * samplesPerSymbol].map((value) => value.toPrecision(2));
  return `${first}, and then one each ${fixed(samplesPerSymbol, 3)} samples. Standard deviation of the instants: ${share} symbols (${samples} samples).`;
}

const VALUES = { amplitude: "Amplitude", frequency: "Frequency", phase: "I" } as const;

/** The decided symbols, each beside its bits. */
export function DecidedTable({ recording, decided }: { recording: OpenedRecording; decided: DecidedSymbols }) {
  const { of, at, values, bits } = decided;
  const [unit, each] = of === "phase" ? ["", 2] : [of === "frequency" ? "Hz" : "", 1];
  const value = (index: number) => (unit ? si(values[index], unit, 4) : fixed(values[index], 3));
  return (
    <ColumnTable
      region="Decided symbols, each beside its bits"
      className="decided-table"
      named
      rows={bits}
      columns={[
        ["Symbol", (_, k) => whole(k)],
        ["Bits", (text) => <span className="decided-bits">{text || "reference"}</span>],
        ["Time", (_, k) => timeCell(recording, at[k], 8)],
        [VALUES[of], (_, k) => value(each * k)],
        of === "phase" && ["Q", (_, k) => value(2 * k + 1)],
      ]}
    />
  );
}

export function decidedTable({ of, at, values, bits }: DecidedSymbols): Table {
  const names = { amplitude: ["amplitude"], frequency: ["frequency (Hz)"], phase: ["I", "Q"] }[of];
  return {
    columns: ["symbol", "sample", ...names, "bits"],
    rows: bits.map((text, k) => [k, at[k], ...names.map((_, i) => values[names.length * k + i]), text]),
  };
}
