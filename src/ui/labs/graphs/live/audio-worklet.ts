import { createAudioRing } from "./audio-ring.ts";

// The scope of audio worklets, which TypeScript's libraries do not have.
declare const sampleRate: number;
declare function registerProcessor(name: string, processor: new (options: never) => AudioWorkletProcessor): void;
declare class AudioWorkletProcessor {
  readonly port: MessagePort;
}

/** Seconds between two reports. */
const REPORT = 0.1;

/** Plays the chunks that its port brings: see `audio.ts`. */
class GraphPlayer extends AudioWorkletProcessor {
  readonly #ring;
  #unreported = 0;

  constructor({ processorOptions: { channels } }: { processorOptions: { channels: number } }) {
    super();
    const ring = createAudioRing(channels, sampleRate);
    this.#ring = ring;
    this.port.addEventListener("message", ({ data }: MessageEvent<Float32Array>) => ring.push(data));
    this.port.start();
  }

  process(_: unknown, [outputs]: Float32Array[][]): boolean {
    this.#ring.pull(outputs);
    this.#unreported += outputs[0].length / sampleRate;
    if (this.#unreported >= REPORT) {
      this.#unreported = 0;
      this.port.postMessage(this.#ring.status(), []);
    }
    return true;
  }
}

/** Sends the samples of its input through a port that it is given: see `microphone.ts`. */
class Microphone extends AudioWorkletProcessor {
  #to?: MessagePort;
  readonly #samples: Float32Array<ArrayBuffer>;
  readonly #width: number;
  #filled = 0;

  constructor({ processorOptions: { width } }: { processorOptions: { width: number } }) {
    super();
    this.#width = width;
    this.#samples = new Float32Array(width * 1024);
    this.port.addEventListener("message", ({ data }: MessageEvent<MessagePort>) => {
      this.#to = data;
    });
    this.port.start();
  }

  process([channels]: Float32Array[][]): boolean {
    // Without a signal there are no channels.
    if (!this.#to || channels.length === 0) return true;
    for (let n = 0; n < channels[0].length; n++) {
      for (let part = 0; part < this.#width; part++) {
        this.#samples[this.#filled++] = channels[Math.min(part, channels.length - 1)][n];
      }
      if (this.#filled < this.#samples.length) continue;
      const sent = this.#samples.slice();
      this.#to.postMessage(sent, [sent.buffer]);
      this.#filled = 0;
    }
    return true;
  }
}

registerProcessor("graph-player", GraphPlayer);
registerProcessor("microphone", Microphone);
