import { useRef } from "react";
import { EXTENSIONS } from "#core/capture/registry.ts";
import { FigureCard, type Picture } from "../../figures/card.tsx";
import { columnsToRows } from "../../figures/table.ts";
import { bytes, whole } from "../../format.ts";
import { isReady, useLab } from "../../store/lab.ts";
import { openFiles, saveScenario, stopRecording, useRecording } from "../../store/recording.ts";
import { LESSONS } from "./lessons.ts";
import { RecordingView, shownSpectrum } from "./recording-view.tsx";

/** Recordings: opened, looked at, received; and the scenario's own signal, saved. */
export function RecordingCard() {
  const { recordings, chosen, reading, saving, refused, failure } = useRecording();
  const ready = useLab(isReady);
  const picture = useRef<Picture>(null);
  const input = useRef<HTMLInputElement>(null);
  const recording = recordings.at(chosen);
  const choose = () => input.current?.click();
  return (
    <FigureCard
      name="recording"
      lesson={LESSONS.recording}
      title="Recording"
      width="full"
      look="A recording goes through the same receivers. It is read in place, a piece at a time, and never leaves this computer."
      summary={recording && `${recording.title}: ${whole(recording.samples)} samples, ${recording.datatype}.`}
      picture={picture}
      failure={failure}
      table={
        recording &&
        (() => ({
          columns: [recording.sampleRate === undefined ? "frequency (cycles/sample)" : "frequency (MHz)", "power (dB)"],
          rows: columnsToRows(...Object.values(shownSpectrum(recording))),
        }))
      }
      controls={
        recording && (
          <button type="button" className="button" disabled={!ready} onClick={choose}>
            Open
          </button>
        )
      }
    >
      <input
        ref={input}
        type="file"
        multiple
        hidden
        data-testid="files"
        accept={EXTENSIONS.map((extension) => `.${extension}`).join(",")}
        onChange={({ target }) => {
          const files = [...(target.files ?? [])];
          // The same file may be chosen again after it was mended.
          target.value = "";
          if (files.length) void openFiles(files);
        }}
      />
      {refused && (
        <p className="refused" role="alert">
          <strong>This was not taken.</strong> {refused}
        </p>
      )}
      {reading && <Busy text={`Reading ${reading.names}: ${bytes(reading.bytes)}`} />}
      {saving !== undefined && <Busy text="Making the recording" progress={saving} />}
      {recording ? (
        <RecordingView recording={recording} picture={picture} />
      ) : (
        <div className="empty drop-zone">
          <p>Drop files anywhere on this page: SigMF pairs and archives, WAV, NumPy, raw samples.</p>
          <p className="buttons">
            <button type="button" className="button" disabled={!ready} onClick={choose}>
              Choose files
            </button>
            <button
              type="button"
              className="button quiet"
              disabled={!ready || saving !== undefined}
              onClick={saveScenario}
            >
              Save this scenario as SigMF
            </button>
          </p>
        </div>
      )}
    </FigureCard>
  );
}

function Busy({ text, progress }: { text: string; progress?: number }) {
  return (
    <p className="busy" role="status">
      <span>{text}</span>
      <progress aria-label={text} max={1} value={progress} />
      <button type="button" className="button" onClick={stopRecording}>
        Stop
      </button>
    </p>
  );
}
