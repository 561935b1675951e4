import { FigureCard } from "../../figures/card.tsx";
import { columnsToRows } from "../../figures/table.ts";
import { whole } from "../../format.ts";
import { isReady, useGpu } from "../../kit/engine.ts";
import { shownRecording, useRecording } from "../../kit/recording/recording.ts";
import { DropZone, OpenedControls } from "../../kit/recording/opening.tsx";
import { FileState } from "../../kit/recording/file-state.tsx";
import { useReception } from "../../kit/recording/reception.ts";
import { lessonOf } from "./lesson-of.ts";
import { reception, saveScenario } from "./receiver/reception.ts";
import { RecordingView, shownSpectrum } from "./recording-view.tsx";
import { Button } from "../../elements/button.tsx";

/** Opens, shows and receives recordings, and saves the scenario's signal as one. */
export function RecordingCard() {
  const { saving, failure } = useRecording();
  const recording = useRecording(shownRecording);
  const { failure: unreceived } = useReception(reception);
  const ready = useGpu(isReady);
  return (
    <FigureCard
      name="recording"
      lesson={lessonOf("recording")}
      title="Recording"
      width="full"
      look="The same receivers work on a recording. The page reads the file in place; it never leaves this computer."
      summary={recording && `${recording.title}: ${whole(recording.samples)} samples, ${recording.datatype}.`}
      failure={failure ?? unreceived}
      table={
        recording &&
        (() => ({
          columns: [recording.sampleRate === undefined ? "frequency (cycles/sample)" : "frequency (MHz)", "power (dB)"],
          rows: columnsToRows(...Object.values(shownSpectrum(recording))),
        }))
      }
      controls={recording && <OpenedControls />}
    >
      <FileState />
      {recording ? (
        <RecordingView recording={recording} />
      ) : (
        <DropZone>
          <Button look="quiet" disabled={!ready || saving !== undefined} onClick={() => void saveScenario()}>
            Save this scenario as SigMF
          </Button>
        </DropZone>
      )}
    </FigureCard>
  );
}
