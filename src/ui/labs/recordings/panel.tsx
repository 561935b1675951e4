import { Check } from "../../elements/check.tsx";
import { useShallow } from "zustand/react/shallow";
import { si, whole } from "../../format.ts";
import { ChoiceField } from "../../kit/fields/choice-field.tsx";
import { Group } from "../../kit/fields/group.tsx";
import { QuantityField } from "../../kit/fields/quantity-field.tsx";
import type { OpenedRecording } from "../../kit/recording/recording.ts";
import { attempt } from "../../elements/attempt.ts";
import { openFolder } from "../../kit/recording/folder.ts";
import { isReady, useGpu } from "../../kit/engine.ts";
import { correctReading, shownRecording, useRecording } from "../../kit/recording/recording.ts";
import { FFT_SIZES, useWaterfall } from "./waterfall/store.ts";
import { Correction } from "../../kit/recording/correction.tsx";
import { ChooseFiles } from "../../kit/recording/file-input.tsx";
import { useRecents } from "../../kit/recording/recents.ts";
import { SelectionGroup } from "./selection-group.tsx";
import { ExampleList, RecentList, RecordingChoice } from "../../kit/recording/sources.tsx";

/** The panel on the left: opening, reading, showing and cutting recordings. */
export function RecordingsPanel() {
  const recording = useRecording(shownRecording);
  return (
    <form className="panel" aria-label="Recording" onSubmit={(event) => event.preventDefault()}>
      {recording && (
        <>
          <ReadingGroup recording={recording} />
          <Group title="Waterfall">
            <WaterfallFields />
          </Group>
          <SelectionGroup recording={recording} />
        </>
      )}
      <Group title={recording ? "Open another" : "Open"}>
        <div className="buttons-row">
          <ChooseFiles className="button">Choose files</ChooseFiles>
          <ChooseFolder />
        </div>
        {recording && <OtherSources />}
      </Group>
    </form>
  );
}

/** The examples and recent files, folded into one line. */
function OtherSources() {
  const recent = useRecents((state) => state.recents.length > 0);
  return (
    <details className="more">
      <summary>{recent ? "Examples and recent files" : "Examples"}</summary>
      <div className="more-body">
        <ExampleList />
        {recent && (
          <>
            <h3>Recent</h3>
            <RecentList />
          </>
        )}
      </div>
    </details>
  );
}

function ChooseFolder() {
  const ready = useGpu(isReady);
  return (
    <label className="button file-button" aria-disabled={!ready}>
      <input
        type="file"
        className="unseen"
        disabled={!ready}
        ref={(input) => input?.setAttribute("webkitdirectory", "")}
        onChange={({ target }) => {
          const files = [...(target.files ?? [])];
          target.value = "";
          const name = files[0]?.webkitRelativePath.split("/")[0] ?? "";
          if (files.length) void attempt([{ name }], () => openFolder(name, files));
        }}
      />
      A folder
    </label>
  );
}

/** Which recording is shown, and fields of the sample format where the file does not tell it or a person knows better. */
function ReadingGroup({ recording }: { recording: OpenedRecording }) {
  const { recordings, hints } = useRecording();
  const channel = useWaterfall((state) => state.channel);
  const { format, channels, title, samples, sampleRate } = recording;
  const wav = format === "WAV" && recording.complex;
  return (
    <Group title="File">
      {recordings.length === 1 ? (
        <p className="shown-recording" title={title}>
          {title}
          <span className="muted">
            {whole(samples)} {samples === 1 ? "sample" : "samples"}
            {sampleRate !== undefined && `, ${si(sampleRate, "S/s", 5)}`}
          </span>
        </p>
      ) : (
        <RecordingChoice />
      )}
      {channels > 1 && (
        <ChoiceField
          label="Channel"
          choices={Array.from({ length: channels }, (_, i) => ({ value: String(i), text: `${i + 1} of ${channels}` }))}
          value={String(channel)}
          onChange={(index) =>
            useWaterfall.setState({ channel: Number(index), overview: undefined, refining: undefined })
          }
        />
      )}
      <Correction recording={recording} />
      {wav && (
        <Check checked={hints.swapped ?? false} onChange={(swapped) => correctReading({ swapped })}>
          Swap I and Q (left channel is Q)
        </Check>
      )}
    </Group>
  );
}

const LEVELS = [
  { value: "automatic", text: "automatic" },
  { value: "maximum", text: "maximum" },
  { value: "mean", text: "mean" },
] as const;

function WaterfallFields() {
  const { fftSize, level, levels, fitting } = useWaterfall(
    useShallow(({ fftSize, level, levels, fitting }) => ({ fftSize, level, levels, fitting })),
  );
  const shown = levels ?? fitting;
  const sizes = [
    { value: "0", text: "automatic" },
    ...FFT_SIZES.map((size) => ({ value: `${size}`, text: `${size}` })),
  ];
  return (
    <>
      <Check
        checked={levels === undefined}
        onChange={(fit) => useWaterfall.setState({ levels: fit ? undefined : fitting })}
      >
        Fit colours to the view
      </Check>
      <QuantityField
        label="Darkest"
        unit="dB"
        min={-240}
        max={shown.high - 1}
        step={1}
        value={shown.low}
        onChange={(low) => useWaterfall.setState({ levels: { ...shown, low } })}
      />
      <QuantityField
        label="Brightest"
        unit="dB"
        min={shown.low + 1}
        max={120}
        step={1}
        value={shown.high}
        onChange={(high) => useWaterfall.setState({ levels: { ...shown, high } })}
      />
      <ChoiceField
        label="Colour"
        description="What colour shows of the spectra in a column: the largest power of each frequency, or the mean power. Automatic: the largest in a long view."
        choices={LEVELS}
        value={level ?? "automatic"}
        onChange={(level) => useWaterfall.setState({ level: level === "automatic" ? undefined : level })}
      />
      <ChoiceField
        label="Transform"
        description="FFT points per transform. More points resolve frequencies better, fewer resolve time better."
        choices={sizes}
        value={String(fftSize)}
        onChange={(size) => useWaterfall.setState({ fftSize: Number(size) })}
      />
    </>
  );
}
