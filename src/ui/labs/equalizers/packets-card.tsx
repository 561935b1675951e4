import type { Figures } from "#core/telemetry/experiment/figures.ts";
import { PacketTable, packetTable } from "./receiver/packet-table.tsx";
import { liveCard } from "./live-card.tsx";

export const PacketsCard = liveCard({
  name: "packets",
  title: "Packets",
  useData: (figures) => figures,
  look: (figures) => (
    <>
      Where the receiver found each preamble, with its estimates of carrier offset and noise.{" "}
      {figures && <strong>{foundOf(figures)}</strong>}
    </>
  ),
  summary: (figures) => foundOf(figures),
  table: ({ packets }) => packetTable(packets),
  draw: ({ packets }) => <PacketTable label="Packets of the scenario" packets={packets} />,
});

const foundOf = ({ packets, sent }: Figures) => `${packets.length} of ${sent} packets found.`;
