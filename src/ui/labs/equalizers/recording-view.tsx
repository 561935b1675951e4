import { useMemo } from "react";
import type { OpenedRecording } from "../../kit/recording/recording.ts";
import { ChoiceField } from "../../kit/fields/choice-field.tsx";
import { duration, fixed, si, whole } from "../../format.ts";
import { Spectrum } from "./charts/spectrum.tsx";
import { Correction } from "../../kit/recording/correction.tsx";
import { ReceptionView } from "./receiver/reception-view.tsx";
import { useNotesOf } from "./receiver/reception.ts";
import { chooseRecording, useRecording } from "../../kit/recording/recording.ts";

/** One recording: its metadata, its spectrum, and the receiver's results. */
export function RecordingView({ recording }: { recording: OpenedRecording }) {
  const { recordings, chosen } = useRecording();
  const { preview, warnings, guesses } = recording;
  const said = useNotesOf(recording);
  const spectrum = useMemo(() => shownSpectrum(recording), [recording]);
  return (
    <div className="recording">
      <div>
        {recordings.length > 1 && (
          <ChoiceField
            label="Recording"
            choices={recordings.map(({ title }, i) => ({ value: String(i), text: title }))}
            value={String(chosen)}
            onChange={(index) => chooseRecording(Number(index))}
          />
        )}
        <Facts recording={recording} known={said?.scenario !== undefined} />
        <Correction recording={recording} />
        {[...warnings, ...guesses, ...(said?.notes ?? [])].map((text) => (
          <p key={text} className="remark">
            {text}
          </p>
        ))}
        {preview.nonFinite > 0 && (
          <p className="remark">
            {whole(preview.nonFinite)} of {whole(preview.looked)} examined samples are not numbers (NaN or infinite).
          </p>
        )}
      </div>
      <Spectrum
        label={`Spectrum of ${recording.title}`}
        {...spectrum}
        unit={recording.sampleRate === undefined ? "cycles/sample" : "MHz"}
      />
      {said && (said.refusal ? <p className="refused">{said.refusal}</p> : <ReceptionView />)}
    </div>
  );
}

/** The preview spectrum on the axes of the figure: MHz if the sample rate is known, and dB relative to the strongest bin. */
export function shownSpectrum({ preview, sampleRate }: OpenedRecording) {
  const scale = sampleRate === undefined ? 1 : sampleRate / 1e6;
  const peak = preview.powerDb.reduce((most, value) => Math.max(most, value), -Infinity);
  return {
    frequencyMHz: preview.frequency.map((frequency) => frequency * scale),
    receivedDb: preview.powerDb.map((value) => value - peak),
  };
}

interface FactsProps {
  recording: OpenedRecording;
  /** The scenario that made it is known, and with it its bits. */
  known: boolean;
}

/** A short list of the recording's metadata. */
function Facts({ recording, known }: FactsProps) {
  const { title, format, datatype, samples, channels, sampleRate, centerFrequency, captures, metadata } = recording;
  const description = metadata["core:description"];
  const facts: [string, string | undefined][] = [
    ["File", `${title} (${format}, ${datatype})`],
    ["Length", `${whole(samples)} samples${sampleRate ? `, ${duration((1000 * samples) / sampleRate)}` : ""}`],
    ["Rate", sampleRate === undefined ? "not given" : si(sampleRate, "S/s", 7)],
    ["Centre", centerFrequency === undefined ? undefined : si(centerFrequency, "Hz", 9)],
    ["Channels", channels > 1 ? String(channels) : undefined],
    ["Made", captures[0]?.datetime],
    ["Power", `${fixed(recording.preview.meanDb, 1)} dB of full scale`],
    ["Notes", recording.annotations.length ? `${recording.annotations.length} annotations` : undefined],
    ["About", typeof description === "string" ? description : undefined],
    ["Origin", known ? "made by Threeray; its bits are known" : undefined],
  ];
  return (
    <dl className="facts">
      {facts.map(([name, value]) => {
        return value === undefined ? null : (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        );
      })}
    </dl>
  );
}
