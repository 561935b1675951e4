import { type RefObject, useMemo } from "react";
import { BANDWIDTH, checkTuned, type Mode } from "#core/listening/tuning.ts";
import type { PassedSide } from "#core/filters/runs.ts";
import { QuantityField } from "../../kit/fields/quantity-field.tsx";
import type { Picture } from "../../figures/card.tsx";
import { fixed, si } from "../../format.ts";
import { Tuner } from "./charts/tuner.tsx";
import type { Passed } from "./store/signal.ts";
import { centreOf, hearSide, tune } from "./store/sound.ts";
import { useFilters } from "./store/filters.ts";
import { gainReader } from "./signal-text.ts";
import { frequencyStep } from "./units.ts";

/** What an arrow key moves a station by, Hz. */
const STEP: Readonly<Record<Mode, number>> = { am: 1000, fm: 10_000, "fm-stereo": 10_000 };
/** A filter gain at the station below this, dB, gets a note. */
const TAKEN_DB = -20;

/** Fields and a figure that tune the receiver to a station. */
export function Tuning({
  passed,
  side,
  mode,
  picture,
}: {
  passed: Passed;
  side: PassedSide;
  mode: Mode;
  picture: RefObject<Picture | null>;
}) {
  const station = useFilters((store) => store.station) ?? 0;
  const { rate } = passed.facts;
  const centre = centreOf(passed);
  const { frequency, powerDb } = passed.spectrum[side];
  const hertz = useMemo(() => Float64Array.from(frequency, (turns) => turns * rate), [frequency, rate]);
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
          onChange={tune}
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
            onChange={(frequency) => tune(Number((frequency - centre).toFixed(3)))}
          />
        )}
        {station !== 0 && (
          <button type="button" className="link" onClick={() => tune(0)}>
            To the centre
          </button>
        )}
      </div>
      <Tuner
        side={side}
        frequency={hertz}
        powerDb={powerDb}
        rate={rate}
        centre={centre}
        station={Math.min(rate / 2, Math.max(-rate / 2, station))}
        bandwidth={BANDWIDTH[mode]}
        step={step}
        grid={grid}
        onTune={tune}
        picture={picture}
      />
      <Caveats passed={passed} side={side} station={station} bandwidth={BANDWIDTH[mode]} />
    </>
  );
}

/** Notes on why a station may not be heard well. */
function Caveats({
  passed,
  side,
  station,
  bandwidth,
}: {
  passed: Passed;
  side: PassedSide;
  station: number;
  bandwidth: number;
}) {
  const view = useFilters(({ designed }) => designed.view);
  const { rate } = passed.facts;
  if (Math.abs(station) > rate / 2) {
    return (
      <p className="caveat refused" role="alert">
        The recording reaches {si(rate / 2, "Hz", 6)} on either side of its centre. It has no station at{" "}
        {si(station, "Hz", 7)}.
      </p>
    );
  }
  const beyond = checkTuned(station, bandwidth, rate);
  const gain = view && side === "after" ? gainReader(view)(station / rate) : 0;
  return (
    <>
      {gain < TAKEN_DB && (
        <p className="caveat">
          The filter’s gain at this station is {Number.isFinite(gain) ? fixed(gain, 0) : "−∞"} dB.{" "}
          <button type="button" className="link" onClick={() => hearSide("before")}>
            Listen before the filter
          </button>
        </p>
      )}
      {beyond > 0 && (
        <p className="caveat">
          The station’s band of {si(bandwidth, "Hz", 4)} reaches {si(beyond, "Hz", 4)} beyond the recording, so the
          other side of the spectrum folds in.
        </p>
      )}
    </>
  );
}
