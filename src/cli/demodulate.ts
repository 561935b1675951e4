import { demodulate as toAudio } from "../core/listening/demodulate.ts";
import { bandwidthOf, checkAudio, RADIO, RADIO_USES, type RadioConfig, radioOf } from "../core/listening/radio.ts";
import { type Derived, derivedFrom } from "../core/capture/derived.ts";
import { recordedSignal } from "../core/capture/signal.ts";
import { checkTuned } from "../core/listening/tuning.ts";
import { command } from "./command.ts";
import { dawnHost, fromTheBeginning } from "./dawn.ts";
import { signalFiles, tellLost, writeSignal } from "./files.ts";
import { hertz, jsonOption, orUsage, sampleRateOf, UsageError } from "./options.ts";
import { tellWithoutEffect } from "./unused-options.ts";
import { ONE_CHANNEL_OPTION, openChannel, tellNonFinite } from "./recorded.ts";
import { writeJson } from "./output.ts";
import { createProgress, print, tell } from "./terminal.ts";

export const demodulate = command({
  name: "demodulate",
  usage: "--in FILE --mode fm-stereo --out FILE.wav [options]",
  about: "Demodulates an AM or FM recording, mono or stereo, to audio.",
  examples: [
    "demodulate --in station_256k.cs16 --mode fm-stereo --out station.wav",
    "demodulate --in band.sigmf-meta --mode fm --station 101.2M --out station.wav",
  ],
  extras: {
    ...ONE_CHANNEL_OPTION,
    "in FILE": {
      input: true,
      isRequired: true,
      description: "The recording of I and Q samples: SigMF, WAV, NumPy or raw.",
    },
    "out FILE.wav": {
      output: signalFiles,
      isRequired: true,
      description: "File for the audio: NAME.wav (float32), or SigMF (.sigmf-meta, .sigmf).",
    },
    "rate HZ": "Sample rate of the recording in Hz, if its file does not give one.",
    "station HZ":
      "The station's frequency, for example 101.2M, in place of --offset. The file must give its centre frequency.",
    json: jsonOption("a report"),
  },
  options: RADIO,
  async run({ given, own }) {
    const asked = orUsage(() => RADIO.parse(given));
    tellWithoutEffect("demodulate", RADIO, RADIO_USES, asked, given);
    const recording = await openChannel(own.in, own["input-channel"]);
    const sampleRate = own.rate === undefined ? recording.sampleRate : sampleRateOf("demodulate", own.rate);
    if (sampleRate === undefined) {
      throw new UsageError(`${own.in}: gives no sample rate; add it with --rate HZ, for example --rate 2.4M`);
    }
    const { centerFrequency } = recording;
    const offset =
      own.station === undefined ? asked.offset : offsetOf(own.station, { ...recording, sampleRate }, given);
    const config: RadioConfig = { ...asked, offset };
    const beyond = orUsage(() => checkTuned(offset, bandwidthOf(config), sampleRate));
    const { rate: audio } = orUsage(() => radioOf(config, sampleRate));
    if (given.audio !== undefined) orUsage(() => checkAudio(config, sampleRate));
    else if (audio !== config.audio) {
      tell(`The audio comes at ${audio} Hz: the recording's rate cannot become ${config.audio} Hz exactly.`);
    }
    if (beyond > 0) {
      tell(
        `The station's ${bandwidthOf(config)} Hz reach ${beyond} Hz beyond the recording; there its other side folds in.`,
      );
    }
    const x = recordedSignal({ ...recording, sampleRate });
    const made = await fromTheBeginning(await dawnHost(), async (gpu) => {
      const { rate, channels, samples, delay, pilot, steps } = await toAudio(gpu, config, x);
      const progress = createProgress("demodulate");
      let [peak, power] = [0, 0];
      async function* chunks() {
        for await (const step of steps) {
          for (const value of step.samples) {
            peak = Math.max(peak, Math.abs(value));
            power += value * value;
          }
          progress.update(step.progress);
          yield step.samples;
        }
      }
      const source = audioSource(tellLost(derivedFrom(recording, { samples, up: rate, down: sampleRate, delay })));
      await writeSignal(own.out, { ...source, samples, sampleRate: rate, real: channels === 1 }, chunks());
      progress.end();
      return { rate, channels, samples, pilot, peak, power };
    });
    const { rate, channels, samples, pilot, peak, power } = made;
    const decibels = (ratio: number) => Number((20 * Math.log10(ratio)).toFixed(2));
    const levels = { peakDb: decibels(peak), rmsDb: decibels(Math.sqrt(power / (samples * channels))) };
    const report = {
      experiment: "demodulate",
      config,
      station: centerFrequency === undefined ? undefined : centerFrequency + offset,
      rate,
      channels,
      samples,
      seconds: samples / rate,
      ...levels,
      pilot,
      nonFinite: tellNonFinite(x),
    };
    if (own.json) writeJson(own.json, report);
    else print(described(report));
    return 0;
  },
});

/** Returns what an audio file keeps of its source. The frequencies belong to the radio signal, so they are left out. */
function audioSource({ metadata, captures: [{ datetime }], annotations }: Derived) {
  const inAudio = annotations.map((annotation) => ({ ...annotation, edges: undefined }));
  return { metadata, captures: [{ start: 0, datetime }], annotations: inAudio };
}

/** Returns the offset in Hz from the recording's centre to the station. */
function offsetOf(
  station: string,
  { centerFrequency, sampleRate }: { centerFrequency?: number; sampleRate: number },
  given: Partial<RadioConfig>,
): number {
  if (given.offset !== undefined)
    throw new UsageError("demodulate: --station and --offset set the same value; give only one of them");
  if (centerFrequency === undefined) {
    throw new UsageError(
      `demodulate: the recording gives no centre frequency, got --station ${station}; give --offset HZ from the centre`,
    );
  }
  const frequency = hertz(station);
  if (Number.isNaN(frequency)) {
    throw new UsageError(`demodulate: station must be a frequency in Hz, e.g. 101.2M, got "${station}"`);
  }
  const offset = frequency - centerFrequency;
  if (Math.abs(offset) <= sampleRate / 2) return offset;
  const [from, to] = [centerFrequency - sampleRate / 2, centerFrequency + sampleRate / 2];
  throw new UsageError(
    `demodulate: station must be from ${from} to ${to} Hz, which the recording holds about its centre at ${centerFrequency} Hz, got ${station}`,
  );
}

function described({
  config: { offset },
  station,
  seconds,
  channels,
  rate,
  peakDb,
  pilot,
}: {
  config: RadioConfig;
  station?: number;
  seconds: number;
  channels: number;
  rate: number;
  peakDb: number;
  pilot?: { frequency: number; levelDb: number };
}): string {
  const sides = channels === 2 ? "stereo" : "mono";
  const place = station === undefined ? `${offset} Hz from the centre` : `at ${station} Hz`;
  const tone = pilot ? `, pilot at ${pilot.frequency.toFixed(2)} Hz, ${pilot.levelDb.toFixed(1)} dB` : "";
  return `${seconds.toFixed(2)} s of audio, station ${place}, ${sides}, ${rate} Hz, ${Number.isFinite(peakDb) ? `peak ${peakDb} dB` : "silence"}${tone}\n`;
}
