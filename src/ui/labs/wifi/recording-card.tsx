import { FigureCard } from "../../figures/card.tsx";
import { duration, si, whole } from "../../format.ts";
import { ChoiceField } from "../../kit/fields/choice-field.tsx";
import { Correction } from "../../kit/recording/correction.tsx";
import { FileState } from "../../kit/recording/file-state.tsx";
import { DropZone, OpenedControls } from "../../kit/recording/opening.tsx";
import { useReception } from "../../kit/recording/reception.ts";
import { chooseRecording, type OpenedRecording, shownRecording, useRecording } from "../../kit/recording/recording.ts";
import { describeFrames, frameTable } from "./receiver/frame-table.tsx";
import { FramesView } from "./receiver/frames-view.tsx";
import { chooseFrame, rateOfRecording, reception } from "./receiver/reception.ts";
import { RECORDING_LESSON } from "./lessons.ts";

/** Opens a recording, receives its frames and lists them. */
export function RecordingCard() {
  const { failure } = useRecording();
  const recording = useRecording(shownRecording);
  const { found, failure: unreceived } = useReception(reception);
  const { frames } = found;
  return (
    <FigureCard
      name="recording"
      title="Recording"
      width="full"
      lesson={RECORDING_LESSON}
      look="Drop a recording of a Wi-Fi channel: the receiver lists its frames. A click on a frame shows it in every figure. The file never leaves this computer."
      summary={frames.length > 0 ? describeFrames(frames) : undefined}
      table={recording && frames.length > 0 && (() => frameTable(frames, rateOfRecording(recording)))}
      failure={failure ?? unreceived}
      controls={recording && <OpenedControls />}
    >
      <FileState />
      {recording ? <Opened recording={recording} /> : <DropZone />}
    </FigureCard>
  );
}

function Opened({ recording }: { recording: OpenedRecording }) {
  const { recordings, chosen } = useRecording();
  const { title, format, datatype, samples, sampleRate, warnings, guesses } = recording;
  return (
    <>
      {recordings.length > 1 && (
        <ChoiceField
          label="Recording"
          choices={recordings.map((each, i) => ({ value: String(i), text: each.title }))}
          value={String(chosen)}
          onChange={(index) => void chooseRecording(Number(index))}
        />
      )}
      <p className="field-note">
        {title} ({format}, {datatype}): {whole(samples)} samples
        {sampleRate === undefined
          ? ", the file gives no sample rate"
          : ` at ${si(sampleRate, "S/s", 7)}, ${duration((1000 * samples) / sampleRate)}`}
      </p>
      {(format === "raw" || sampleRate === undefined) && (
        <div className="frames-correction">
          <Correction recording={recording} />
        </div>
      )}
      {[...warnings, ...guesses].map((text) => (
        <p key={text} className="remark">
          {text}
        </p>
      ))}
      <FramesView recording={recording} onChoose={chooseFrame} />
    </>
  );
}
