import type { DecodedFrame, DecoderOptions, RecordingDecoder } from "../decoder.ts";
import { createTuner } from "../tuner.ts";
import { type AcquiredSatellite, createAcquisitionOfSatellites, GPS_RATE, WINDOW } from "./acquisition.ts";

const SENT_AT = 1575.42e6;
/** Half the band that passes: most of the code's main lobe. */
const PASS_HZ = 0.95e6;
/** Samples from one window to the next: a second. */
const EVERY = GPS_RATE;

/** Loads what the acquisition computes with, and returns its constructor. */
export async function loadGpsDecoder(): Promise<(options: DecoderOptions) => RecordingDecoder> {
  const acquire = await createAcquisitionOfSatellites();
  return (options) => createGpsDecoder(options, acquire);
}

/** Creates the acquisition of GPS satellites on L1 in a recording at 2 MS/s or more whose band holds 1575.42 MHz: once per second. */
function createGpsDecoder(
  { sampleRateHz, frequencyHz = SENT_AT }: DecoderOptions,
  acquire: (samples: Float32Array) => AcquiredSatellite[],
): RecordingDecoder {
  const offsetHz = SENT_AT - frequencyHz;
  const tuner = createTuner({ fromHz: sampleRateHz, toHz: GPS_RATE, offsetHz, passHz: PASS_HZ });
  const scale = sampleRateHz / GPS_RATE;
  const window = new Float32Array(2 * WINDOW);
  let count = 0; // of tuned samples

  const framed = (first: number, { prn, dopplerHz, codePhase, cn0DbHz }: AcquiredSatellite): DecodedFrame => ({
    decoder: "gps",
    start: Math.round(first * scale),
    stop: Math.round((first + WINDOW) * scale),
    centreHz: Math.round(offsetHz + dopplerHz),
    good: true,
    correctedBits: 0,
    snrDb: null,
    hex: null,
    bits: null,
    fields: {
      prn,
      dopplerHz: Math.round(dopplerHz),
      codePhase: Number(codePhase.toFixed(2)),
      cn0DbHz: Number(cn0DbHz.toFixed(1)),
    },
  });

  function take(samples: Float32Array): DecodedFrame[] {
    const frames: DecodedFrame[] = [];
    for (let at = 0; at < samples.length / 2;) {
      const place = count % EVERY;
      const isIn = place < WINDOW;
      const some = Math.min(samples.length / 2 - at, (isIn ? WINDOW : EVERY) - place);
      if (isIn) window.set(samples.subarray(2 * at, 2 * (at + some)), 2 * place);
      at += some;
      count += some;
      if (isIn && place + some === WINDOW) {
        const first = count - WINDOW;
        for (const satellite of acquire(window)) frames.push(framed(first, satellite));
      }
    }
    return frames;
  }
  return { push: (samples) => take(tuner.push(samples)), end: () => take(tuner.end()) };
}
