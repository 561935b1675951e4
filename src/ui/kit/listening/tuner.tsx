import { fixed } from "../../format.ts";
import { placeOf } from "./sound-text.ts";
import type { Ground } from "../../figures/marks/ground.ts";
import { lineThrough } from "../../figures/marks/line.ts";
import { SliderChart } from "./slider-chart.tsx";
import { roundTicks } from "../../figures/ticks.ts";

export interface TunerProps {
  /** A class that colours the signal. */
  signal?: string;
  /** Frequencies from the centre, Hz, in rising order; power per bin, dB. */
  frequency: ArrayLike<number>;
  powerDb: ArrayLike<number>;
  rate: number;
  /** Centre frequency of the recording, Hz, where known. */
  centre?: number;
  /** The station, Hz from the centre. */
  station: number;
  /** Bandwidth received about the station, Hz. */
  bandwidth: number;
  /** Step of an arrow key and grid of the pointer, Hz. */
  step: number;
  grid: number;
  onTune: (station: number) => void;
}

/** Range of the axis below the strongest line, dB. */
const DEPTH = 90;

/** A recording's spectrum with the band of a station, which pointer and keys move. */
export function Tuner(props: TunerProps) {
  const { signal, frequency, powerDb, rate, centre, station, bandwidth, step, grid, onTune } = props;
  const power = Array.from(powerDb, (db) => (Number.isFinite(db) ? db : -300));
  const high = 10 * Math.ceil((power.reduce((a, b) => Math.max(a, b), -290) + 3) / 10);
  const low = Math.max(high - DEPTH, 10 * Math.floor((power.reduce((a, b) => Math.min(a, b), 300) - 3) / 10));
  const level = (db: number) => Math.min(1, (high - db) / (high - low));
  const [scale, unit] = rate + (centre ?? 0) >= 4e6 ? ([1e6, "MHz"] as const) : ([1e3, "kHz"] as const);
  const band = ({ x, top, height }: Ground) => {
    const [from, to] = [station - bandwidth / 2, station + bandwidth / 2].map((edge) =>
      x(Math.min(rate / 2, Math.max(-rate / 2, edge))),
    );
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
      onMove={(to) => onTune(Math.min(rate / 2, Math.max(-rate / 2, Math.round(to / grid) * grid)))}
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
