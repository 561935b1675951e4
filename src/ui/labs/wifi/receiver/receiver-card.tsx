import { FigureCard } from "../../../figures/card.tsx";
import type { ReceiverCardProps } from "../../../kit/recording/receivers.ts";
import { useReception } from "../../../kit/recording/reception.ts";
import { describeFrames, frameTable } from "./frame-table.tsx";
import { FramesView } from "./frames-view.tsx";
import { rateOfRecording, reception } from "./reception.ts";

/** The 802.11 receiver on the selection or the whole recording. */
export function ReceiverCard({ recording, part }: ReceiverCardProps) {
  const { found, failure } = useReception(reception);
  const { frames } = found;
  return (
    <FigureCard
      name="wifi-receiver"
      title="802.11 receiver"
      width="full"
      look="Finds OFDM frames of 802.11a, g and p, decodes them and checks their octets. You can save them for Wireshark."
      summary={frames.length > 0 ? describeFrames(frames) : undefined}
      table={frames.length > 0 ? () => frameTable(frames, rateOfRecording(recording)) : undefined}
      failure={failure}
    >
      <FramesView recording={recording} part={part} />
    </FigureCard>
  );
}
