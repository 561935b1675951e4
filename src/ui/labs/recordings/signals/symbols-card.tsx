import { useState } from "react";
import type { Examined } from "#core/signals/inspecting/examine.ts";
import { SIGNAL_CLASSES } from "#core/signals/classes.ts";
import type { DetectedClass, Detection } from "#core/signals/detection.ts";
import { Button } from "../../../elements/button.tsx";
import { FigureCard } from "../../../figures/card.tsx";
import { cloudPanel, cloudTable } from "../../../figures/constellation.tsx";
import { PanelGroup } from "../../../figures/panel-group.tsx";
import { fixed, whole } from "../../../format.ts";
import { ChoiceField } from "../../../kit/fields/choice-field.tsx";
import { QuantityField } from "../../../kit/fields/quantity-field.tsx";
import { useLive } from "../../../kit/live.ts";
import type { OpenedRecording } from "../../../kit/recording/recording.ts";
import { eyePanel } from "./eye.tsx";
import { DecidedTable, decidedTable, timingText } from "./decided.tsx";
import { assume, examination, useExamined } from "./examined.ts";
import { percent } from "./facts.ts";
import { familyOf } from "./families.ts";
import { useShownSignal } from "./store.ts";

/** Classes with symbols. */
const CLASSES = SIGNAL_CLASSES.filter((name) => ["amplitude", "frequency", "phase"].includes(familyOf(name)));

/** The large eye and constellation of the shown signal, as measured or with values that a person enters. */
export function SymbolsCard({ recording }: { recording: OpenedRecording }) {
  const { signal, name } = useShownSignal();
  const { assumed } = useExamined();
  const { shown, waiting } = useLive(examination);
  const examined = signal && shown?.signal === signal ? shown.examined : undefined;
  const [{ of, degrees }, setTurn] = useState<{ of?: Detection; degrees: number }>({ degrees: 0 });
  // Another signal begins without a turn.
  const rotation = of === signal ? degrees : 0;
  if (!signal || !examined) return null;
  const changed = Object.keys(assumed).length > 0 || rotation !== 0;
  const symbols = examined.symbols && turned(examined.symbols.points, rotation);
  const { decided } = examined;
  return (
    <FigureCard
      name="symbols"
      title={`Symbols of ${name.toLowerCase()}`}
      width="full"
      look="Change a value, and Threeray locks to the signal again: figures and bits follow. Near the right symbol rate the eye opens. The table of signals keeps what was measured."
      summary={
        changed ? `Drawn as ${assumed.class ?? signal.class}, with values that were entered.` : "Drawn as measured."
      }
      busy={waiting}
      table={() => (decided ? decidedTable(decided) : cloudTable(symbols ? [{ name: "symbol", points: symbols }] : []))}
    >
      <div className="signal">
        <Controls
          recording={recording}
          signal={signal}
          rotation={rotation}
          onRotation={(degrees) => setTurn({ of: signal, degrees })}
          timed={decided?.timingSd !== null && decided !== undefined}
        />
        {decided && decided.at.length > 0 && <p>{timingText(recording, decided)}</p>}
        <div className="symbols-body">
          <Panels examined={examined} symbols={symbols} rotation={rotation} />
          {decided && decided.at.length > 0 && <DecidedTable recording={recording} decided={decided} />}
        </div>
      </div>
    </FigureCard>
  );
}

interface PanelsProps {
  examined: Examined;
  /** Turned by the rotation, in degrees. */
  symbols?: Float32Array;
  rotation: number;
}

function Panels({ examined: { symbols: found, eye }, symbols, rotation }: PanelsProps) {
  const panels = [
    found &&
      symbols &&
      cloudPanel({
        name: "Constellation",
        note: `${whole(symbols.length / 2)} symbols, ${rotation === 0 ? `EVM ${percent(found.evm)}` : `turned by ${fixed(rotation, 0)}°`}`,
        points: symbols,
        ideal: found.ideal,
        colour: "var(--blue)",
        reach: 1.8,
      }),
    eye && eyePanel(eye),
  ].filter((panel) => panel !== undefined);
  return panels.length > 0 ? (
    <PanelGroup label="Symbols" className="symbols-panels" rows={[panels]} />
  ) : (
    <p className="empty">This class has no symbols, or its symbol rate is not known. Choose a class and a rate.</p>
  );
}

interface ControlsProps {
  recording: OpenedRecording;
  signal: Detection;
  rotation: number;
  onRotation: (degrees: number) => void;
  /** The symbols follow a clock, which can be moved. */
  timed: boolean;
}

function Controls({ recording: { sampleRate = 1 }, signal, rotation, onRotation, timed }: ControlsProps) {
  const { assumed } = useExamined();
  const measured = [signal.symbolRateHz, signal.carrierOffsetHz ?? signal.centreHz] as const;
  const [measuredRate, measuredCarrier] = measured.map((value) => value && Number(value.toPrecision(7)));
  const rate = assumed.symbolRateHz ?? measuredRate;
  const carrier = assumed.carrierOffsetHz ?? measuredCarrier ?? 0;
  const isPhase = !/FSK|OOK|ASK/.test(assumed.class ?? signal.class);
  return (
    <div className="signals-controls">
      <ChoiceField
        label="As"
        choices={[{ value: "measured", text: "measured" }, ...CLASSES.map((value) => ({ value, text: value }))]}
        value={assumed.class ?? "measured"}
        onChange={(value) => {
          const { class: _, ...rest } = assumed;
          assume(value === "measured" ? rest : { ...rest, class: value as DetectedClass });
        }}
      />
      {rate !== null && (
        <QuantityField
          label="Symbol rate"
          description="Threeray searches the clock within 0.2 % of it."
          unit="Bd"
          min={sampleRate / 1e5}
          max={sampleRate / 2}
          step={rate / 1000}
          value={rate}
          onChange={(symbolRateHz) => assume({ ...assumed, symbolRateHz })}
        />
      )}
      <QuantityField
        label="Carrier"
        description="From the recording’s centre. Threeray searches the carrier within a tenth of the symbol rate."
        unit="Hz"
        min={-sampleRate / 2}
        max={sampleRate / 2}
        step={Math.max(1, Math.round((rate ?? signal.bandwidthHz) / 100))}
        value={carrier}
        onChange={(carrierOffsetHz) => assume({ ...assumed, carrierOffsetHz })}
      />
      {timed && (
        <QuantityField
          label="Timing offset"
          description="Threeray decides each symbol later than its clock says, by this share of a symbol. The eye moves; its middle is the decision."
          unit="symbols"
          min={-0.5}
          max={0.5}
          step={0.05}
          value={assumed.timingOffset ?? 0}
          onChange={(timingOffset) => assume({ ...assumed, timingOffset })}
        />
      )}
      {isPhase && (
        <QuantityField
          label="Rotation"
          description="Turns the constellation. The bits keep their own rotation."
          unit="°"
          min={-180}
          max={180}
          step={5}
          value={rotation}
          onChange={onRotation}
        />
      )}
      <Button
        disabled={Object.keys(assumed).length === 0 && rotation === 0}
        onClick={() => {
          onRotation(0);
          assume({});
        }}
      >
        As measured
      </Button>
    </div>
  );
}

/** Complex points, turned. */
function turned(points: Float32Array, degrees: number): Float32Array {
  if (degrees === 0) return points;
  const [c, s] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
  return Float32Array.from(points, (value, i) =>
    i % 2 ? s * points[i - 1] + c * value : c * value - s * points[i + 1],
  );
}
