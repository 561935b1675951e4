import type { Excerpt } from "#core/capture/excerpt.ts";
import type { ReceivedFrame } from "#core/wifi/receiver/received-frame.ts";
import { ChoiceField } from "../../../kit/fields/choice-field.tsx";
import { ReceptionRun } from "../../../kit/recording/reception-run.tsx";
import { useReception } from "../../../kit/recording/reception.ts";
import type { OpenedRecording } from "../../../kit/recording/recording.ts";
import { FrameTable } from "./frame-table.tsx";
import { styleOf } from "../estimators.ts";
import { rateOfRecording, reception, RECEIVER_ESTIMATORS, refusalFor, savePcap, useReceiver } from "./reception.ts";
import "./receiver.css";
import { Button } from "../../../elements/button.tsx";

interface FramesViewProps {
  recording: OpenedRecording;
  part?: Excerpt;
  onChoose: (frame: ReceivedFrame) => void;
}

/** The receiver's run over a recording, and its frames. */
export function FramesView({ recording, part, onChoose }: FramesViewProps) {
  const { phase, found } = useReception(reception);
  const { width, estimator, chosen } = useReceiver();
  const { frames, notes } = found;
  const refusal = refusalFor(recording);
  return (
    <div className="frames-view">
      <div className="frames-controls">
        <ChoiceField
          label="Channel width"
          description="Width of the channel: 20 MHz for 802.11a and g, 10 MHz for 802.11p."
          choices={[
            { value: "20", text: "20 MHz (a, g)" },
            { value: "10", text: "10 MHz (p)" },
          ]}
          value={width}
          onChange={(next) => useReceiver.setState({ width: next })}
        />
        <ChoiceField
          label="Channel estimate"
          description="Estimator of the channel. Receive again to see its effect on all frames."
          choices={RECEIVER_ESTIMATORS.map((value) => ({ value, text: styleOf(value).title }))}
          value={estimator}
          onChange={(next) => useReceiver.setState({ estimator: next })}
        />
        {!refusal && <ReceptionRun of={reception} part={part} />}
        {frames.length > 0 && (
          <Button disabled={phase === "running"} onClick={() => void savePcap()}>
            Save as pcap
          </Button>
        )}
      </div>
      {refusal && <p className="remark">{refusal}</p>}
      {notes.map((note) => (
        <p key={note} className="remark">
          {note}
        </p>
      ))}
      {frames.length > 0 && (
        <FrameTable frames={frames} sampleRate={rateOfRecording(recording)} chosen={chosen} onChoose={onChoose} />
      )}
      {frames.length === 0 && phase === "finished" && (
        <p className="remark">The receiver found no preamble. Check the sample rate and the channel’s width.</p>
      )}
    </div>
  );
}
