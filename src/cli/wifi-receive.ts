import type { Gpu } from "../core/gpu/device.ts";
import { resilient } from "../core/gpu/host.ts";
import { type EstimatorName, estimators } from "../core/wifi/equalization/registry.ts";
import { captureFile } from "../core/wifi/receiver/capture-file.ts";
import { hiddenText, refusalText, traitText } from "../core/wifi/receiver/describe.ts";
import { CHANNEL_WIDTHS, type ChannelWidth } from "../core/wifi/receiver/channel-width.ts";
import { receivable } from "../core/wifi/receiver/receivable.ts";
import { defaultReceivePage, newWifiReception, type WifiReceptionState } from "../core/wifi/receiver/receive.ts";
import type { ReceivedFrame } from "../core/wifi/receiver/received-frame.ts";
import { receiveRecording } from "../core/wifi/receiver/recording.ts";
import { command } from "./command.ts";
import { dawnHost } from "./dawn.ts";
import { jsonOption, oneWord, sampleRateOf, UsageError, wholeNumber } from "./options.ts";
import { jsonText } from "./output.ts";
import { ONE_CHANNEL_OPTION, openFinite, refuseNonFinite, reportOf, usable } from "./recorded.ts";
import { createProgress, interruptSignal, print, tell, tellRecovery, untilInterrupted } from "./terminal.ts";
import { writeTogether, type Written } from "./write-together.ts";

/** The estimators that need nothing but the samples. */
const AVAILABLE = Object.keys(estimators).filter((name) => name !== "genie") as EstimatorName[];

export const wifiReceive = command({
  name: "wifi-receive",
  usage: "FILE [options]",
  about: "Receives the 802.11a, g and p frames of a recording: SigMF, WAV, NumPy or raw.",
  details:
    "Receives the 802.11a, g and p frames of a recording: SigMF, WAV, NumPy or raw. It names frames of 802.11n, ac, ax and later.",
  examples: ["wifi-receive capture.cs16 --rate 20M --pcap frames.pcap --json -"],
  takes: "files",
  extras: {
    ...ONE_CHANNEL_OPTION,
    "rate HZ": "Sample rate of the recording, for example 20M. Default: its own, else 20M.",
    width: { value: CHANNEL_WIDTHS.join("|"), description: "Width of the channel in MHz: 10 for 802.11p. Default 20." },
    "estimator NAME": {
      choices: AVAILABLE,
      description: `Channel estimator: ${AVAILABLE.join(", ")}. Default ${AVAILABLE.at(-1)}.`,
    },
    "page N": "Samples per transfer to the GPU. The frames do not depend on it.",
    "pcap FILE": { output: true, description: "Write the PSDUs to a capture file that Wireshark opens." },
    json: jsonOption("the frames"),
  },
  async run({ positionals, own }) {
    const path = oneWord("wifi-receive: name one recording", positionals);
    const estimator = choice("estimator", own.estimator ?? String(AVAILABLE.at(-1)), AVAILABLE);
    const width = Number(choice("width", own.width ?? "20", CHANNEL_WIDTHS.map(String))) as ChannelWidth;
    const page = own.page === undefined ? undefined : wholeNumber("page", own.page, { min: 1, max: 2 ** 30 });
    const sampleRate = own.rate === undefined ? undefined : sampleRateOf("wifi-receive", own.rate);
    const recording = await openFinite(path, own["input-channel"]);
    recording.sampleRate = sampleRate ?? recording.sampleRate;
    const host = await dawnHost();
    const gpu = await host.get();
    const { notes, close } = usable(() => receivable(gpu, recording, { width }));
    close();
    for (const note of notes) tell(`${note}`);

    const signal = interruptSignal();
    const progress = createProgress("wifi-receive");
    const frames: ReceivedFrame[] = [];
    let complete = false;
    let last: WifiReceptionState = newWifiReception();
    const run = (gpu: Gpu, state: WifiReceptionState, samples?: number) =>
      receiveRecording(gpu, recording, { estimator, width }, state, { signal, page: samples });
    const options = {
      page: page ?? defaultReceivePage(gpu),
      onRecovery: tellRecovery,
    };
    for await (const step of untilInterrupted(resilient(host, last, run, options))) {
      frames.push(...step.frames);
      last = step.state;
      complete = step.progress === 1;
      progress.update(step.progress, counted(frames.length));
    }
    progress.end();
    refuseNonFinite(path, recording);
    const written: Written[] = [];
    if (own.pcap && complete) written.push([own.pcap, captureFile(frames, recording, width)]);
    const told = reportOf(recording);
    const { rejected, hidden, dropped } = last;
    const left = hiddenText(hidden);
    if (left) tell(left);
    if (dropped > 0) tell(`${dropped} candidates had no room in their page and are not listed.`);
    if (own.json) {
      const results = { complete, frames: frames.map(listed), rejected, hidden, dropped };
      written.push([own.json, jsonText({ experiment: "wifi-receive", recording: told, ...results })]);
    }
    writeTogether(written);
    if (own.pcap && !complete) tell(`Stopped; ${own.pcap} was not written.`);
    if (!own.json) print(`${frames.map(described).join("")}${counted(frames.length)}\n`);
    return complete ? 0 : 1;
  },
});

function choice<Name extends string>(option: string, text: string, names: readonly Name[]): Name {
  const found = names.find((name) => name === text);
  if (found) return found;
  throw new UsageError(`--${option} must be one of ${names.join(", ")}, got ${text}`);
}

const counted = (frames: number) => (frames === 1 ? "1 frame" : `${frames} frames`);
const rounded = (value: number | null, digits: number) => value && Number(value.toFixed(digits));

/** A frame in the JSON report. */
function listed(frame: ReceivedFrame) {
  return {
    start: frame.start,
    rateMbps: frame.rateMbps,
    length: frame.length,
    fcsOk: frame.fcsOk,
    status: frame.status,
    psduHex: Buffer.from(frame.psdu).toString("hex"),
    cfoHz: rounded(frame.cfoHz, 1),
    snrDb: rounded(frame.snrDb, 2),
    evmDb: rounded(frame.evmDb, 2),
    type: frame.type,
    addresses: frame.addresses,
    sequence: frame.sequence,
    scrambler: frame.scrambler,
    inside: frame.inside,
    other: frame.other,
  };
}

/** A frame as a line of text. */
function described(frame: ReceivedFrame): string {
  const { start, rateMbps, length, fcsOk, type, addresses, snrDb, inside } = frame;
  const rate = rateMbps === null ? [] : [`${rateMbps} Mbit/s, ${length} octets`];
  const content = refusalText(frame) ?? (fcsOk ? [type, ...addresses].join(" ") : "FCS does not hold");
  const traits = traitText(frame);
  const where = inside === null ? [] : [`inside the frame at ${inside}`];
  const parts = [...rate, content, `SNR ${rounded(snrDb, 1) ?? "unknown"} dB`, ...where];
  return `${start}: ${parts.join(", ")}${traits ? ` (${traits})` : ""}\n`;
}
