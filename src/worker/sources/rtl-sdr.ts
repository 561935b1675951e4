import { DirectSampling, RTL2832U } from "@jtarrio/webrtlsdr/rtlsdr.js";
import type { RadioDevice, RadioDriver, RadioRequest } from "#core/live/radio.ts";
import { RECEIVERS, type Usb, type UsbDevice } from "./usb.ts";

/** The receiver's endpoint for samples. */
const ENDPOINT = 1;
/** Milliseconds after which a lost receiver is looked for again, besides the browser's own message. */
const PATIENCE_MS = 1000;

/**
 * Returns the driver of RTL-SDR receivers. @jtarrio/webrtlsdr sets the receiver; samples are fetched here, because its
 * `readSamples` makes up samples for a stalled transfer.
 */
export function createRtlSdrDriver(usb: Usb, { patienceMs = PATIENCE_MS } = {}): RadioDriver {
  return {
    async open() {
      const devices = await usb.getDevices();
      const device = devices.find(({ vendorId, productId }) =>
        RECEIVERS.some((one) => one.vendorId === vendorId && one.productId === productId),
      );
      return device && openRtlSdr(device);
    },
    connected: (signal) =>
      new Promise((resolve) => {
        const done = () => {
          clearTimeout(timer);
          usb.removeEventListener("connect", done);
          signal.removeEventListener("abort", done);
          resolve();
        };
        const timer = setTimeout(done, patienceMs);
        usb.addEventListener("connect", done);
        signal.addEventListener("abort", done);
      }),
  };
}

async function openRtlSdr(usb: UsbDevice): Promise<RadioDevice> {
  await usb.open();
  const receiver = await RTL2832U.open(usb).catch(async (error: unknown) => {
    await usb.close().catch(() => {});
    throw error;
  });
  let before: RadioRequest | undefined;
  let closing: Promise<void> | undefined;

  async function close(): Promise<void> {
    try {
      // An antenna that is connected later gets no voltage by surprise.
      if (before?.biasTee === "on") await receiver.enableBiasTee(false);
      await receiver.close();
    } finally {
      await usb.close();
    }
  }

  return {
    name: [usb.manufacturerName, usb.productName].filter(Boolean).join(" ") || "RTL-SDR",
    format: "cu8",
    async tune(request) {
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
    async read(bytes) {
      const { status, data } = await usb.transferIn(ENDPOINT, bytes);
      if (status === "babble") throw new Error("The receiver sent more bytes than were asked for");
      const { buffer, byteOffset, byteLength } = data ?? new DataView(new ArrayBuffer(0));
      return { status: status ?? "ok", bytes: new Uint8Array(buffer as ArrayBuffer, byteOffset, byteLength) };
    },
    clearStall: () => usb.clearHalt("in", ENDPOINT),
    close: () => (closing ??= close()),
  };
}
