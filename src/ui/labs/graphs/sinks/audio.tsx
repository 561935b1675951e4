import { holdAudio, playReport, stopAudio, useAudio } from "../live/audio.ts";
import { AudioMeter } from "../live/audio-meter.tsx";
import { onReport, useReport } from "../run/reports.ts";
import { isActive, useRun } from "../run/run.ts";
import { SinkCard, type SinkProps } from "./sink-card.tsx";

/** The sound of an audio block: it plays as long as the graph runs. */
export function AudioFigure({ block }: SinkProps) {
  const sound = useAudio(({ sounds }) => sounds[block]);
  const note = useReport(block, "audio")?.note;
  const summary = sound
    ? `Sound at ${sound.hz} Hz. ${sound.underruns} gaps so far.`
    : "The sound plays while the graph runs.";
  return (
    <SinkCard block={block} look="A gap means that the graph is slower than the sound." summary={summary} note={note}>
      <AudioMeter block={block} />
    </SinkCard>
  );
}

onReport((block, report) => {
  if (report?.kind === "audio") playReport(block, report);
});
useRun.subscribe((run, before) => {
  if (run.phase === before.phase) return;
  if (run.phase === "starting" || !isActive(run)) stopAudio();
  else holdAudio(run.phase === "paused");
});
