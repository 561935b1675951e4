import type { RadioDevice, RadioDriver } from "#core/live/radio.ts";
import { findReceiver, type FoundReceiver, type ReceiverKind, type Usb, type UsbDevice } from "./usb.ts";

/** What is special about a kind of receiver. Its methods reject when it is unplugged. */
export interface UsbReceiver extends Pick<RadioDevice, "format" | "tune" | "start"> {
  /** Ends the reception, and takes the voltage from the antenna cable. */
  stop(): Promise<void>;
}

/** Makes an open USB device ready; the driver closes the device if that fails. */
export type OpenReceiver = (device: UsbDevice) => Promise<UsbReceiver>;

/** One line per kind of receiver. */
const OPENERS: Readonly<Record<ReceiverKind, () => Promise<OpenReceiver>>> = {
  "RTL-SDR": async () => (await import("./rtl-sdr.ts")).openRtlSdr,
  HackRF: async () => (await import("./hackrf.ts")).openHackRf,
};

/** The endpoint for samples, of all these receivers. */
const ENDPOINT = 1;
/** Milliseconds after which a lost receiver is looked for again, besides the browser's own message. */
const PATIENCE_MS = 1000;

/** Returns the driver of all receivers that Threeray knows. It opens the first one that a person has allowed. */
export function createUsbDriver(usb: Usb, { patienceMs = PATIENCE_MS } = {}): RadioDriver {
  return {
    async open() {
      const found = await findReceiver(usb);
      return found && open(found);
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

async function open({ device, kind }: FoundReceiver): Promise<RadioDevice> {
  const openReceiver = await OPENERS[kind]();
  await device.open();
  const receiver = await openReceiver(device).catch(async (error: unknown) => {
    await device.close().catch(() => {});
    throw error;
  });
  let tuning: Promise<unknown> = Promise.resolve();
  let closing: Promise<void> | undefined;

  async function close(): Promise<void> {
    try {
      // Else the rest of its requests came after the end, e.g. one for voltage on the antenna cable.
      await tuning.catch(() => {});
      await receiver.stop();
    } finally {
      await device.close();
    }
  }

  return {
    name: [device.manufacturerName, device.productName].filter(Boolean).join(" ") || kind,
    format: receiver.format,
    async tune(request) {
      if (closing) throw new Error("The receiver is closed");
      const answer = receiver.tune(request);
      tuning = answer;
      return answer;
    },
    start: () => receiver.start(),
    async read(bytes) {
      const { status, data } = await device.transferIn(ENDPOINT, bytes);
      if (status === "babble") throw new Error("The receiver sent more bytes than were asked for");
      const { buffer, byteOffset, byteLength } = data ?? new DataView(new ArrayBuffer(0));
      return { status: status ?? "ok", bytes: new Uint8Array(buffer as ArrayBuffer, byteOffset, byteLength) };
    },
    clearStall: () => device.clearHalt("in", ENDPOINT),
    close: () => (closing ??= close()),
  };
}
