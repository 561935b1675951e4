import { Button } from "../../elements/button.tsx";
import { onDemand } from "../../elements/on-demand.tsx";
import { useState } from "react";
import { useShallow } from "zustand/react/shallow";
import type { ExcerptFile } from "#core/capture/excerpt-file.ts";
import type { OpenedRecording } from "../../kit/recording/recording.ts";
import { ChoiceField } from "../../kit/fields/choice-field.tsx";
import { Group } from "../../kit/fields/group.tsx";
import { QuantityField } from "../../kit/fields/quantity-field.tsx";
import { useRecording } from "../../kit/recording/recording.ts";
import { Check } from "../../elements/check.tsx";
import { saveBand, saveExcerpt } from "../../kit/recording/saving.ts";
import { pointer } from "../../figures/pointer.ts";
import type { Box } from "./waterfall/frame.ts";
import { bandOf, select, showSpan, useWaterfall } from "./waterfall/store.ts";
import { bandName, boxOf, scalesAt } from "./measure.ts";

const OpenIn = onDemand(async () => (await import("./open-in.tsx")).OpenIn, {
  failed: "The labs that take recordings could not be shown.",
  pending: null,
});

const FORMATS: readonly { value: ExcerptFile["format"]; text: string }[] = [
  { value: "sigmf", text: "SigMF archive" },
  { value: "wav-f32", text: "WAV, float32" },
  { value: "wav-i16", text: "WAV, 16 bits" },
];

/** Fields of the selection, and buttons to zoom to it and save it. */
export function SelectionGroup({ recording }: { recording: OpenedRecording }) {
  const { selection, annotations, channel } = useWaterfall(
    useShallow(({ selection, annotations, channel }) => ({ selection, annotations, channel })),
  );
  const saving = useRecording((state) => state.saving !== undefined);
  const [format, setFormat] = useState<ExcerptFile["format"]>("sigmf");
  const [everything, setEverything] = useState(false);
  const { title, samples } = recording;
  const [least, most] = bandOf(recording);
  const isPart = selection && (selection.low > least || selection.high < most);
  // A band of real samples would become complex ones.
  const box = isPart && recording.complex ? boxOf(recording, selection) : undefined;
  const band = everything ? undefined : box;
  const part = { start: selection?.start ?? 0, count: selection?.count ?? samples, channel };
  const whole = part.start === 0 && part.count === samples;
  const name = whole ? title : `${title}-${part.start}-${part.count}`;
  return (
    <Group title="Selection">
      {selection ? (
        <BoxFields recording={recording} box={selection} />
      ) : (
        <p className="field-note">
          {pointer() === "fine"
            ? "Drag over the waterfall, or hold Shift and press arrow keys in it."
            : "Choose Select, and drag over the waterfall."}
        </p>
      )}
      <div className="buttons-row">
        <Button
          onClick={() => select({ start: 0, count: samples, low: bandOf(recording)[0], high: bandOf(recording)[1] })}
        >
          All
        </Button>
        <Button disabled={!selection} onClick={() => selection && showSpan(selection)}>
          Zoom to selection
        </Button>
        <Button disabled={!selection} onClick={() => select(undefined)}>
          Clear
        </Button>
      </div>
      <ChoiceField label="Save as" choices={FORMATS} value={format} onChange={setFormat} />
      {box && (
        <Check checked={!everything} onChange={(only) => setEverything(!only)}>
          only the selected band, mixed to 0 Hz
        </Check>
      )}
      <div className="buttons-row">
        <Button
          look="primary"
          disabled={saving}
          onClick={() => {
            const marks = [...annotations];
            if (band)
              void saveBand({ ...band, channel }, { format, name: bandName(recording, band), annotations: marks });
            else void saveExcerpt({ part, format, name, annotations: marks });
          }}
        >
          {whole && !band ? "Save the recording" : "Save the selection"}
        </Button>
      </div>
      {band && (
        <OpenIn
          recording={recording}
          box={{ ...band, channel }}
          file={{ name: bandName(recording, band), annotations: [...annotations] }}
        />
      )}
    </Group>
  );
}

function BoxFields({ recording, box }: { recording: OpenedRecording; box: Box }) {
  const { sampleRate, center } = scalesAt(recording, box.start);
  const { start, count, low, high } = box;
  const [least, most] = bandOf(recording);
  const last = recording.samples;
  const band = sampleRate === undefined ? { unit: "", factor: 1 } : { unit: "MHz", factor: sampleRate / 1e6 };
  const shown = (frequency: number) => Number((center / 1e6 + frequency * band.factor).toFixed(6));
  const taken = (value: number) => (value - center / 1e6) / band.factor;
  return (
    <>
      <QuantityField
        label="First sample"
        unit=""
        integer
        min={0}
        max={last - 1}
        step={1}
        value={start}
        onChange={(start) => select({ ...box, start })}
      />
      <QuantityField
        label="Samples"
        unit=""
        integer
        min={1}
        max={last - start}
        step={1}
        value={count}
        onChange={(count) => select({ ...box, count })}
      />
      <QuantityField
        label="From frequency"
        unit={band.unit}
        min={shown(least)}
        max={shown(high)}
        step={0.001}
        value={shown(low)}
        onChange={(value) => select({ ...box, low: taken(value) })}
      />
      <QuantityField
        label="To frequency"
        unit={band.unit}
        min={shown(low)}
        max={shown(most)}
        step={0.001}
        value={shown(high)}
        onChange={(value) => select({ ...box, high: taken(value) })}
      />
    </>
  );
}
