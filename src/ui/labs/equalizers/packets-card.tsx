import { FigureCard } from "../../figures/card.tsx";
import { useFigures } from "./store/figures.ts";
import { lessonOf } from "./lesson-of.ts";
import { PacketTable, packetTable } from "./receiver/packet-table.tsx";

export function PacketsCard() {
  const figures = useFigures((state) => state.figures);
  const waiting = useFigures((state) => state.waiting);
  const found = figures && `${figures.packets.length} of ${figures.sent} packets found.`;
  return (
    <FigureCard
      name="packets"
      lesson={lessonOf("packets")}
      title="Packets"
      look={
        <>
          Where the receiver found each preamble, with its estimates of carrier offset and noise.{" "}
          {found && <strong>{found}</strong>}
        </>
      }
      summary={found}
      busy={waiting}
      table={figures && (() => packetTable(figures.packets))}
    >
      {figures && <PacketTable label="Packets of the scenario" packets={figures.packets} />}
    </FigureCard>
  );
}
