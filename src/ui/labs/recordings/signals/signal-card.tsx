import type { Detection } from "#core/signals/detection.ts";
import { type ReactNode, useEffect } from "react";
import type { Examined } from "#core/signals/inspecting/examine.ts";
import { Button } from "../../../elements/button.tsx";
import { FigureCard } from "../../../figures/card.tsx";
import { Chart } from "../../../figures/chart.tsx";
import { cloudPanel, cloudTable } from "../../../figures/constellation.tsx";
import { PanelGroup } from "../../../figures/panel-group.tsx";
import { fixed, whole } from "../../../format.ts";
import { keepInView } from "../../../kit/in-view.ts";
import { useLive } from "../../../kit/live.ts";
import { saveBand } from "../../../kit/recording/saving.ts";
import { type OpenedRecording, useRecording } from "../../../kit/recording/recording.ts";
import { useRun } from "../../../kit/run.ts";
import { hearingOfSignal, tune, useListening } from "../listening.ts";
import { bandName, boxOf } from "../measure.ts";
import { OpenIn } from "../open-in.tsx";
import { useWaterfall } from "../waterfall/store.ts";
import { eyePanel } from "./eye.tsx";
import { type Fact, factsOf, percent } from "./facts.ts";
import { examination, examineSignal } from "./examined.ts";
import { boxOfSignal, choose, finding, keepAsAnnotations, useShownSignal, useSignals } from "./store.ts";

/** The card of one signal: what was measured of it, how sure that is, and its figures. */
export function SignalCard({ recording }: { recording: OpenedRecording }) {
  const found = useRun(finding).step?.found;
  const unmeasured = useSignals((state) => state.failure);
  const measuring = useSignals((state) => state.measuring);
  const { signal, name } = useShownSignal();
  const { shown: last, waiting, failure = unmeasured } = useLive(examination);
  useEffect(() => examineSignal(signal), [signal]);
  const shown = signal && last?.signal === signal ? last.examined : undefined;
  return (
    <FigureCard
      name="signal"
      title={signal ? `${name}: ${signal.class}` : "Signal"}
      width="full"
      look="What Threeray measured of the chosen signal, and how. After ± stands one standard deviation."
      summary={signal && `${signal.class}, ${percent(signal.confidence)}, ${fixed(signal.snrDb, 1)} dB.`}
      busy={waiting || measuring}
      failure={failure}
      onRetry={() => void examination.compute()}
      table={signal && (() => tableOf(recording, signal, shown))}
    >
      {signal ? (
        <div className="signal">
          <Facts facts={factsOf(recording, signal, shown)} />
          {shown && <Evidence examined={shown} />}
          {last && shown && Object.keys(last.assumed).length > 0 && (
            <p className="remark">The figures and the bits follow the values that were entered in “Symbols”.</p>
          )}
          {shown ? (
            <Figures signal={{ ...signal, ...last?.assumed }} examined={shown} />
          ) : (
            <p className="empty">Threeray cuts and draws the signal.</p>
          )}
          <Actions recording={recording} signal={signal} />
        </div>
      ) : (
        <p className="empty">
          {found?.length
            ? "Choose a signal in the table or on the waterfall."
            : "Drag a box around a signal on the waterfall, or find signals: the strongest one is then shown here."}
        </p>
      )}
    </FigureCard>
  );
}

const Facts = ({ facts }: { facts: readonly Fact[] }) => (
  <dl className="facts signal-facts">
    {facts.map(({ what, value, sd, how }) => (
      <div key={what}>
        <dt>{what}</dt>
        <dd>
          {value}
          {sd !== undefined && <span className="sd"> ± {sd}</span>}
          <span className="muted how">{how}</span>
        </dd>
      </div>
    ))}
  </dl>
);

