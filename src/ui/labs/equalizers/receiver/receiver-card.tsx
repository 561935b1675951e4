import { FigureCard } from "../../../figures/card.tsx";
import type { ReceiverCardProps } from "../../../kit/recording/receivers.ts";
import { useReception } from "../../../kit/recording/reception.ts";
import { packetTable } from "./packet-table.tsx";
import { reception, useNotesOf } from "./reception.ts";
import { ReceptionView } from "./reception-view.tsx";

/** The telemetry receiver, as this lab's scenario sets it, on the selection or the whole recording. */
export function ReceiverCard({ recording, part }: ReceiverCardProps) {
  const { found, failure } = useReception(reception);
  const said = useNotesOf(recording);
  return (
    <FigureCard
      name="receiver"
      title="Telemetry receiver"
      width="full"
      look={
        said?.scenario
          ? "Threeray made this recording and knows its bits, so the card counts each equalizer’s errors."
          : "Finds SOQPSK-TG packets, equalizes them and decides their bits, with the settings of the Equalizers lab. You can save the bits."
      }
      table={found.packets.length > 0 && (() => packetTable(found.packets))}
      failure={failure}
    >
      {said?.notes.map((text) => (
        <p key={text} className="remark">
          {text}
        </p>
      ))}
      {said && (said.refusal ? <p className="remark">{said.refusal}</p> : <ReceptionView part={part} />)}
    </FigureCard>
  );
}
