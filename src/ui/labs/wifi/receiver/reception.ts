import { create } from "zustand";
import type { EstimatorName } from "#core/wifi/equalization/registry.ts";
import { channelRefusal, type ChannelWidth } from "#core/wifi/receiver/channel-width.ts";
import type { ReceivedFrame } from "#core/wifi/receiver/received-frame.ts";
import { download } from "../../../figures/download.ts";
import { whole } from "../../../format.ts";
import { ESTIMATOR_NAMES } from "../estimators.ts";
import { worker } from "../../../kit/engine.ts";
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

export const useReceiver = create<ReceiverState>()(() => ({ width: "20", estimator: RECEIVER_ESTIMATORS.at(-1)! }));

/** The 802.11 receiver on the current recording. */
export const reception = createReception({
  experiment: "frames",
  nothing: { frames: [], notes: [] } as Found,
  of: useReceiver,
  config: ({ estimator, width }) => ({ estimator, width: Number(width) as ChannelWidth }),
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

/** The configuration that made the frames; before a reception, the next one's. */
const receivedWith = () => reception.store.getState().step?.state.config ?? reception.config();

/** Samples per second: without a rate, the channel’s rate. */
export const rateOfRecording = ({ sampleRate }: Pick<OpenedRecording, "sampleRate">): number =>
  sampleRate ?? 1e6 * receivedWith().settings.width;

/** Why the receiver does not take a recording; undefined if it does. */
export const refusalFor = (recording: OpenedRecording): string | undefined =>
  channelRefusal(recording, Number(useReceiver.getState().width) as ChannelWidth);

/** Saves the received frames as a capture file for Wireshark. */
export async function savePcap(): Promise<void> {
  const { recordings } = useRecording.getState();
  const { title } = recordings[receivedWith().index];
  download(`${title}.pcap`, await worker.ask("frames", "pcap"), "application/vnd.tcpdump.pcap");
}
