import { useShallow } from "zustand/react/shallow";
import type { OpenedRecording } from "../../kit/recording/recording.ts";
import { FigureCard } from "../../figures/card.tsx";
import { columnsToRows } from "../../figures/table.ts";
import { useRecording } from "../../kit/recording/recording.ts";
import { useWaterfall } from "../../kit/recording/waterfall.ts";
import { ReceptionView } from "../../kit/recording/reception.tsx";

/** The card of the Equalizers lab's telemetry receiver, on the selection or the whole recording. */
export function ReceiverCard({ recording }: { recording: OpenedRecording }) {
  const { selection, channel } = useWaterfall(useShallow(({ selection, channel }) => ({ selection, channel })));
  const packets = useRecording((state) => state.reception?.packets);
  const part = selection || channel ? { ...(selection ?? { start: 0, count: recording.samples }), channel } : undefined;
  const excerpt = part && { start: part.start, count: part.count, channel };
  return (
    <FigureCard
      name="receiver"
      title="Telemetry receiver"
      width="full"
      look={
        recording.scenario
          ? "Threeray made this recording, so its bits are known, and the card counts each equalizer’s errors."
          : "Finds SOQPSK-TG packets, equalizes them and decides their bits, with the settings of the Equalizers lab. You can save the bits."
      }
      table={
        packets?.length
          ? () => ({
              columns: ["start (sample)", "detector metric T", "frequency offset (rad/sample)", "noise variance"],
              rows: columnsToRows(
                packets.map(({ start }) => start),
                packets.map(({ metric }) => metric),
                packets.map(({ frequencyOffset }) => frequencyOffset),
                packets.map(({ noiseVariance }) => noiseVariance),
              ),
            })
          : undefined
      }
    >
      {recording.notes.map((text) => (
        <p key={text} className="remark">
          {text}
        </p>
      ))}
      {recording.refusal ? <p className="refused">{recording.refusal}</p> : <ReceptionView part={excerpt} />}
    </FigureCard>
  );
}
