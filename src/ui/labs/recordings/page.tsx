import { FailureNote } from "../../elements/failure-note.tsx";
import { Figures } from "../../kit/figures.tsx";
import { NoGpu } from "../../kit/no-gpu.tsx";
import { shownRecording, useRecording } from "../../kit/recording/recording.ts";
import { AnnotationsCard } from "./annotations-card.tsx";
import { BelieveDialog } from "./believe-dialog.tsx";
import { EmptyDesk } from "./empty-desk.tsx";
import { FileState } from "../../kit/recording/file-state.tsx";
import { MetadataCard } from "./metadata-card.tsx";
import { ReceiverCard } from "./receiver-card.tsx";
import { SpectrumCard } from "./spectrum-card.tsx";
import { WaterfallCard } from "./waterfall-card.tsx";
import "./recordings.css";

/** The recordings lab: any IQ file, looked at from the whole down to its samples, measured, annotated, cut and received. */
export function RecordingsLab() {
  const recording = useRecording(shownRecording);
  const believed = useRecording((state) => state.believed);
  const failure = useRecording((state) => state.failure);
  return (
    <>
      <NoGpu />
      <div className="file-state">
        <FileState />
        {failure && <FailureNote failure={failure} />}
      </div>
      {recording ? (
        <Figures>
          <WaterfallCard recording={recording} />
          <SpectrumCard recording={recording} />
          <AnnotationsCard recording={recording} />
          <ReceiverCard recording={recording} />
          <MetadataCard recording={recording} />
        </Figures>
      ) : (
        <EmptyDesk />
      )}
      {recording && !believed && <BelieveDialog recording={recording} />}
    </>
  );
}
