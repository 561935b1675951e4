import { Button } from "../../elements/button.tsx";
import type { ReactNode } from "react";
import { BANDWIDTH, checkTuned, type Mode } from "#core/listening/tuning.ts";
import { fixed, si } from "../../format.ts";
import { frequencyStep } from "../fields/frequency-step.ts";
import { QuantityField } from "../fields/quantity-field.tsx";
import { placeOf, type TunedSpectrum } from "./sound-text.ts";
import { lineThrough } from "../../figures/marks/line.ts";
import type { Ground } from "../../figures/marks/ground.ts";
import { clamp } from "../../figures/marks/keys.ts";
import { roundTicks } from "../../figures/ticks.ts";
import { SliderChart } from "./slider-chart.tsx";

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
  const { mode, rate, centre, station, onTune, children } = props;
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
      <Band {...props} step={step} grid={grid} />
      <Caveats rate={rate} station={station} bandwidth={BANDWIDTH[mode]} />
    </>
  );
}

/** Range of the axis below the strongest line, dB. */
const DEPTH = 90;

/** The spectrum with the band of the station, which pointer and keys move on a grid, Hz. */
function Band(props: TuningProps & { step: number; grid: number }) {
  const { mode, signal, spectrum, rate, centre, step, grid, onTune } = props;
  const { frequency, powerDb } = spectrum;
  const inside = (hertz: number) => clamp(hertz, -rate / 2, rate / 2);
  const station = inside(props.station);
  const power = Array.from(powerDb, (db) => (Number.isFinite(db) ? db : -300));
  const high = 10 * Math.ceil((power.reduce((a, b) => Math.max(a, b), -290) + 3) / 10);
  const low = Math.max(high - DEPTH, 10 * Math.floor((power.reduce((a, b) => Math.min(a, b), 300) - 3) / 10));
  const level = (db: number) => Math.min(1, (high - db) / (high - low));
  const [scale, unit] = rate + (centre ?? 0) >= 4e6 ? ([1e6, "MHz"] as const) : ([1e3, "kHz"] as const);
  const band = ({ x, top, height }: Ground) => {
    const [from, to] = [-0.5, 0.5].map((edge) => x(inside(station + edge * BANDWIDTH[mode])));
    return (
      <>
        <rect className="band" x={from} width={Math.max(1, to - from)} y={top} height={height} />
        <path className="head" d={`M${x(station)} ${top}v${height}`} />
      </>
    );
  };
  return (
    <SliderChart
      kind="tuner"
      label="Station on the spectrum"
      text={placeOf(station, centre)}
      value={station}
      range={[-rate / 2, rate / 2]}
      step={step}
      onMove={(to) => onTune(inside(Math.round(to / grid) * grid))}
      axis={{
        title: centre === undefined ? `From the centre (${unit})` : `Frequency (${unit})`,
        shift: centre,
        scale,
      }}
      levels={{ title: "Power (dB)", lines: roundTicks(low, high, 5).map((db) => [level(db), fixed(db, 0)] as const) }}
    >
      {(ground) => (
        <>
          <path
            className={`signal ${signal ?? ""}`}
            d={lineThrough(
              power.length,
              (i) => ground.x(frequency[i]),
              (i) => ground.y(level(power[i])),
            )}
          />
          {band(ground)}
        </>
      )}
    </SliderChart>
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
