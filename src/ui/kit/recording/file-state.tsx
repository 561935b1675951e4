import { Button } from "../../elements/button.tsx";
import type { UnpackProgress } from "#core/capture/archives/unpack.ts";
import { bytes } from "../../format.ts";
import { Progress } from "../../elements/progress.tsx";
import { onDemand } from "../../elements/on-demand.tsx";
import { shownRecording, stopRecording, useRecording } from "./recording.ts";
import "./recording.css";

const CutNote = onDemand(async () => (await import("./cut-note.tsx")).CutNote, {
  failed: "The origin of the samples could not be shown.",
  pending: null,
});

const MissingFile = onDemand(async () => (await import("./missing-file.tsx")).MissingFile, {
  failed: "The button for the other file could not be shown.",
  pending: null,
});

const ReopenFiles = onDemand(async () => (await import("./reopen-files.tsx")).ReopenFiles, {
  failed: "The button that opens the file again could not be shown.",
  pending: null,
});

/** The origin of a cut, why the last files were refused, or progress while files are read, written or checked. */
export function FileState() {
  const { refused, refusedFiles, unreadable, reading, saving } = useRecording();
  const isCut = useRecording((state) => shownRecording(state)?.metadata["threeray:origin"] !== undefined);
  const unpacking = reading?.unpacking;
  return (
    <>
      {refused && (
        <p className="refused" role="alert">
          <Button
            icon="close"
            label="Dismiss the refusal"
            onClick={() => useRecording.setState({ refused: undefined, refusedFiles: undefined })}
          />
          <strong>The file could not be opened.</strong> {refused}
        </p>
      )}
      {refused && refusedFiles && <MissingFile files={refusedFiles} />}
      {unreadable && <ReopenFiles files={unreadable} />}
      {reading && !unpacking && <Busy text={`Reading ${reading.names}: ${bytes(reading.bytes)}`} />}
      {unpacking && <Unpacking {...unpacking} />}
      {saving && <Busy text={saving.what} progress={saving.share} />}
      {isCut && <CutNote />}
    </>
  );
}

function Unpacking({ name, bytes: done, total, share, stored }: UnpackProgress) {
  const size = total === undefined ? "" : ` of ${bytes(total)}`;
  const place = stored ? "into a temporary file of the browser" : "in memory";
  return <Busy text={`Unpacking ${name} ${place}: ${bytes(done)}${size}`} progress={share} />;
}

function Busy({ text, progress }: { text: string; progress?: number }) {
  return (
    <p className="busy" role="status">
      <span>{text}</span>
      <Progress label={text} share={progress} />
      <Button onClick={stopRecording}>Stop</Button>
    </p>
  );
}
