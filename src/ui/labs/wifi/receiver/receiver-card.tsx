import { FigureCard } from "../../../figures/card.tsx";
import { fixed } from "../../../format.ts";
import { keepInView } from "../../../kit/in-view.ts";
import type { OpenedRecording } from "../../../kit/recording/recording.ts";
import type { ReceiverCardProps } from "../../../kit/recording/receivers.ts";
import { useReception } from "../../../kit/recording/reception.ts";
import { describeFrames, frameTable } from "./frame-table.tsx";
import { FramesView } from "./frames-view.tsx";
import { rateOfRecording, reception, useReceiver } from "./reception.ts";
import { Button } from "../../../elements/button.tsx";

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
      table={frames.length > 0 && (() => frameTable(frames, rateOfRecording(recording)))}
      failure={failure}
    >
      <FramesView
        recording={recording}
        part={part}
        onChoose={(chosen) => {
          useReceiver.setState({ chosen });
          keepInView(CHOSEN);
        }}
      />
      <ChosenFrame recording={recording} />
    </FigureCard>
  );
}

const CHOSEN = "chosen-frame";

/** Leads to the figures of the chosen frame, which are in the receiver's own lab. */
function ChosenFrame({ recording }: { recording: OpenedRecording }) {
  const chosen = useReceiver((state) => state.chosen);
  if (!chosen) return null;
  return (
    <p className="remark" id={CHOSEN}>
      The frame at {fixed((1e3 * chosen.start) / rateOfRecording(recording), 3)} ms is chosen.{" "}
      <Button onClick={() => void showFigures()}>Show its figures in Wi-Fi</Button>
    </p>
  );
}

/** Shows the chosen frame in the lab, whose scenario stays as it was left. */
async function showFigures(): Promise<void> {
  const [{ useWifi }, { encodeWifi }] = await Promise.all([import("../store.ts"), import("../address.ts")]);
  location.hash = encodeWifi(useWifi.getState());
  keepInView("frame");
}
