import type { MicrophoneSource } from "#core/blocks/sources/microphone-source.ts";
import type { OpenSource } from "#core/flow/build/block-factory.ts";
import { createQueue } from "#core/flow/run/queue.ts";
import type { Source } from "#core/flow/run/source.ts";
import { openRadio, type Radio, type RadioRequest, type RadioStatus } from "#core/live/radio.ts";
import { createRecorder, type Recorder, type RecorderStatus, type RecordingTarget } from "#core/live/recorder.ts";
import { keptFolder } from "../../storage/folder.ts";
import { lockOf } from "../../storage/item.ts";
import { keptTarget } from "./kept-target.ts";
import { createUsbDriver } from "./usb-driver.ts";
import { usbOf } from "./usb.ts";

/** Where a recording of the radio is. */
export interface Recorded {
  /** An archive, if it is not in the browser's storage as a whole. */
  archive?: Blob;
}

/** Sources that the page's worker can open, and what the page may do with them. */
export interface LiveSources {
  open: OpenSource;
  /** Takes the port of a microphone. It sends Float32Array messages of the given samples, complex ones as pairs. */
  offerMicrophone(port: MessagePort, samples: MicrophoneSource): void;
  /** Calls back when the radio's state changes, until another call. */
  watchRadio(onStatus: (status: RadioStatus) => void): void;
  /**
   * Records the radio until `stopRecording`: into the browser's storage, and into memory where that fails.
   *
   * @param name Name of the files, without extension.
   * @throws Error when no radio is open, or one is recorded already.
   */
  record(name: string, onProgress: (status: RecorderStatus) => void): Promise<Recorded>;
  stopRecording(): void;
}

/** Milliseconds between two reports of a recording. */
const TELL_MS = 250;
/** Seconds of sound that wait for a slow graph. */
const PATIENCE = 1;

function createLiveSources(): LiveSources {
  let radio: Radio | undefined;
  let recorder: Recorder | undefined;
  let microphone: { port: MessagePort; samples: MicrophoneSource } | undefined;
  let tell: (status: RadioStatus) => void = () => {};

  async function openReceiver(request: RadioRequest): Promise<Source> {
    const usb = usbOf(navigator);
    if (!usb) throw new Error("This browser has no WebUSB. Use Chrome, Edge or Opera on a computer or on Android");
    // One program at a time can use a receiver.
    radio?.close();
    await radio?.closed;
    radio = await openRadio(createUsbDriver(usb), request, { onStatus: (status) => tell(status) });
    return radio;
  }

  function openMicrophone({ type, rate }: MicrophoneSource): Source {
    if (!microphone) throw new Error("No microphone is connected. Choose “Connect the microphone”");
    const { port, samples } = microphone;
    if (samples.type !== type || samples.rate !== rate) {
      throw new Error(
        `The microphone gives ${samples.type} samples at ${samples.rate} Hz. Choose “Connect the microphone” again`,
      );
    }
    const queue = createQueue({ port: type, width: type === "complex" ? 2 : 1, capacity: PATIENCE * rate });
    const take = ({ data }: MessageEvent<Float32Array<ArrayBuffer>>) => void queue.push(data);
    port.addEventListener("message", take);
    return {
      ...queue,
      close() {
        port.removeEventListener("message", take);
        queue.close();
      },
    };
  }

  return {
    async open(_, { needs, request }) {
      if (needs === "radio") return openReceiver(request as unknown as RadioRequest);
      if (needs === "microphone") return openMicrophone(request as never);
      throw new Error(needs === "pipe" ? "A pipe exists in the terminal only" : `The page cannot open a ${needs}`);
    },
    offerMicrophone(port, samples) {
      microphone?.port.close();
      microphone = { port, samples };
      // Sound that no graph takes is thrown away.
      port.start();
    },
    watchRadio(onStatus) {
      tell = onStatus;
      if (radio) tell(radio.status);
    },
    async record(name, onProgress) {
      if (radio?.status.state !== "receiving") throw new Error("No radio is open. Run the graph first");
      if (recorder) throw new Error("A recording is in progress. Stop it first");
      const { request, name: device, format } = radio.status;
      const { listen, closed } = radio;
      const recordInto = async (target: RecordingTarget) => {
        const mine = createRecorder({ name, device, format, rate: request.rate, target });
        recorder = mine;
        listen(mine);
        // The end of the graph is the end of the recording.
        void closed.then(() => mine.end());
        const telling = setInterval(() => onProgress(mine.status), TELL_MS);
        try {
          return { archive: await mine.done };
        } finally {
          clearInterval(telling);
          listen(undefined);
          recorder = undefined;
          onProgress(mine.status);
        }
      };
      const id = `recording-${crypto.randomUUID()}`;
      // Other tabs leave it alone as long as it is written.
      return navigator.locks.request(lockOf(id), () => recordInto(keptTarget(keptFolder, id)));
    },
    stopRecording: () => recorder?.end(),
  };
}

export const liveSources = createLiveSources();
