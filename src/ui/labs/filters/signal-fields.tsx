import { Check } from "../../elements/check.tsx";
import { Button } from "../../elements/button.tsx";
import {
  FILTERS,
  FILTERS_USES,
  FIR_METHOD_TITLES,
  IIR_METHOD_TITLES,
  type FilterExperiment,
  toneFrequencies,
  METHOD_TITLES,
  type FilterMethod,
  MOST_PASSED,
} from "#core/filters/experiment.ts";
import type { OpenedRecording } from "../../kit/recording/recording.ts";
import { ChoiceField } from "../../kit/fields/choice-field.tsx";
import { Group } from "../../kit/fields/group.tsx";
import { QuantityField } from "../../kit/fields/quantity-field.tsx";
import type { Field } from "#core/configuration/fields.ts";
import { si, whole } from "../../format.ts";
import { partOf, saveFiltered, takeRate, useFilterSignal } from "./store/signal.ts";
import { editFilters, useFilters } from "./store/filters.ts";
import { fieldsOf, refusalOf } from "../../kit/fields/fields-of.tsx";
import { shownRecording, useRecording } from "../../kit/recording/recording.ts";
import { useViewer } from "../../kit/recording/viewer.ts";
import { ChooseFiles } from "../../kit/recording/file-input.tsx";
import { FileState } from "../../kit/recording/file-state.tsx";
import { ExampleList, RecordingChoice } from "../../kit/recording/sources.tsx";

const SIGNAL_NAMES = { tones: "tones", chirp: "chirp", noise: "white noise", recording: "a recording" } as const;

const FilterFields = fieldsOf({
  schema: FILTERS,
  of: useFilters,
  config: (store) => store.config,
  edit: editFilters,
  text: (choice) => SIGNAL_NAMES[choice as keyof typeof SIGNAL_NAMES],
  check(name, value, config) {
    return name === "tones" ? refusalOf(() => toneFrequencies({ ...config, tones: String(value) })) : undefined;
  },
  uses: FILTERS_USES,
});

/** What goes through the filter. */
export function SignalGroup() {
  const config = useFilters((store) => store.config);
  return (
    <Group title="Signal">
      <FilterFields of={["signal"]} />
      {config.signal === "recording" ? <RecordingFields /> : <MadeFields config={config} />}
      <SaveButtons />
    </Group>
  );
}

function MadeFields({ config }: { config: FilterExperiment }) {
  return (
    <>
      <FilterFields of={["tones", "snr"]} />
      <QuantityField
        {...(FILTERS.fields.samples as Extract<Field, { kind: "number" }>)}
        max={MOST_PASSED}
        value={Math.min(MOST_PASSED, config.samples)}
        onChange={(samples) => editFilters({ samples })}
      />
      <Check
        title={FILTERS.fields.complex.description}
        checked={config.complex === "yes"}
        onChange={(complex) => editFilters({ complex: complex ? "yes" : "no" })}
      >
        Complex samples
      </Check>
    </>
  );
}

function RecordingFields() {
  const recording = useRecording(shownRecording);
  const several = useRecording(({ recordings }) => recordings.length > 1);
  return (
    <>
      <div className="buttons-row">
        <ChooseFiles className="button">Choose files</ChooseFiles>
      </div>
      <FileState />
      {recording && <OpenedFields recording={recording} />}
      {several && <RecordingChoice />}
      <h3>Examples</h3>
      <ExampleList />
    </>
  );
}

function OpenedFields({ recording }: { recording: OpenedRecording }) {
  const part = useFilters((store) => store.part);
  const design = useFilters(({ config }) => config.design);
  const viewer = useViewer((state) => state.viewer);
  const { samples, sampleRate, title, complex, uncertain } = recording;
  const { start, count } = partOf(recording, part);
  const most = Math.min(MOST_PASSED, samples - start);
  const rate = sampleRate === undefined ? "of a rate that it does not say" : `at ${si(sampleRate, "Hz", 6)}`;
  return (
    <>
      <p className="field-note">
        <strong>{title}</strong>: {whole(samples)} {complex ? "complex" : "real"} samples {rate}.
        {uncertain && (
          <>
            {" "}
            Threeray guessed their sample format
            {viewer && (
              <>
                : <a href={viewer.href}>correct it in {viewer.title}</a>
              </>
            )}
            .
          </>
        )}
      </p>
      {[...recording.warnings, ...recording.guesses].map((text) => (
        <p key={text} className="field-note">
          {text}
        </p>
      ))}
      {sampleRate !== undefined && design.rate !== sampleRate && (
        <p className="field-note">
          The filter is designed for {design.rate === undefined ? "no rate in Hz" : si(design.rate, "Hz", 6)}.{" "}
          <Button look="link" onClick={() => takeRate(recording)}>
            Use the recording’s rate
          </Button>
        </p>
      )}
      <QuantityField
        label="From"
        description="The first sample that is filtered."
        unit="samples"
        min={0}
        max={samples - 1}
        step={Math.max(1, Math.round(samples / 100))}
        integer
        value={start}
        onChange={(from) => useFilters.setState({ part: { start: from, count } })}
      />
      <QuantityField
        label="Length"
        description="A page keeps no more than 4 194 304 samples before and after the filter."
        unit="samples"
        min={1}
        max={most}
        step={Math.max(1, Math.round(most / 100))}
        integer
        value={count}
        onChange={(length) => useFilters.setState({ part: { start, count: length } })}
      />
      {samples > MOST_PASSED && (
        <p className="field-note">
          {whole(count)} of {whole(samples)} samples: the page keeps no more than {whole(MOST_PASSED)}. The command line
          takes all of it: <code>npx threeray filter</code>.
        </p>
      )}
    </>
  );
}

function SaveButtons() {
  const passed = useFilterSignal((store) => store.passed !== undefined);
  return (
    <div className="buttons-row" role="group" aria-label="Save the filtered signal">
      <span className="muted">Save filtered:</span>
      <Button disabled={!passed} onClick={() => void saveFiltered("after", "sigmf")}>
        SigMF
      </Button>
      <Button disabled={!passed} onClick={() => void saveFiltered("after", "wav-f32")}>
        WAV
      </Button>
    </div>
  );
}

/** How it is computed. */
export function ComputingGroup() {
  const config = useFilters((store) => store.config);
  const view = useFilters(({ designed }) => designed.view);
  const own = Object.keys(view?.kind === "fir" ? FIR_METHOD_TITLES : IIR_METHOD_TITLES) as FilterMethod[];
  // A link may ask for a method of the other kind: it stays in the list, with the reason why nothing goes through.
  const methods = config.method === "best" || own.includes(config.method) ? own : [...own, config.method];
  const choices = [
    { value: "best", text: "Automatic" },
    ...methods.map((method) => ({ value: method, text: METHOD_TITLES[method], refusal: view?.refusals[method] })),
  ];
  return (
    <Group title="Computing">
      <ChoiceField
        label="Computed by"
        description={FILTERS.fields.method.description}
        choices={choices}
        value={config.method}
        onChange={(method) => editFilters({ method } as Partial<FilterExperiment>)}
      />
      <FilterFields of={["page"]} />
    </Group>
  );
}
