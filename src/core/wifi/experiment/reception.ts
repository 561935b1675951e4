import { finiteReads } from "../../capture/finite.ts";
import { openedRecording } from "../../capture/opened.ts";
import type { Context, Run } from "../../experiment.ts";
import type { Gpu } from "../../gpu/device.ts";
import { resilient } from "../../gpu/host.ts";
import { captureFile } from "../receiver/capture-file.ts";
import { hiddenText } from "../receiver/describe.ts";
import { receivable } from "../receiver/receivable.ts";
import { defaultReceivePage, newWifiReception, type WifiReceptionState } from "../receiver/receive.ts";
import type { ReceivedFrame } from "../receiver/received-frame.ts";
import { receiveRecording } from "../receiver/recording.ts";
import { type FrameReceptionStart, lastReception, rememberReception } from "./last-reception.ts";

/** One page of a reception. */
export interface FrameReceptionStep {
  progress: number;
  /** Frames of this page. Their samples count from the recording's first one. */
  frames: ReceivedFrame[];
  /** Sentences on what was assumed, converted or refused. */
  notes: string[];
}

export const runs = {
  /** Receives the 802.11 frames of an opened recording. */
  receive: async function* (context, { index, part, settings }, signal) {
    const { host, onRecovery } = context;
    const all: ReceivedFrame[] = [];
    rememberReception(context, { index, part, settings }, all);
    const opened = openedRecording(context, index);
    const { start, count, channel = 0 } = part ?? { start: 0, count: opened.samples };
    const { read, nonFinite } = finiteReads(opened);
    const recording = {
      ...opened,
      samples: count,
      read: (at: number, length: number) => read(start + at, Math.min(length, count - at), channel),
    };
    const gpu = await host.get();
    const { notes, close } = receivable(gpu, recording, settings);
    close();
    const run = (gpu: Gpu, state: WifiReceptionState, page?: number) =>
      receiveRecording(gpu, recording, settings, state, { signal, page });
    const shifted = (frame: ReceivedFrame) => ({
      ...frame,
      start: frame.start + start,
      inside: frame.inside === null ? null : frame.inside + start,
    });
    const options = { page: defaultReceivePage(gpu), onRecovery };
    for await (const { progress, frames, state } of resilient(host, newWifiReception(), run, options)) {
      const said = [
        ...notes,
        ...(nonFinite() > 0 ? [`${nonFinite()} samples are NaN or infinite. The receiver takes them as zero.`] : []),
        ...[hiddenText(state.hidden)].filter((text) => text !== undefined),
        ...(state.dropped > 0 ? [`${state.dropped} candidates had no room in their page and are not listed.`] : []),
      ];
      const found = frames.map(shifted);
      all.push(...found);
      yield { progress, frames: found, notes: said };
    }
  } satisfies Run<FrameReceptionStart, FrameReceptionStep>,
};

export const asks = {
  /** The frames of the last reception as a capture file for Wireshark. */
  async pcap(context: Context): Promise<Uint8Array<ArrayBuffer>> {
    const { index, settings, frames } = lastReception(context);
    return captureFile(frames, openedRecording(context, index), settings.width);
  },
};
