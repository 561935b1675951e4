import { fixed } from "../../format.ts";
import { keepInView } from "../../kit/in-view.ts";
import { useLive } from "../../kit/live.ts";
import { shownRecording, useRecording } from "../../kit/recording/recording.ts";
import { chooseFrame, rateOfRecording, useReceiver } from "./receiver/reception.ts";
import { missingReason } from "./live-card.tsx";
import { editInspection, inspected, useWifi } from "./store.ts";
import { Button } from "../../elements/button.tsx";

/** Says which frame all figures show, and leads back from a recording to the experiment. */
export function ShownFrame() {
  const { config, inspection } = useWifi();
  const chosen = useReceiver((store) => store.chosen);
  const recording = useRecording(shownRecording);
  const { view, live } = useLive(inspected);
  const reason = missingReason(view);
  if (chosen && recording) {
    const ms = (1e3 * chosen.start) / rateOfRecording(recording);
    return (
      <p className="shown-frame">
        The figures show the frame at {fixed(ms, 3)} ms of {recording.title}.{reason && ` It has no data: ${reason}.`}{" "}
        <Button onClick={() => keepInView("recording")}>Back to the list</Button>{" "}
        <Button onClick={() => chooseFrame(undefined)}>Back to the experiment</Button>
      </p>
    );
  }
  if (live) {
    return (
      <p className="shown-frame muted">
        The figures show live draws of a packet at {config.rateMbps[inspection.rate]} Mbit/s and{" "}
        {fixed(inspection.snrDb, 1)} dB.
      </p>
    );
  }
  if (reason) {
    return (
      <p className="shown-frame">
        Packet {inspection.packet} at {config.rateMbps[inspection.rate]} Mbit/s and {fixed(inspection.snrDb, 1)} dB was
        lost: {reason}. Raise the SNR, or try another packet.{" "}
        <Button onClick={() => editInspection({ packet: inspection.packet + 1 })}>Next packet</Button>
      </p>
    );
  }
  return (
    <p className="shown-frame muted">
      The figures show packet {inspection.packet} at {config.rateMbps[inspection.rate]} Mbit/s and{" "}
      {fixed(inspection.snrDb, 1)} dB.
    </p>
  );
}
