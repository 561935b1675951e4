import type { ReceivedPacket } from "#core/telemetry/experiment/figures/packets.ts";
import { TableBody } from "../../../elements/table-body.tsx";
import { fixed, plain, whole } from "../../../format.ts";
import type { Table } from "../../../figures/table.ts";

/** Packets as the receiver found them. */
export function PacketTable({ label, packets }: { label: string; packets: readonly ReceivedPacket[] }) {
  return (
    <div className="table-scroll" tabIndex={0} role="region" aria-label={label}>
      <table aria-rowcount={packets.length + 1}>
        <thead>
          <tr>
            <th scope="col">Start (sample)</th>
            <th scope="col">T</th>
            <th scope="col">ω (rad/sample)</th>
            <th scope="col">σ²</th>
          </tr>
        </thead>
        <TableBody count={packets.length}>
          {(row) => {
            const { start, metric, frequencyOffset, noiseVariance } = packets[row];
            return (
              <tr key={start} aria-rowindex={row + 2}>
                <td>{whole(start)}</td>
                <td>{fixed(metric, 3)}</td>
                <td>{fixed(frequencyOffset, 5)}</td>
                <td>{plain(noiseVariance, 3)}</td>
              </tr>
            );
          }}
        </TableBody>
      </table>
    </div>
  );
}

export function packetTable(packets: readonly ReceivedPacket[]): Table {
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
