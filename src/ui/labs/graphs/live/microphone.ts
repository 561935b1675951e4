import { transfer } from "comlink";
import { create } from "zustand";
import type { MicrophoneSource } from "#core/blocks/sources/microphone-source.ts";
import { worker } from "../../../kit/engine.ts";
import { loadWorklet } from "./audio.ts";

interface MicrophoneStore {
  state: "closed" | "opening" | "open";
  /** What it gives. */
  samples?: MicrophoneSource;
  /** What the browser calls the input. */
  name?: string;
  /** Why it could not be opened. */
  refusal?: string;
}

export const useMicrophone = create<MicrophoneStore>()(() => ({ state: "closed" }));

let stream: MediaStream | undefined;
let context: AudioContext | undefined;

/** Opens the input that a person chooses, and gives it to the worker. Call it after a click. */
export async function connectMicrophone(samples: MicrophoneSource): Promise<void> {
  await closeMicrophone();
  const { type, rate } = samples;
  useMicrophone.setState({ state: "opening", refusal: undefined });
  try {
    // The browser's improvements of speech would change measurements.
    const audio = { echoCancellation: false, noiseSuppression: false, autoGainControl: false };
    stream = await navigator.mediaDevices.getUserMedia({ audio });
    const [track] = stream.getAudioTracks();
    track.addEventListener("ended", () => void closeMicrophone("The input is gone. Connect it again."));
    context = new AudioContext({ sampleRate: rate });
    await loadWorklet(context);
    const width = type === "complex" ? 2 : 1;
    const node = new AudioWorkletNode(context, "microphone", {
      channelCount: width,
      channelCountMode: "explicit",
      processorOptions: { width },
    });
    const { port1, port2 } = new MessageChannel();
    node.port.postMessage(port1, [port1]);
    await worker.offerMicrophone(transfer(port2, [port2]), { type, rate });
    // Its output is silence: a node without a way to the loudspeaker may be left out.
    context.createMediaStreamSource(stream).connect(node).connect(context.destination);
    useMicrophone.setState({ state: "open", name: track.label, samples: { type, rate } });
  } catch (error) {
    await closeMicrophone(refusalOf(error as Error));
  }
}

export async function closeMicrophone(refusal?: string): Promise<void> {
  for (const track of stream?.getTracks() ?? []) track.stop();
  const closing = context?.close();
  stream = context = undefined;
  useMicrophone.setState({ state: "closed", name: undefined, refusal });
  await closing;
}

function refusalOf({ name, message }: Error): string {
  if (name === "NotAllowedError") return "The browser was not allowed to use the input. Allow it beside the address.";
  if (name === "NotFoundError") return "This computer has no audio input.";
  return `The input could not be opened. ${message}`;
}
