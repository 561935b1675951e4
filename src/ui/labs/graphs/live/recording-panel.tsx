import { Button } from "../../../elements/button.tsx";
import { useEffect, useRef } from "react";
import type { RecordingSource } from "#core/blocks/sources/recording-source.ts";
import { duration, si, whole } from "../../../format.ts";
import { ChoiceField } from "../../../kit/fields/choice-field.tsx";
import { Correction } from "../../../kit/recording/correction.tsx";
import { ChooseFiles } from "../../../kit/recording/file-input.tsx";
import { FileState } from "../../../kit/recording/file-state.tsx";
import {
  chooseRecording,
  type OpenedRecording,
  shownRecording,
  useRecording,
} from "../../../kit/recording/recording.ts";
import { ExampleList, RecentList } from "../../../kit/recording/sources.tsx";
import { setParameter } from "../graph/edits.ts";
import { edit } from "../graph/store.ts";
import { sourceOf } from "./source.ts";
import "./live.css";

/** Opens a recording for a recording-source block, and gives the block its sample rate and type. */
export function RecordingPanel({ block, parameters }: { block: string; parameters: RecordingSource }) {
  const recordings = useRecording((state) => state.recordings);
  const chosen = useRecording((state) => state.chosen);
  const recording = useRecording(shownRecording);
  const shown = useRef(recording);
  useEffect(() => {
    if (recording === shown.current) return;
    shown.current = recording;
    // The person has opened it here.
    if (recording) use(block, recording);
  }, [block, recording]);
  return (
    <div className="live">
      <FileState />
      <ChooseFiles className={recording ? "button" : "button primary"}>
        {recording ? "Choose another file" : "Choose a file"}
      </ChooseFiles>
      {recordings.length > 1 && (
        <ChoiceField
          label="Recording"
          choices={recordings.map(({ title }, i) => ({ value: String(i), text: title }))}
          value={String(chosen)}
          onChange={(index) => void chooseRecording(Number(index))}
        />
      )}
      {recording && <Opened block={block} parameters={parameters} recording={recording} />}
      <details className="block-help">
        <summary>Examples and recent files</summary>
        <ExampleList />
        <RecentList />
      </details>
      <p className="caveat">The file stays in this computer.</p>
    </div>
  );
}

function Opened({
  block,
  parameters: { index, rate, type },
  recording,
}: {
  block: string;
  parameters: RecordingSource;
  recording: OpenedRecording;
}) {
  const chosen = useRecording((state) => state.chosen);
  const { title, format, datatype, samples, sampleRate, complex } = recording;
  const isUsed = index === chosen && rate === (sampleRate ?? 0) && (complex || type === "real");
  return (
    <>
      <p className="caveat">
        {title} ({format}, {datatype}): {whole(samples)} samples
        {sampleRate === undefined
          ? ", the file gives no sample rate"
          : ` at ${si(sampleRate, "S/s", 7)}, ${duration((1000 * samples) / sampleRate)}`}
        .
      </p>
      <Correction recording={recording} />
      {!isUsed && <Button onClick={() => use(block, recording)}>Use its rate and type</Button>}
    </>
  );
}

/** Gives a block the name, sample rate and type of an open recording, from its first sample to its last one. */
function use(block: string, recording: OpenedRecording): void {
  edit((graph) =>
    Object.entries(sourceOf(recording)).reduce(
      (edited, [field, value]) => setParameter(edited, block, field, value),
      graph,
    ),
  );
}
