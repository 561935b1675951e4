import { useMemo } from "react";
import { Button } from "../../../elements/button.tsx";
import { FigureCard } from "../../../figures/card.tsx";
import { downloadPieces } from "../../../figures/download.ts";
import { listTable } from "../../../figures/table.ts";
import { Progress } from "../../../elements/progress.tsx";
import { duration, whole } from "../../../format.ts";
import { ChoiceField } from "../../../kit/fields/choice-field.tsx";
import { AskRate } from "../../../kit/recording/ask-rate.tsx";
import { type OpenedRecording, stopRecording } from "../../../kit/recording/recording.ts";
import { making } from "../../../kit/recording/saving.ts";
import { useOutdated, useRun } from "../../../kit/run.ts";
import { leftOf } from "../../../kit/status.ts";
import { FALSE_ALARMS, SCOPES } from "../address.ts";
import { isResolved } from "../measure.ts";
import { useWaterfall } from "../waterfall/store.ts";
import { choose, finding, keepAsAnnotations, measureSelection, type Scope, strongestOf, useSignals } from "./store.ts";
import { SignalTable } from "./table.tsx";
import { jsonListPieces } from "#core/json-list.ts";
import type { Detection } from "#core/signals/detection.ts";
import "./signals.css";

const SCOPE_TEXTS: Readonly<Record<Scope, string>> = {
  view: "the view",
  recording: "the whole recording",
  selection: "the selected time",
};

const ALARMS = FALSE_ALARMS.map((value) => ({
  value,
  text: value.replace("1e-", "10⁻").replace(/\d+$/, raised),
}));

function raised(digits: string): string {
  return [...digits].map((digit) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(digit)]).join("");
}

/** The card that finds the signals of the recording, and lists them. */
export function SignalsCard({ recording }: { recording: OpenedRecording }) {
  const run = useRun(finding);
  const outdated = useOutdated(finding);
  const { scope, falseAlarms, chosen } = useSignals();
  const selected = useWaterfall((state) => state.selection !== undefined);
  const resolved = useWaterfall(({ selection }) => selection !== undefined && isResolved(selection));
  const { phase, step, remainingMs, ms = 0, failure } = run;
  const found = useMemo(() => step?.found ?? [], [step]);
  const running = phase === "running";
  const count = `${whole(found.length)} ${found.length === 1 ? "signal" : "signals"}`;
  return (
    <FigureCard
      name="signals"
      title="Signals"
      width="full"
      look="Threeray finds bursts and carriers above the noise, measures them and names their classes. Choose a row or a box on the waterfall."
      summary={step && `${count} found.`}
      failure={failure}
      onRetry={() => void finding.start()}
      table={found.length > 0 && (() => tableOf(found))}
      actions={[{ name: "JSON", title: "All fields of all signals", onPick: () => void saveJson(recording, found) }]}
    >
      {recording.sampleRate === undefined ? (
        <AskRate>Bandwidths and symbol rates need the sample rate, which the file does not give.</AskRate>
      ) : (
        <div className="signals">
          <div className="signals-controls">
            <ChoiceField
              label="In"
              choices={SCOPES.filter((value) => value !== "selection" || selected || scope === "selection").map(
                (value) => ({ value, text: SCOPE_TEXTS[value] }),
              )}
              value={scope}
              onChange={(scope) => useSignals.setState({ scope })}
            />
            <ChoiceField
              label="False alarms"
              description="Probability that noise alone exceeds the threshold, per decision. Smaller values miss weaker signals."
              choices={ALARMS}
              value={falseAlarms.toExponential()}
              onChange={(value) => useSignals.setState({ falseAlarms: Number(value) })}
            />
            {running ? (
              <Button onClick={stopRecording}>Stop</Button>
            ) : (
              <Button look={step && !outdated ? undefined : "primary"} onClick={() => void finding.start()}>
                {step ? "Find again" : "Find signals"}
              </Button>
            )}
            {selected && !running && (
              <Button
                title={
                  resolved
                    ? "Measures the selected box as one signal, and adds it to the list"
                    : "The selected band is narrower than 1/Δt. Make it larger."
                }
                disabled={!resolved}
                onClick={() => void measureSelection(recording)}
              >
                Measure the selection
              </Button>
            )}
            {running && (
              <>
                <Progress label="Share searched" share={step?.progress} />
                <span className="muted">{doingText(step?.measuring ?? 0, remainingMs)}</span>
              </>
            )}
            {step && (!running || found.length > 0) && (
              <span role="status">
                <strong>{count}</strong>
                {phase === "finished" && ms > 0 && ` in ${duration(ms)}`}
                {phase === "stopped" && ", stopped early"}
                {outdated && !running && <span className="muted"> · for other settings or another view</span>}
              </span>
            )}
          </div>
          {!recording.complex && !step?.messages.length && (
            <p className="remark">
              These samples are real: their negative frequencies mirror the positive ones. Classes and symbol rates are
              made for complex samples.
            </p>
          )}
          {step?.messages.map((message) => (
            <p key={message} className="remark">
              {message}
            </p>
          ))}
          {found.length > 0 ? (
            <>
              <SignalTable recording={recording} signals={found} chosen={chosen} />
              <div className="buttons-row">
                <Button onClick={() => void keepAsAnnotations(recording, found)}>Keep all as annotations</Button>
                <Button onClick={() => void saveJson(recording, found)}>Save as JSON</Button>
                <Button title="The signal with the highest SNR" onClick={() => choose(recording, strongestOf(found))}>
                  Show the strongest
                </Button>
              </div>
            </>
          ) : (
            <p className="empty">{emptyText(phase, scope)}</p>
          )}
        </div>
      )}
    </FigureCard>
  );
}