/** Why the class is likely. */
const Evidence = ({ examined: { evidence, part } }: { examined: Examined }) => (
  <>
    {evidence.length > 0 && (
      <details className="more">
        <summary>Evidence for the class</summary>
        <ul>
          {evidence.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      </details>
    )}
    {part !== undefined && (
      <p className="remark">The signal is long. The figures show its first {whole(part)} samples.</p>
    )}
  </>
);

function Figures({ signal, examined: { trace, symbols, eye, line } }: { signal: Detection; examined: Examined }) {
  const { symbolRateHz } = signal;
  const panels = [
    symbols &&
      cloudPanel({
        name: "Constellation",
        note: `EVM ${percent(symbols.evm)}`,
        points: symbols.points,
        ideal: symbols.ideal,
        colour: "var(--blue)",
        reach: 1.8,
      }),
    eye && eyePanel(eye),
  ].filter((panel) => panel !== undefined);
  const time = Float64Array.from(trace.amplitude, (_, i) => 1e3 * i * trace.seconds);
  const frequencies = Float64Array.from(line.decibels, (_, k) => k * line.stepHz * 1e-3);
  return (
    <div className="signal-figures">
      {panels.length > 0 && <PanelGroup label="Symbols of the signal" className="signal-panels" rows={[panels]} />}
      <Chart
        label="Amplitude and frequency over time"
        x={{ title: "Time in the middle of the signal", unit: "ms" }}
        y={[
          { title: "Frequency", unit: "kHz" },
          { title: "Amplitude", fromZero: true },
        ]}
        curves={[
          {
            name: "frequency",
            colour: "--blue",
            x: time,
            y: Float64Array.from(trace.frequencyHz, (hz) => hz / 1e3),
            width: 1.25,
          },
          { name: "amplitude", colour: "--amber", x: time, y: trace.amplitude, axis: 1, width: 1.25 },
        ]}
        legend={false}
      />
      <Chart
        label={`Spectrum of ${line.of}`}
        x={{ title: `Frequency of ${line.of}`, unit: "kHz", range: [0, frequencies[frequencies.length - 1] ?? 1] }}
        y={{ title: "Over the median", unit: "dB", digits: 1 }}
        curves={[{ name: line.of, colour: "--blue", x: frequencies, y: line.decibels, width: 1.25 }]}
        rules={
          symbolRateHz
            ? [{ x: symbolRateHz / 1e3, colour: "--orange", dash: "dot", text: "symbol rate", at: "top right" }]
            : []
        }
        legend={false}
      />
    </div>
  );
}

function Actions({ recording, signal }: { recording: OpenedRecording; signal: Detection }) {
  const saving = useRecording((state) => state.saving !== undefined);
  const annotations = useWaterfall((state) => state.annotations);
  const channel = useWaterfall((state) => state.channel);
  const box = boxOf(recording, boxOfSignal(recording, signal));
  if (!box) return null;
  const cut = { ...box, channel };
  const file = { format: "sigmf" as const, name: bandName(recording, box), annotations: [...annotations] };
  const action = (text: ReactNode, title: string, run: () => void) => (
    <Button disabled={saving} title={title} onClick={run}>
      {text}
    </Button>
  );
  return (
    <>
      <div className="buttons-row">
        {action("Show on the waterfall", "Selects the signal’s box", () => choose(recording, signal))}
        {action("Annotate", "Keeps the signal as an annotation with all its values", () =>
          keepAsAnnotations(recording, [signal]),
        )}
        {recording.complex && (
          <>
            {action(
              "Save only this band",
              "As a SigMF archive: mixed to 0 Hz, filtered, decimated",
              () => void saveBand(cut, file),
            )}
            {action("Listen", "Tunes the receiver of “Listen” to the signal", () => {
              choose(recording, signal);
              tune(Math.round(signal.centreHz));
              useListening.setState({ selected: true, hearing: hearingOfSignal(recording, signal) });
              keepInView("listen");
            })}
          </>
        )}
      </div>
      {recording.complex && <OpenIn recording={recording} box={cut} file={file} signal={signal.class} />}
    </>
  );
}

function tableOf(recording: OpenedRecording, signal: Detection, shown: Examined | undefined) {
  const facts = factsOf(recording, signal, shown).map(({ what, value, sd = "", how }) => [what, value, sd, how]);
  const symbols = shown?.symbols && cloudTable([{ name: "symbol", points: shown.symbols.points }]).rows;
  return { columns: ["what", "value or I", "standard deviation or Q", "how"], rows: [...facts, ...(symbols ?? [])] };
}
