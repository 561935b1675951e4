import { useRef } from "react";
import { FigureCard, type Picture } from "../../figures/card.tsx";
import { columnsToRows } from "../../figures/table.ts";
import { whole } from "../../format.ts";
import { isReady, useLab } from "../../kit/engine.ts";
import { shownRecording, useRecording } from "../../kit/recording/recording.ts";
import { ChooseFiles } from "../../kit/recording/file-input.tsx";
import { FileState } from "../../kit/recording/file-state.tsx";
import { useReception } from "../../kit/recording/reception.ts";
import { useViewer } from "../../kit/recording/viewer.ts";
import { lessonOf } from "./lesson-of.ts";
import { reception, saveScenario } from "./receiver/reception.ts";
import { RecordingView, shownSpectrum } from "./recording-view.tsx";

/** Opens, shows and receives recordings, and saves the scenario's signal as one. */
export function RecordingCard() {
  const { saving, failure } = useRecording();
  const recording = useRecording(shownRecording);
  const { failure: unreceived } = useReception(reception);
  const viewer = useViewer((state) => state.viewer);
  const ready = useLab(isReady);
  const picture = useRef<Picture>(null);
  return (
    <FigureCard
      name="recording"
      lesson={lessonOf("recording")}
      title="Recording"
      width="full"
      look="The same receivers work on a recording. The page reads the file in place; it never leaves this computer."
      summary={recording && `${recording.title}: ${whole(recording.samples)} samples, ${recording.datatype}.`}
      picture={picture}
      failure={failure ?? unreceived}
      table={
        recording &&
        (() => ({
          columns: [recording.sampleRate === undefined ? "frequency (cycles/sample)" : "frequency (MHz)", "power (dB)"],
          rows: columnsToRows(...Object.values(shownSpectrum(recording))),
        }))
      }
      controls={
        recording && (
          <>
            {viewer && (
              <a className="button quiet" href={viewer.href}>
                {viewer.title}
              </a>
            )}
            <ChooseFiles className="button">Open</ChooseFiles>
          </>
        )
      }
    >
      <FileState />
      {recording ? (
        <RecordingView recording={recording} picture={picture} />
      ) : (
        <div className="empty drop-zone">
          <p>Drop files anywhere on this page: SigMF pairs and archives, WAV, NumPy, raw samples.</p>
          <p className="buttons">
            <ChooseFiles className="button">Choose files</ChooseFiles>
            <button
              type="button"
              className="button quiet"
              disabled={!ready || saving !== undefined}
              onClick={() => void saveScenario()}
            >
              Save this scenario as SigMF
            </button>
          </p>
        </div>
      )}
    </FigureCard>
  );
}
