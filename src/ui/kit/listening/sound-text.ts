import type { Sound } from "#core/listening/sound.ts";
import type { Table } from "../../figures/table.ts";
import { fixed, plain, si } from "../../format.ts";
import { type Heard, secondsOf } from "./player.ts";
import { peaksOf } from "./peaks.ts";

/** The spectrum that a receiver is tuned on. */
export interface TunedSpectrum {
  /** Frequencies from the centre, Hz, in rising order. */
  frequency: ArrayLike<number>;
  /** Power per bin, dB. */
  powerDb: ArrayLike<number>;
  /** Title of the power in tables. */
  title: string;
}

/** A place on the spectrum, in words: "200 kHz from the centre, at 101.2 MHz". */
export function placeOf(station: number, centre: number | undefined): string {
  const place = station === 0 ? "at the centre" : `${si(station, "Hz", 7)} from the centre`;
  return centre === undefined ? place : `${place}, at ${si(centre + station, "Hz", 9)}`;
}

export function describeSound({ sound, request: { config, centre } }: Heard): string {
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
  const station = config.offset === 0 ? "" : ` The station is ${placeOf(config.offset, centre)}.`;
  return `${format} ${level}${tone}${station}`;
}

/** A card's table: the sound over time, and the spectrum. */
export function soundTable(sound: Sound | undefined, spectrum?: TunedSpectrum): Table {
  const peaks = sound ? peaksOf(sound) : [];
  const names = peaks.length === 2 ? ["left peak", "right peak"] : ["peak"];
  const times = sound ? Array.from(peaks[0], (_, i) => ((i + 0.5) / peaks[0].length) * secondsOf(sound)) : [];
  const columns: [string, ArrayLike<number>][] = sound
    ? [["time (s)", times], ...peaks.map((values, i): [string, ArrayLike<number>] => [names[i], values])]
    : [];
  if (spectrum) {
    columns.push(["frequency from the centre (Hz)", spectrum.frequency], [spectrum.title, spectrum.powerDb]);
  }
  const rows = Math.max(...columns.map(([, values]) => values.length));
  return {
    columns: columns.map(([name]) => name),
    rows: Array.from({ length: rows }, (_, i) => columns.map(([, values]) => values[i] ?? null)),
  };
}
