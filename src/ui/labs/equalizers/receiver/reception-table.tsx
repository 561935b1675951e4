import type { ReceiveResult } from "#core/telemetry/experiment/receive.ts";
import { rateWithin, whole } from "../../../format.ts";
import { ALGORITHMS } from "../algorithms.ts";
import { Glyph } from "../glyph.tsx";
import { saveBits } from "./reception.ts";
import { Button } from "../../../elements/button.tsx";

/** What each equalizer made of a recording: bits, and errors where it is known what was sent. */
export function ReceptionTable({ results, done }: { results: readonly ReceiveResult[]; done: boolean }) {
  const known = results.some(({ errors }) => errors !== null);
  return (
    <div className="reception-table">
      <table>
        <thead>
          <tr>
            <th scope="col">Equalizer</th>
            <th scope="col">Bits</th>
            {known && (
              <>
                <th scope="col">Errors</th>
                <th scope="col">BER, 95 % interval</th>
              </>
            )}
            <th scope="col">Decided bits</th>
          </tr>
        </thead>
        <tbody>
          {results.map(({ equalizer, bits, errors, ber, ci95 }) => (
            <tr key={equalizer} data-equalizer={equalizer}>
              <th scope="row">
                <Glyph of={equalizer} /> {ALGORITHMS[equalizer].short}
              </th>
              <td>{whole(bits)}</td>
              {known && (
                <>
                  <td>{errors === null ? "–" : whole(errors)}</td>
                  <td>{ber === null || !ci95 ? "–" : rateWithin(ber, ci95)}</td>
                </>
              )}
              <td>
                <Button
                  look="quiet"
                  disabled={!done || bits === 0}
                  aria-label={`Save the bits of ${ALGORITHMS[equalizer].short}`}
                  onClick={() => void saveBits(equalizer)}
                >
                  Save
                </Button>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
