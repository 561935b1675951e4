import { FailureNote } from "../../elements/failure-note.tsx";
import { Figures } from "../../kit/figures.tsx";
import { NoGpu } from "../../kit/no-gpu.tsx";
import { shownRecording, useRecording } from "../../kit/recording/recording.ts";
import { AnnotationsCard } from "./annotations-card.tsx";
import { SampleFormatDialog } from "./sample-format-dialog.tsx";
import { NoRecording } from "./no-recording.tsx";
import { FileState } from "../../kit/recording/file-state.tsx";
import { ListenCard } from "./listen-card.tsx";
import { MetadataCard } from "./metadata-card.tsx";
import { onDemand } from "../../elements/on-demand.tsx";
import { riddleNamed } from "../../kit/recording/riddles.ts";
import { ReceiverCards } from "./receiver-cards.tsx";
import { SpectrumCard } from "./spectrum-card.tsx";
import { WaterfallCard } from "./waterfall/card.tsx";
import "./recordings.css";

const BoxCard = onDemand(async () => (await import("./box-card.tsx")).BoxCard, {
  failed: "The measurements could not be shown.",
});
const RiddleCard = onDemand(async () => (await import("./riddle-card.tsx")).RiddleCard, {
  failed: "The riddle could not be shown.",
});

const awaited = { frame: "card", pending: <div className="card awaited" aria-busy="true" /> } as const;
const SignalsCard = onDemand(async () => (await import("./signals/signals-card.tsx")).SignalsCard, {
  failed: "The list of signals could not be fetched or shown.",
  ...awaited,
});
const SignalCard = onDemand(async () => (await import("./signals/signal-card.tsx")).SignalCard, {
  failed: "The signal could not be fetched or shown.",
  ...awaited,
});
const SymbolsCard = onDemand(async () => (await import("./signals/symbols-card.tsx")).SymbolsCard, {
  failed: "The card of symbols could not be fetched or shown.",
  pending: null,
});
const BitsCard = onDemand(async () => (await import("./signals/bits-card.tsx")).BitsCard, {
  failed: "The card of bits could not be fetched or shown.",
  pending: null,
});
const FramesCard = onDemand(async () => (await import("./frames/frames-card.tsx")).FramesCard, {
  failed: "The card of decoded frames could not be fetched or shown.",
  ...awaited,
});

/** The Recordings lab: it shows an IQ file at any zoom, measures, annotates, cuts and receives it. */
export function RecordingsLab() {
  const recording = useRecording(shownRecording);
  const formatConfirmed = useRecording((state) => state.formatConfirmed);
  const failure = useRecording((state) => state.failure);
  const example = useRecording((state) => state.example);
  const riddle = example === undefined ? undefined : riddleNamed(example);
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
          {riddle && <RiddleCard riddle={riddle} />}
          {/* Cards that follow the selection and keep their height come first, so that none jumps. */}
          <SpectrumCard recording={recording} />
          <ListenCard recording={recording} />
          <SignalsCard recording={recording} />
          <SignalCard recording={recording} />
          <SymbolsCard recording={recording} />
          <BitsCard />
          <BoxCard recording={recording} />
          <AnnotationsCard recording={recording} />
          <FramesCard recording={recording} />
          <ReceiverCards recording={recording} />
          <MetadataCard recording={recording} />
        </Figures>
      ) : (
        <NoRecording />
      )}
      {recording && !formatConfirmed && <SampleFormatDialog recording={recording} />}
    </>
  );
}
