import { jsonListPieces } from "#core/json-list.ts";
import type { DecodedFrame } from "#core/signals/decoders/decoder.ts";
import { useShallow } from "zustand/react/shallow";
import { Button } from "../../../elements/button.tsx";
import { Progress } from "../../../elements/progress.tsx";
import { ColumnTable } from "../../../elements/column-table.tsx";
import { FigureCard } from "../../../figures/card.tsx";
import { downloadPieces } from "../../../figures/download.ts";
import { listTable } from "../../../figures/table.ts";
import { duration, fixed, whole } from "../../../format.ts";
import { AskRate } from "../../../kit/recording/ask-rate.tsx";
import { useReception } from "../../../kit/recording/reception.ts";
import { type OpenedRecording, stopRecording } from "../../../kit/recording/recording.ts";
import { making } from "../../../kit/recording/saving.ts";
import { useRun } from "../../../kit/run.ts";
import { scalesAt, timeText } from "../measure.ts";
import { bandOf, chosenPart, select, setView, useWaterfall } from "../waterfall/store.ts";
import { isUnchecked, lineOf, readFields } from "./contents.ts";
import { decoding, useFrames } from "./store.ts";
import "./frames.css";

/** The card that decodes the recording and lists its frames. */
export function FramesCard({ recording }: { recording: OpenedRecording }) {
  const part = useWaterfall(useShallow(chosenPart));
  const chosen = useFrames((state) => state.chosen);
  const { found, phase, failure } = useReception(decoding);
  const { step, ms = 0, remainingMs } = useRun(decoding);
  const { frames, decoders, notes } = found;
  const running = phase === "running";
  return (
    <FigureCard
      name="frames"
      title="Decoded frames"
      width="full"
      look="All decoders run that the sample rate allows. Choose a frame to see its place and its contents."
      summary={step && `${decoding.count()} found.`}
      failure={failure}
      onRetry={() => void decoding.receive(part)}
      table={frames.length > 0 && (() => tableOf(frames, recording))}
      actions={[{ name: "JSON", title: "All fields of all frames", onPick: () => void saveJson(recording, frames) }]}
    >
      {recording.sampleRate === undefined ? (
        <AskRate>Decoders need the sample rate, which the file does not give.</AskRate>
      ) : (
        <div className="frames">
          <div className="frames-controls">
            {running ? (
              <Button onClick={stopRecording}>Stop</Button>
            ) : (
              <>
                <Button look={step ? undefined : "primary"} onClick={() => void decoding.receive()}>
                  Decode the recording
                </Button>
                {part && <Button onClick={() => void decoding.receive(part)}>Decode the selection</Button>}
              </>
            )}
            {running && (
              <>
                <Progress label="Share decoded" share={step?.progress} />
                <span className="muted">{remainingMs !== undefined && `${duration(remainingMs)} left`}</span>
              </>
            )}
            {step && (
              <span role="status">
                <strong>{decoding.count()}</strong>
                {phase === "finished" && decoders.length > 0 && ` in ${duration(ms)}`}
                {phase === "stopped" && ", stopped early"}
                {decoders.length > 0 && <span className="muted"> · {decoders.join(", ")}</span>}
              </span>
            )}
          </div>
          {notes.map((note) => (
            <p key={note} className="remark">
              {note}
            </p>
          ))}
          {frames.length > 0 && <FrameTable recording={recording} frames={frames} chosen={chosen} />}
          {chosen && frames.includes(chosen) && <Contents frame={chosen} />}
          {phase === "finished" && frames.length === 0 && decoders.length > 0 && (
            <p className="empty">These decoders found no frame there.</p>
          )}
        </div>
      )}
    </FigureCard>
  );
}

interface FrameTableProps {
  recording: OpenedRecording;
  frames: readonly DecodedFrame[];
  chosen?: DecodedFrame;
}

function FrameTable({ recording, frames, chosen }: FrameTableProps) {
  const scales = scalesAt(recording, 0);
  return (
    <ColumnTable
      region="Decoded frames"
      className="decoded-table"
      named
      rows={frames}
      row={(frame) => ({ "data-chosen": frame === chosen || undefined, onClick: () => show(recording, frame) })}
      columns={[
        [
          "Frame",
          (frame, i) => (
            <Button
              look="quiet"
              aria-pressed={frame === chosen}
              title="Show its place on the waterfall and its contents"
            >
              {i + 1}
            </Button>
          ),
        ],
        ["Starts", ({ start }) => timeText(scales, start, 6)],
        ["Decoder", ({ decoder }) => decoder],
        ["Contents", lineOf, { className: "words" }],
        [
          "Check",
          (frame) => (isUnchecked(frame) ? "none" : frame.good ? "✓" : "✕"),
          { title: "Whether its check passed; “none”: no known check holds, so nothing confirms the bits" },
        ],
        ["Corrected bits", ({ correctedBits }) => whole(correctedBits)],
        ["SNR (dB)", ({ snrDb }) => (snrDb === null ? "–" : fixed(snrDb, 1))],
      ]}
    />
  );
}

/** Selects a frame's time on the waterfall, and moves the view there. */
function show(recording: OpenedRecording, frame: DecodedFrame): void {
  useFrames.setState({ chosen: frame });
  const [low, high] = bandOf(recording);
  const { view } = useWaterfall.getState();
  const count = Math.max(1, Math.round(frame.stop - frame.start));
  select({ start: frame.start, count, low, high });
  const isInView = view && frame.start >= view.start && frame.stop <= view.start + view.count;
  if (!isInView) setView({ start: frame.start - 4.5 * count, count: 10 * count });
}

/** All of one frame. */
function Contents({ frame }: { frame: DecodedFrame }) {
  const { hex, bits, fields } = frame;
  const rows = [...readFields(fields), ...readFields({ hex, bits })];
  return (
    <dl className="facts frame-contents" aria-label="Contents of the frame">
      {rows.map(({ name, text }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}

const tableOf = (frames: readonly DecodedFrame[], { sampleRate = 1 }: OpenedRecording) =>
  listTable(frames, [
    ["decoder", ({ decoder }) => decoder],
    ["start (sample)", ({ start }) => start],
    ["stop (sample)", ({ stop }) => stop],
    ["time (s)", ({ start }) => start / sampleRate],
    ["centre (Hz)", ({ centreHz }) => centreHz],
    ["check passed", ({ good }) => Number(good)],
    ["corrected bits", ({ correctedBits }) => correctedBits],
    ["SNR (dB)", ({ snrDb }) => snrDb],
    ["hex", ({ hex }) => hex],
    ["bits", ({ bits }) => bits],
    ["fields", ({ fields }) => JSON.stringify(fields)],
  ]);

function saveJson({ title, sampleRate, samples }: OpenedRecording, frames: readonly DecodedFrame[]): Promise<void> {
  return making("Saving the frames", async () => {
    const report = { file: title, sampleRateHz: sampleRate, samples };
    const pieces = jsonListPieces(report, "frames", frames);
    await downloadPieces(`${title}-frames.json`, pieces, "application/json");
    return true;
  });
}
