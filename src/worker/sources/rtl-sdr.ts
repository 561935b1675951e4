import { DirectSampling, RTL2832U } from "@jtarrio/webrtlsdr/rtlsdr.js";
import type { RadioRequest } from "#core/live/radio.ts";
import type { UsbReceiver } from "./usb-driver.ts";
import type { UsbDevice } from "./usb.ts";

/** Sample rates at which the receiver's resampler works, samples/s. */
const RATES = [
  { least: 225_001, most: 300_000 },
  { least: 900_001, most: 3_200_000 },
];
/** Highest frequency of the tuners R820T and R828D, Hz. */
const MOST_HZ = 1_766e6;

/**
 * Opens an RTL-SDR receiver. @jtarrio/webrtlsdr sets it; the driver fetches the samples itself, because the library's
 * `readSamples` makes up samples for a stalled transfer.
 */
export async function openRtlSdr(device: UsbDevice): Promise<UsbReceiver> {
  const receiver = await RTL2832U.open(device);
  let before: RadioRequest | undefined;
  return {
    format: "cu8",
    async tune(request) {
      check(request);
      const { ppm, rate, frequency, biasTee } = request;
      const gain = request.gainControl === "automatic" ? null : request.gain;
      // Below the tuner's range, receivers of this kind take the antenna's signal itself, at the Q input.
      if (!before) await receiver.setDirectSamplingMethod(DirectSampling.Q);
      if (ppm !== before?.ppm) await receiver.setFrequencyCorrection(ppm);
      if (!before) await receiver.setSampleRate(rate);
      if (frequency !== before?.frequency) await receiver.setCenterFrequency(frequency);
      if (!before || gain !== receiver.getGain()) await receiver.setGain(gain);
      if (biasTee !== (before?.biasTee ?? "off")) await receiver.enableBiasTee(biasTee === "on");
      before = request;
      return undefined;
    },
    start: () => receiver.resetBuffer(),
    async stop() {
      // An antenna that is connected later gets no voltage by surprise.
      if (before?.biasTee === "on") await receiver.enableBiasTee(false);
      await receiver.close();
    },
  };
}

function check({ rate, frequency }: RadioRequest): void {
  if (!RATES.some(({ least, most }) => rate >= least && rate <= most)) {
    throw new RangeError(
      `This RTL-SDR receiver cannot give ${rate.toLocaleString("en")} samples per second. It gives 225,001 to 300,000 or 900,001 to 3,200,000. Choose another sample rate of the block`,
    );
  }
  if (frequency > MOST_HZ) {
    throw new RangeError(
      `This RTL-SDR receiver cannot tune to ${frequency / 1e6} MHz. Choose a frequency of at most ${MOST_HZ / 1e6} MHz`,
    );
  }
}
