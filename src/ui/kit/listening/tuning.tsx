import { Button } from "../../elements/button.tsx";
import type { ReactNode } from "react";
import { BANDWIDTH, checkTuned, type Mode } from "#core/listening/tuning.ts";
import { si } from "../../format.ts";
import { frequencyStep } from "../fields/frequency-step.ts";
import { QuantityField } from "../fields/quantity-field.tsx";
import type { TunedSpectrum } from "./sound-text.ts";
import { Tuner } from "./tuner.tsx";

/** What an arrow key moves a station by, Hz. */
const STEP: Readonly<Record<Mode, number>> = { am: 1000, fm: 10_000, "fm-stereo": 10_000 };

interface TuningProps {
  mode: Mode;
  spectrum: TunedSpectrum;
  /** Samples/s of the recording. */
  rate: number;
  /** Radio frequency at the recording's centre, Hz, where it is known. */
  centre?: number;
  /** The station, Hz from the centre. */
  station: number;
  onTune: (station: number) => void;
  /** A class that colours the spectrum. */
  signal?: string;
  /** More ways to choose a station, beside its fields. */
  children?: ReactNode;
}

/** Fields and a figure that tune the receiver to a station. */
export function Tuning(props: TuningProps) {
  const { mode, spectrum, rate, centre, station, onTune, signal, children } = props;
  const { frequency, powerDb } = spectrum;
  const grid = frequencyStep(rate);
  const step = Math.min(STEP[mode], 10 * grid);
  const range = { unit: "Hz", step, min: -rate / 2, max: rate / 2 };
  return (
    <>
      <div className="listen-choices stations">
        <QuantityField
          {...range}
          label="Station"
          description="Frequency of the station from the centre of the recording, e.g. 200k or −75k."
          value={station}
          onChange={onTune}
        />
        {centre === undefined ? (
          <span className="muted">from the centre</span>
        ) : (
          <QuantityField
            {...range}
            label="radio frequency"
            description="Frequency of the station on the air, e.g. 101.2M."
            min={centre - rate / 2}
            max={centre + rate / 2}
            value={centre + station}
            onChange={(onAir) => onTune(Number((onAir - centre).toFixed(3)))}
          />
        )}
        {station !== 0 && (
          <Button look="link" onClick={() => onTune(0)}>
            To the centre
          </Button>
        )}
        {children}
      </div>
      <Tuner
        signal={signal}
        frequency={frequency}
        powerDb={powerDb}
        rate={rate}
        centre={centre}
        station={Math.min(rate / 2, Math.max(-rate / 2, station))}
        bandwidth={BANDWIDTH[mode]}
        step={step}
        grid={grid}
        onTune={onTune}
      />
      <Caveats rate={rate} station={station} bandwidth={BANDWIDTH[mode]} />
    </>
  );
}

/** Notes on why a station may not be heard well. */
function Caveats({ rate, station, bandwidth }: { rate: number; station: number; bandwidth: number }) {
  if (Math.abs(station) > rate / 2) {
    return (
      <p className="caveat refused" role="alert">
        The recording reaches {si(rate / 2, "Hz", 6)} on either side of its centre. It has no station at{" "}
        {si(station, "Hz", 7)}.
      </p>
    );
  }
  const beyond = checkTuned(station, bandwidth, rate);
  if (beyond === 0) return null;
  return (
    <p className="caveat">
      The station’s band of {si(bandwidth, "Hz", 4)} reaches {si(beyond, "Hz", 4)} beyond the recording, so the other
      side of the spectrum folds in.
    </p>
  );
}
