import type { PacketFigure } from "#core/telemetry/experiment/figures/packets.ts";
import { fixed, plain, whole } from "../../../format.ts";
import type { Table } from "../../../figures/table.ts";

/** Rows that are shown; more are in the CSV. */
const MOST_ROWS = 100;

/** Packets as the receiver found them. */
export function PacketTable({ label, packets }: { label: string; packets: readonly PacketFigure[] }) {
  return (
    <div className="table-scroll" tabIndex={0} role="region" aria-label={label}>
      <table>
        <thead>
          <tr>
            <th scope="col">Start (sample)</th>
            <th scope="col">T</th>
            <th scope="col">ω (rad/sample)</th>
            <th scope="col">σ²</th>
          </tr>
        </thead>
        <tbody>
          {packets.slice(0, MOST_ROWS).map(({ start, metric, frequencyOffset, noiseVariance }) => (
            <tr key={start}>
              <td>{whole(start)}</td>
              <td>{fixed(metric, 3)}</td>
              <td>{fixed(frequencyOffset, 5)}</td>
              <td>{plain(noiseVariance, 3)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {packets.length > MOST_ROWS && <p className="muted">and {whole(packets.length - MOST_ROWS)} more in the CSV</p>}
    </div>
  );
}

export function packetTable(packets: readonly PacketFigure[]): Table {
  return {
    columns: [
      "start (sample)",
      "detector metric T",
      "frequency offset (rad/sample)",
      "noise variance per real dimension",
    ],
    rows: packets.map(({ start, metric, frequencyOffset, noiseVariance }) => [
      start,
      metric,
      frequencyOffset,
      noiseVariance,
    ]),
  };
}
