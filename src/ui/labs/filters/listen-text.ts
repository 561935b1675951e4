import type { Sound } from "#core/listening/sound.ts";
import type { PassedSide } from "#core/filters/runs.ts";
import type { Table } from "../../figures/table.ts";
import { fixed, plain, si } from "../../format.ts";
import type { Passed } from "./store/signal.ts";
import { centreOf, type Heard, secondsOf } from "./store/sound.ts";

/** Columns of the overview of a sound. */
const COLUMNS = 400;

/** Largest magnitudes in equal parts of the time, of each channel. */
export function peaksOf({ samples, channels }: Sound): Float32Array[] {
  const count = samples.length / channels;
  return Array.from({ length: channels }, (_, channel) => {
    const peaks = new Float32Array(Math.min(COLUMNS, count));
    for (let n = 0; n < count; n++) {
      const column = Math.floor((n * peaks.length) / count);
      peaks[column] = Math.max(peaks[column], Math.abs(samples[channels * n + channel]));
    }
    return peaks;
  });
}

/** A place on the spectrum, in words: "200 kHz from the centre, at 101.2 MHz". */
export function placeOf(station: number, centre: number | undefined): string {
  const place = station === 0 ? "at the centre" : `${si(station, "Hz", 7)} from the centre`;
  return centre === undefined ? place : `${place}, at ${si(centre + station, "Hz", 9)}`;
}

export function describe({ sound, config, of }: Heard): string {
  const { rate, channels, peakDb, rmsDb, pilot } = sound;
  const level = Number.isFinite(peakDb)
    ? `Peak ${fixed(peakDb, 1)} dB, RMS ${fixed(rmsDb, 1)} dB of full scale.`
    : "Silence.";
  const format = `${plain(secondsOf(sound), 3)} s at ${si(rate, "Hz", 5)}, ${channels === 2 ? "stereo" : "mono"}.`;
  const tone = pilot
    ? ` Pilot at ${fixed(pilot.frequency, 1)} Hz, ${fixed(pilot.levelDb, 1)} dB: the broadcast is stereo.`
    : config.hearing === "fm-stereo"
      ? " There is no pilot at 19 kHz, so both channels are the same."
      : "";
  const station = config.offset === 0 ? "" : ` The station is ${placeOf(config.offset, centreOf(of))}.`;
  return `${format} ${level}${tone}${station}`;
}

/** The card's table: the sound over time, and the spectrum. */
export function tableOf(sound: Sound | undefined, tuned: { passed: Passed; side: PassedSide } | undefined): Table {
  const peaks = sound ? peaksOf(sound) : [];
  const names = peaks.length === 2 ? ["left peak", "right peak"] : ["peak"];
  const times = sound ? Array.from(peaks[0], (_, i) => ((i + 0.5) / peaks[0].length) * secondsOf(sound)) : [];
  const columns: [string, ArrayLike<number>][] = sound
    ? [["time (s)", times], ...peaks.map((values, i): [string, ArrayLike<number>] => [names[i], values])]
    : [];
  if (tuned) {
    const { passed, side } = tuned;
    const { frequency, powerDb } = passed.spectrum[side];
    const hertz = Float64Array.from(frequency, (turns) => turns * passed.facts.rate);
    columns.push(["frequency from the centre (Hz)", hertz], [`power ${side} (dB)`, powerDb]);
  }
  const rows = Math.max(...columns.map(([, values]) => values.length));
  return {
    columns: columns.map(([name]) => name),
    rows: Array.from({ length: rows }, (_, i) => columns.map(([, values]) => values[i] ?? null)),
  };
}
