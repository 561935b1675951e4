import { si, whole } from "../../format.ts";
import type { OpenedRecording } from "./recording.ts";

type Cut = Pick<OpenedRecording, "metadata" | "sampleRate">;

/** Says where the samples of a cut come from and what was done to them; undefined of a recording that is no cut. */
export function cutText({ metadata, sampleRate }: Cut): string | undefined {
  const origin = { ...(metadata["threeray:origin"] as object | undefined) } as Record<string, unknown>;
  const number = (name: string) => (Number.isFinite(origin[name]) ? (origin[name] as number) : undefined);
  const { title } = origin;
  const start = number("start");
  if (typeof title !== "string" || start === undefined) return undefined;
  const channel = number("channel");
  const part = `Cut from ${title}, from sample ${whole(start)} on${channel ? `, channel ${channel + 1}` : ""}.`;
  const [centreHz, passHz, decimation, taps = 1] = ["centreHz", "passHz", "decimation", "taps"].map(number);
  if (centreHz === undefined || passHz === undefined || decimation === undefined) return part;
  const filter =
    taps === 1
      ? "No filter was necessary, because the whole band passes."
      : `A filter of ${whole(taps)} taps passes ${si(passHz, "Hz", 4)}.`;
  const kept = decimation === 1 ? "Every sample is kept" : `1 of ${whole(decimation)} samples is kept`;
  const rate = sampleRate === undefined ? "." : `: ${si(sampleRate, "S/s", 6)}.`;
  return `${part} It was mixed by ${si(-centreHz, "Hz", 6)} to frequency 0. ${filter} ${kept}${rate}`;
}
