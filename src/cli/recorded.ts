import { statSync } from "node:fs";
import { CaptureError } from "../core/capture/capture-error.ts";
import { oneChannel } from "../core/capture/channels.ts";
import { type FiniteReads, finiteReads } from "../core/capture/finite.ts";
import type { Recording } from "../core/capture/recording.ts";
import { openFile } from "./files.ts";
import { type ExtraOption, hertz, sampleRateOf, UsageError } from "./options.ts";
import { recordingFiles } from "./recording-files.ts";
import { tell } from "./terminal.ts";

/** The option of a command that uses one channel of a recording. */
export const ONE_CHANNEL_OPTION = {
  "input-channel": { value: "N", description: "Channel of the recording. The first one is 0. Default 0." },
} satisfies Record<string, ExtraOption>;

/** The options of a command that uses one channel of a recording, its sample rate and its frequency. */
export const MEASURED_RECORDING_OPTIONS = {
  ...ONE_CHANNEL_OPTION,
  "rate HZ": "Sample rate of the recording, for example 2.4M, if its file does not give the true one.",
  "frequency HZ": "Centre frequency of the recording, for example 433.92M, if its file does not give the true one.",
} as const;

/** The highest frequency that an option takes, Hz. */
const MOST_FREQUENCY = 1e12;

type MeasuredRecording = Recording &
  FiniteReads & {
    sampleRate: number;
    /** Whether the file has become longer since it was opened. */
    isGrown(): boolean;
  };

/**
 * Opens one channel of a recording with the sample rate and the centre frequency of its file, or the given ones.
 *
 * @throws UsageError if neither the file nor the options give a sample rate.
 */
export async function openWithRate(
  command: string,
  path: string,
  own: { "input-channel"?: string; rate?: string; frequency?: string },
): Promise<MeasuredRecording> {
  const rate = own.rate === undefined ? undefined : sampleRateOf(command, own.rate);
  const frequency = own.frequency === undefined ? undefined : frequencyOf(command, own.frequency);
  const size = sizeOf(path);
  const opened = await openFinite(path, own["input-channel"]);
  const isGrown = () => sizeOf(path) > size;
  const sampleRate = rate ?? opened.sampleRate;
  if (sampleRate === undefined) {
    throw new UsageError(`${path}: gives no sample rate; add it with --rate HZ, for example --rate 2.4M`);
  }
  if (frequency === undefined) return { ...opened, sampleRate, isGrown };
  const captures = opened.captures.map((capture) => ({ ...capture, centerFrequency: frequency }));
  return { ...opened, sampleRate, isGrown, centerFrequency: frequency, captures };
}

function sizeOf(path: string): number {
  try {
    return recordingFiles(path).reduce((sum, file) => sum + (statSync(file, { throwIfNoEntry: false })?.size ?? 0), 0);
  } catch {
    // Opening the file tells what is wrong with it.
    return 0;
  }
}

/** Says what a command did not use of a recording's samples, after it has read them. */
export function tellUnused(path: string, recording: MeasuredRecording): void {
  tellNonFinite(recording);
  if (recording.isGrown()) {
    tell(`${path}: has grown meanwhile. Threeray used the ${recording.samples} samples that it had at the start.`);
  }
}

function frequencyOf(command: string, text: string): number {
  const frequency = hertz(text);
  if (frequency >= 0 && frequency <= MOST_FREQUENCY) return frequency;
  throw new UsageError(`${command}: --frequency must be from 0 to 10^12 Hz, e.g. 1090M, got "${text}"`);
}

/** The option of a command that writes all channels of a recording. */
export const CHANNELS_OPTION = {
  "input-channel": {
    value: "N",
    description: "Take only this channel of the recording. The first one is 0. Default: all channels.",
  },
} satisfies Record<string, ExtraOption>;

/** Opens a recording, and prints its notes to standard error. */
export async function openRecording(path: string): Promise<Recording> {
  const recording = await openFile(path);
  for (const note of [...recording.warnings, ...recording.guesses]) tell(note);
  return recording;
}

/**
 * Returns the channel that an option chooses.
 *
 * @throws UsageError when the recording has no such channel.
 */
export function channelOf(
  path: string,
  { channels, format, datatype }: Pick<Recording, "channels" | "format" | "datatype">,
  text: string,
): number {
  const channel = /^\d+$/.test(text) ? Number(text) : Number.NaN;
  if (channel < channels) return channel;
  const pair = format === "WAV" && datatype.complex ? " (the two of the WAV file are I and Q)" : "";
  const has = channels === 1 ? `one channel, number 0${pair}` : `${channels} channels, 0 to ${channels - 1}`;
  throw new UsageError(
    `${path}: has ${has}; --input-channel must be ${channels === 1 ? "0" : "one of them"}, got "${text}"`,
  );
}

/**
 * Returns what a check of the recording returns.
 *
 * @param path The file, where the check's message does not name it.
 * @throws UsageError for a recording of the wrong kind.
 */
export function usable<T>(check: () => T, path?: string): T {
  try {
    return check();
  } catch (error) {
    if (error instanceof CaptureError) {
      throw new UsageError(path === undefined ? error.message : `${path}: ${error.message}`, { cause: error });
    }
    throw error;
  }
}

/** Opens one channel of a recording: the chosen one, or the first. It prints a note if there are others. */
export async function openChannel(path: string, chosen: string | undefined): Promise<Recording> {
  const recording = await openRecording(path);
  const { channels } = recording;
  if (chosen !== undefined) return oneChannel(recording, channelOf(path, recording, chosen));
  if (channels > 1) tell(`${path}: has ${channels} channels. Only channel 0 is used; --input-channel N takes another.`);
  return oneChannel(recording, 0);
}

/** Like {@link openChannel}; samples that hold a NaN or an infinity are zero. */
export async function openFinite(path: string, chosen: string | undefined): Promise<Recording & FiniteReads> {
  const recording = await openChannel(path, chosen);
  return { ...recording, ...finiteReads(recording) };
}

/** Says that a recording is not one if no sample among `samples` that were read is a number. @throws UsageError */
export function refuseNonFinite(path: string, { samples, nonFinite }: FiniteReads & { samples: number }): void {
  if (samples === 0 || nonFinite() < samples) return;
  throw new UsageError(
    `${path}: each of its ${samples} samples holds a NaN or an infinity; check their type, and the program that wrote them`,
  );
}

/** Returns what a report says of a recording that was read. */
export const reportOf = ({ title, format, samples, nonFinite }: Recording & FiniteReads) => ({
  title,
  format,
  samples,
  nonFinite: tellNonFinite({ samples, nonFinite }),
});

/** Opens all channels of a recording, or the chosen one. */
export async function openChannels(path: string, chosen: string | undefined): Promise<Recording[]> {
  const recording = await openRecording(path);
  if (chosen !== undefined) return [oneChannel(recording, channelOf(path, recording, chosen))];
  return Array.from({ length: recording.channels }, (_, channel) => oneChannel(recording, channel));
}

interface Read {
  samples: number;
  /** How many samples held a NaN or an infinity so far; absent for formats without them. */
  nonFinite?(): number;
}

/** Returns how many samples held a NaN or an infinity, and reports them on standard error if there are any. */
export function tellNonFinite(...channels: readonly Read[]): number {
  const count = channels.reduce((sum, { nonFinite }) => sum + (nonFinite?.() ?? 0), 0);
  const samples = channels.reduce((sum, channel) => sum + channel.samples, 0);
  if (count > 0) tell(`${count} of ${samples} samples hold a NaN or an infinity; they count as zero.`);
  return count;
}
