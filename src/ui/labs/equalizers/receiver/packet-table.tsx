import type { ReceivedPacket } from "#core/telemetry/experiment/figures/packets.ts";
import { ColumnTable } from "../../../elements/column-table.tsx";
import { fixed, plain, whole } from "../../../format.ts";
import { listTable } from "../../../figures/table.ts";

/** Packets as the receiver found them. */
export const PacketTable = ({ label, packets }: { label: string; packets: readonly ReceivedPacket[] }) => (
  <ColumnTable
    region={label}
    rows={packets}
    row={({ start }) => ({ key: start })}
    columns={[
      ["Start (sample)", ({ start }) => whole(start)],
      ["T", ({ metric }) => fixed(metric, 3)],
      ["ω (rad/sample)", ({ frequencyOffset }) => fixed(frequencyOffset, 5)],
      ["σ²", ({ noiseVariance }) => plain(noiseVariance, 3)],
    ]}
  />
);

export const packetTable = (packets: readonly ReceivedPacket[]) =>
  listTable(packets, [
    ["start (sample)", ({ start }) => start],
    ["detector metric T", ({ metric }) => metric],
    ["frequency offset (rad/sample)", ({ frequencyOffset }) => frequencyOffset],
    ["noise variance per real dimension", ({ noiseVariance }) => noiseVariance],
  ]);