/** What a search does at present, and how long it still takes. */
function doingText(measuring: number, remainingMs: number | undefined): string {
  const doing =
    measuring > 0 ? `Measuring ${measuring === 1 ? "a signal" : `${whole(measuring)} signals`}` : "Searching";
  return [doing, leftOf(remainingMs)].filter(Boolean).join(", ");
}

function emptyText(phase: ReturnType<typeof finding.store.getState>["phase"], scope: Scope): string {
  if (phase === "running") return "No signal yet.";
  if (phase === "finished") return "No signal is in the list. A higher false-alarm rate finds weaker signals.";
  return `“Find signals” searches ${SCOPE_TEXTS[scope]}.`;
}

function saveJson({ title, sampleRate, samples }: OpenedRecording, detections: readonly Detection[]): Promise<void> {
  return making("Saving the signals", async () => {
    const report = { file: title, sampleRateHz: sampleRate, samples };
    const pieces = jsonListPieces(report, "detections", detections);
    await downloadPieces(`${title}-signals.json`, pieces, "application/json");
    return true;
  });
}

const tableOf = (found: readonly Detection[]) =>
  listTable(found, [
    ["id", ({ id }) => id],
    ["start (sample)", ({ start }) => start],
    ["stop (sample)", ({ stop }) => stop],
    ["centre (Hz)", ({ centreHz }) => centreHz],
    ["absolute (Hz)", ({ absoluteHz }) => absoluteHz],
    ["bandwidth (Hz)", ({ bandwidthHz }) => bandwidthHz],
    ["−3 dB bandwidth (Hz)", ({ bandwidth3dBHz }) => bandwidth3dBHz],
    ["SNR (dB)", ({ snrDb }) => snrDb],
    ["power (dBFS)", ({ powerDbfs }) => powerDbfs],
    ["carrier offset (Hz)", ({ carrierOffsetHz }) => carrierOffsetHz],
    ["symbol rate (Bd)", ({ symbolRateHz }) => symbolRateHz],
    ["its standard deviation (Bd)", ({ symbolRateSdHz }) => symbolRateSdHz],
    ["deviation (Hz)", ({ deviationHz }) => deviationHz],
    ["modulation index", ({ modulationIndex }) => modulationIndex],
    ["subcarrier spacing (Hz)", ({ subcarrierSpacingHz }) => subcarrierSpacingHz],
    ["guard (samples)", ({ guardSamples }) => guardSamples],
    ["class", (signal) => signal.class],
    ["confidence", ({ confidence }) => confidence],
    ["notes", ({ notes }) => notes.join(", ")],
  ]);
