import { demodulate as toAudio } from "../core/experiments/filters/listen.ts";
import { RADIO } from "../core/experiments/filters/radio.ts";
import { recordedSignal } from "../core/experiments/filters/signal.ts";
import type { Command } from "./command.ts";
import { dawnHost } from "./dawn.ts";
import { openFile, writeSignal } from "./files.ts";
import { type ExtraOption, helpText, orUsage, readArguments, UsageError } from "./options.ts";
import { createProgress, interruptSignal, writeJson } from "./terminal.ts";

const extras = {
  in: { value: "FILE", description: "The recording: SigMF, WAV, NumPy, raw; I and Q, tuned to the station." },
  out: { value: "FILE.wav", description: "Where the audio goes: WAV, float32; .sigmf-meta and .sigmf work too." },
  rate: { value: "HZ", description: "Samples/s of the recording, where its file does not say." },
  json: { value: "FILE|-", description: "Write what came out as JSON to a file, or to standard output." },
} satisfies Record<string, ExtraOption>;

const about = "Demodulates a recording, AM or FM, mono or stereo, to audio.";

export const demodulate: Command = {
  about,
  help: () => helpText("demodulate --in FILE --mode fm-stereo --out FILE.wav [options]", about, extras, RADIO),
  async run(args) {
    const { positionals, given, extras: own } = readArguments(args, extras, RADIO);
    if (positionals.length) throw new UsageError(`demodulate: name the file with --in, got "${positionals[0]}"`);
    if (!own.in || !own.out) throw new UsageError("demodulate: --in FILE and --out FILE.wav are both needed");
    const config = orUsage(() => RADIO.parse(given));
    const recording = await openFile(own.in);
    for (const note of [...recording.warnings, ...recording.guesses]) process.stderr.write(`${note}\n`);
    const sampleRate = own.rate === undefined ? recording.sampleRate : Number(own.rate);
    if (!(sampleRate && sampleRate > 0)) {
      throw new UsageError(
        `${own.in}: does not say its sample rate; give it with --rate HZ, got ${own.rate ?? "none"}`,
      );
    }
    const x = recordedSignal({ ...recording, sampleRate });
    const gpu = await (await dawnHost()).get();
    const signal = interruptSignal();
    const { rate, channels, samples, pilot, steps } = await toAudio(gpu, config, x, { signal });
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
      if (signal.aborted) throw new Error("Stopped; no file was written.");
    }
    await writeSignal(own.out, { samples, sampleRate: rate, real: channels === 1 }, chunks());
    progress.end();
    const decibels = (ratio: number) => Number((20 * Math.log10(ratio)).toFixed(2));
    const levels = { peakDb: decibels(peak), rmsDb: decibels(Math.sqrt(power / (samples * channels))) };
    const report = {
      experiment: "demodulate",
      config,
      rate,
      channels,
      samples,
      seconds: samples / rate,
      ...levels,
      pilot,
    };
    if (own.json) writeJson(own.json, report);
    else process.stdout.write(described(report));
    return 0;
  },
};

function described({
  seconds,
  channels,
  rate,
  peakDb,
  pilot,
}: {
  seconds: number;
  channels: number;
  rate: number;
  peakDb: number;
  pilot?: { frequency: number; levelDb: number };
}): string {
  const sides = channels === 2 ? "stereo" : "mono";
  const tone = pilot ? `, pilot at ${pilot.frequency.toFixed(2)} Hz, ${pilot.levelDb.toFixed(1)} dB` : "";
  return `${seconds.toFixed(2)} s of audio, ${sides}, ${rate} Hz, peak ${peakDb} dB${tone}\n`;
}
