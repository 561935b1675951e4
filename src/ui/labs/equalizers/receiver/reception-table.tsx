import type { ReceiveResult } from "#core/telemetry/experiment/receive.ts";
import { rateWithin, whole } from "../../../format.ts";
import { ALGORITHMS } from "../algorithms.ts";
import { ColumnTable } from "../../../elements/column-table.tsx";
import type { EqualizerName } from "#core/telemetry/equalizer/names.ts";
import { Glyph } from "../glyph.tsx";
import { saveBits } from "./reception.ts";
import { Button } from "../../../elements/button.tsx";

/** What each equalizer made of a recording: bits, and errors where it is known what was sent. */
export function ReceptionTable({ results, done }: { results: readonly ReceiveResult[]; done: boolean }) {
  const known = results.some(({ errors }) => errors !== null);
  return (
    <div className="reception-table">
      <ColumnTable
        named
        rows={results}
        row={({ equalizer }) => ({ key: equalizer, "data-equalizer": equalizer })}
        columns={[
          ["Equalizer", ({ equalizer }) => <Named of={equalizer} />],
          ["Bits", ({ bits }) => whole(bits)],
          known && ["Errors", ({ errors }) => (errors === null ? "–" : whole(errors))],
          known && ["BER, 95 % interval", ({ ber, ci95 }) => (ber === null || !ci95 ? "–" : rateWithin(ber, ci95))],
          [
            "Decided bits",
            ({ equalizer, bits }) => (
              <Button
                look="quiet"
                disabled={!done || bits === 0}
                label={`Save the bits of ${ALGORITHMS[equalizer].short}`}
                onClick={() => void saveBits(equalizer)}
              >
                Save
              </Button>
            ),
          ],
        ]}
      />
    </div>
  );
}

const Named = ({ of }: { of: EqualizerName }) => (
  <>
    <Glyph of={of} /> {ALGORITHMS[of].short}
  </>
);
