import type { Recording } from "../../capture/recording.ts";
import { RATES } from "../frame/rates.ts";
import { type CapturedFrame, pcapFile } from "../pcap.ts";
import type { ChannelWidth } from "./channel-width.ts";
import type { ReceivedFrame } from "./received-frame.ts";

/** Returns the received frames of a recording as a capture file for Wireshark; frames of other standards have no octets there. */
export function captureFile(
  frames: readonly ReceivedFrame[],
  { sampleRate, centerFrequency, captures }: Pick<Recording, "sampleRate" | "centerFrequency" | "captures">,
  width: ChannelWidth,
): Uint8Array<ArrayBuffer> {
  const samplesPerSecond = sampleRate ?? 1e6 * width;
  const captured = frames.flatMap((frame): CapturedFrame[] => {
    const rate = RATES.find(({ mbps, mbpsAt10MHz }) => frame.rateMbps === (width === 20 ? mbps : mbpsAt10MHz));
    if (frame.status !== "received" || !rate) return [];
    const { start, psdu, fcsOk: intact } = frame;
    const [signalDb, noiseDb] = [frame.signalDb ?? undefined, frame.noiseDb ?? undefined];
    return [{ seconds: start / samplesPerSecond, rate, psdu, intact, signalDb, noiseDb }];
  });
  const datetime = captures[0]?.datetime;
  const known = datetime !== undefined && !Number.isNaN(Date.parse(datetime)) ? datetime : undefined;
  return pcapFile(captured, { halfRate: width === 10, frequency: centerFrequency, datetime: known });
}
