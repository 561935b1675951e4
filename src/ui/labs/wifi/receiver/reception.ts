import { create } from "zustand";
import type { FrameReceptionStep } from "#core/wifi/experiment/reception.ts";
import type { RecordedQuery } from "#core/wifi/experiment/figures/asks.ts";
import type { EstimatorName } from "#core/wifi/equalization/registry.ts";
import { channelRefusal, type ChannelWidth } from "#core/wifi/receiver/channel-width.ts";
import type { ReceivedFrame } from "#core/wifi/receiver/received-frame.ts";
import { captureFile } from "#core/wifi/receiver/capture-file.ts";
import { download } from "../../../figures/download.ts";
import { whole } from "../../../format.ts";
import { ESTIMATOR_NAMES } from "../estimators.ts";
import { lab } from "../../../kit/engine.ts";
import { keepInView } from "../../../kit/in-view.ts";
import { createReception } from "../../../kit/recording/reception.ts";
import { type OpenedRecording, shownRecording, useRecording } from "../../../kit/recording/recording.ts";

/** What the 802.11 receiver found in a recording. */
export interface Found {
  frames: readonly ReceivedFrame[];
  notes: readonly string[];
}

/** The estimators that need nothing but the samples, the best one last. */
export const RECEIVER_ESTIMATORS: readonly EstimatorName[] = ESTIMATOR_NAMES.filter((name) => name !== "genie");

interface ReceiverState {
  /** Width of the channel, MHz. */
  width: "20" | "10";
  estimator: EstimatorName;
  /** The frame of the recording that the figures show. */
  chosen?: ReceivedFrame;
}

/** What a reception depends on. */
interface ReceiverSettings {
  width: ChannelWidth;
  estimator: EstimatorName;
}

export const useReceiver = create<ReceiverState>()(() => ({ width: "20", estimator: RECEIVER_ESTIMATORS.at(-1)! }));

/** The 802.11 receiver on the current recording. */
export const reception = createReception<Found, ReceiverSettings, FrameReceptionStep>({
  nothing: { frames: [], notes: [] },
  settings() {
    const { estimator, width } = useReceiver.getState();
    return { estimator, width: Number(width) as ChannelWidth };
  },
  onSettings: useReceiver.subscribe,
  ask: (index, part, settings, onStep) => lab.run("frames", "receive", { index, part, ...settings }, onStep),
  add: ({ frames }, { frames: more, notes }) => ({ frames: [...frames, ...more], notes }),
  count: ({ frames }) => `${whole(frames.length)} ${frames.length === 1 ? "frame" : "frames"}`,
});

useRecording.subscribe((state, before) => {
  if (shownRecording(state) !== shownRecording(before)) useReceiver.setState({ chosen: undefined });
});

/** Shows a frame in the lab's figures, and brings the first of them into view: the list is far below them. */
export function chooseFrame(chosen: ReceivedFrame | undefined): void {
  useReceiver.setState({ chosen });
  if (chosen) keepInView("frame");
}

/** Width of the channel in which the frames were received, MHz; before a reception, the chosen width. */
const receivedWidth = (): ChannelWidth =>
  reception.store.getState().settings?.width ?? (Number(useReceiver.getState().width) as ChannelWidth);

/** Samples per second: without a rate, the channel’s rate. */
export const rateOfRecording = ({ sampleRate }: Pick<OpenedRecording, "sampleRate">): number =>
  sampleRate ?? 1e6 * receivedWidth();

/** The place of a received frame in its recording, with the channel and width of its reception. */
export function placeOf({ start, samples }: ReceivedFrame): RecordedQuery {
  const { channel = 0 } = reception.store.getState().part ?? {};
  return { index: useRecording.getState().chosen, start, samples, channel, width: receivedWidth() };
}

/** Why the receiver does not take a recording; undefined if it does. */
export const refusalFor = (recording: OpenedRecording): string | undefined =>
  channelRefusal(recording, Number(useReceiver.getState().width) as ChannelWidth);

/** Saves the received frames as a capture file for Wireshark. */
export function savePcap(): void {
  const recording = shownRecording(useRecording.getState());
  const { frames } = reception.store.getState().found;
  if (!recording) return;
  download(`${recording.title}.pcap`, captureFile(frames, recording, receivedWidth()), "application/vnd.tcpdump.pcap");
}
