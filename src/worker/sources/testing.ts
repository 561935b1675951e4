import type { RadioRequest } from "#core/live/radio.ts";
import type { ReceiverKind, Usb, UsbDevice } from "./usb.ts";

/** Settings that every kind of receiver has. */
export const REQUEST: RadioRequest = {
  frequency: 100e6,
  rate: 2.4e6,
  gainControl: "automatic",
  gain: 30,
  ppm: 0,
  biasTee: "off",
};

/** What happens to a bulk transfer: it stalls, is short by some bytes, completes some turns late, or the device goes. */
export type Fault = "stall" | "unplug" | { short: number } | { late: number };

/** A vendor request of a HackRF. */
export interface FakeRequest {
  request: number;
  value: number;
  index: number;
  data: number[];
}

/**
 * A USB port with a receiver, at the level of USB transfers. An RTL-SDR has registers and an I2C bus with a tuner; a
 * HackRF takes vendor requests, and sends samples in its mode 1 only.
 */
export interface FakeUsb extends Usb {
  /** Seconds of signal that have been sent. */
  seconds(rate: number): number;
  /** The byte at a place in everything that has been sent. */
  byteAt(place: number): number;
  /** Writes to the RTL-SDR's tuner so far. */
  readonly tunerWrites: number;
  /** Requests to the HackRF so far. */
  readonly requests: readonly FakeRequest[];
  /** The HackRF's mode: 1 while it receives. */
  readonly mode: number;
  /** Voltage on the antenna cable. */
  readonly biasTee: boolean;
  readonly opened: boolean;
  /** Plugs in the receiver, or one of another kind. */
  plug(next?: ReceiverKind): void;
  unplug(): void;
}

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

/**
 * Returns a receiver without hardware. The function uses nothing outside, so that a test can send its text to a browser.
 *
 * @param kind The receiver that is plugged in at first.
 * @param faultOf What happens to the bulk transfer of a number.
 * @param turn Resolves when the receiver has the samples of one transfer.
 */
export function fakeUsb(
  kind: ReceiverKind,
  faultOf: (transfer: number) => Fault | undefined = () => undefined,
  turn: () => Promise<void> = nextTurn,
): FakeUsb {
  // A prime, so that it fits no transfer.
  const PERIOD = 130_073;
  const MOST = 2 ** 19;
  /** The first registers of an R820T tuner, bits reversed: its identity, a locked PLL, a calibrated filter. */
  const TUNER = [0x69, 0, 0b0000_0010, 0, 0b1010_0100];
  const TUNER_ADDRESS = 0x34;
  let state = 1;
  const pattern = Uint8Array.from({ length: PERIOD }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state >>> 24;
  });
  const twice = new Uint8Array(PERIOD + MOST);
  for (let at = 0; at < twice.length; at += PERIOD) twice.set(pattern.subarray(0, twice.length - at), at);

  const listeners = new Map<string, Set<() => void>>([
    ["connect", new Set()],
    ["disconnect", new Set()],
  ]);
  const registers = new Map<number, number>();
  const requests: FakeRequest[] = [];
  let [plugged, opened, claimed, halted] = [true, false, false, false];
  let [tunerWrites, sent, transfers, pointer, mode, antennaPower] = [0, 0, 0, 0, 0, 0];
  let current = kind;
  type Answer = { status: "ok" | "stall"; data?: DataView };
  let pending: { length: number; resolve: (answer: Answer) => void; reject: (error: Error) => void }[] = [];
  let pumping = false;

  const gone = () => Object.assign(new Error("The device was disconnected."), { name: "NetworkError" });
  const abort = () => {
    for (const { reject } of pending) reject(gone());
    pending = [];
  };
  const unplug = () => {
    plugged = opened = claimed = false;
    // Without power it forgets its settings.
    mode = antennaPower = 0;
    registers.clear();
    abort();
    for (const listener of listeners.get("disconnect") ?? []) listener();
  };

  const sends = () => current === "RTL-SDR" || mode === 1;

  async function pump(): Promise<void> {
    if (pumping) return;
    pumping = true;
    while (pending.length > 0 && sends()) {
      await turn();
      const [transfer] = pending.splice(0, 1);
      if (!transfer) break;
      const fault = faultOf(transfers++);
      if (fault === "unplug") {
        pending.unshift(transfer);
        unplug();
      } else if (fault === "stall" || halted) {
        halted = true;
        transfer.resolve({ status: "stall" });
      } else {
        const length = transfer.length - (typeof fault === "object" && "short" in fault ? fault.short : 0);
        const from = sent % PERIOD;
        sent += length;
        const data = new DataView(twice.buffer, from, length);
        const late = typeof fault === "object" && "late" in fault ? fault.late : 0;
        const wait = async () => {
          for (let i = 0; i < late; i++) await turn();
          transfer.resolve({ status: "ok", data });
        };
        void wait();
      }
    }
    pumping = false;
  }

  const check = () => {
    if (!plugged || !opened) throw gone();
  };
  const bus = {
    manufacturerName: "Fake",
    async open() {
      if (!plugged) throw gone();
      opened = true;
    },
    async close() {
      opened = claimed = halted = false;
      abort();
    },
    async releaseInterface() {
      check();
      claimed = false;
    },
    async clearHalt() {
      check();
      halted = false;
    },
    transferIn: (endpoint: number, length: number) =>
      new Promise<Answer>((resolve, reject) => {
        if (!plugged || !opened || !claimed || endpoint !== 1) return reject(gone());
        pending.push({ length, resolve, reject });
        void pump();
      }),
  };

  const rtlSdr = {
    ...bus,
    vendorId: 0x0bda,
    productId: 0x2838,
    productName: "RTL2838",
    async claimInterface() {
      check();
      claimed = true;
    },
    async controlTransferOut({ value, index }: { value: number; index: number }, data: ArrayBuffer) {
      check();
      const bytes = new Uint8Array(data);
      if (index === 0x610 && value === TUNER_ADDRESS) {
        [pointer] = bytes;
        if (bytes.length > 1) tunerWrites++;
      }
      if (index === 0x210) registers.set(value, bytes[0]);
      return { status: "ok" };
    },
    async controlTransferIn({ value, index }: { value: number; index: number }, length: number) {
      check();
      const bytes = new Uint8Array(length);
      if (index === 0x600 && value === TUNER_ADDRESS) bytes.set(TUNER.slice(pointer));
      if (index === 0x200) bytes[0] = registers.get(value) ?? 0;
      return { status: "ok", data: new DataView(bytes.buffer) };
    },
  };

  /** Lengths of the data that a HackRF's requests carry to it. */
  const LENGTHS: Readonly<Record<number, number>> = { 1: 0, 6: 8, 7: 0, 16: 8, 17: 0, 23: 0 };
  const hackRf = {
    ...bus,
    vendorId: 0x1d50,
    productId: 0x6089,
    productName: "HackRF One",
    configuration: undefined as { configurationValue: number } | undefined,
    async selectConfiguration(configurationValue: number) {
      check();
      hackRf.configuration = { configurationValue };
    },
    async claimInterface(number: number) {
      check();
      if (hackRf.configuration?.configurationValue !== 1 || number !== 0) throw new Error("There is no such interface");
      claimed = true;
    },
    async controlTransferOut({ request, value, index }: Omit<FakeRequest, "data">, data = new ArrayBuffer(0)) {
      check();
      await turn();
      check();
      if (LENGTHS[request] !== data.byteLength) return { status: "stall" };
      requests.push({ request, value, index, data: [...new Uint8Array(data)] });
      if (request === 1) mode = value;
      if (request === 23) antennaPower = value;
      void pump();
      return { status: "ok" };
    },
    async controlTransferIn({ request, value, index }: Omit<FakeRequest, "data">, length: number) {
      check();
      await turn();
      check();
      if (length !== 1) return { status: "stall" };
      requests.push({ request, value, index, data: [] });
      const isRight =
        (request === 19 && index <= 40 && index % 8 === 0) || (request === 20 && index <= 62 && index % 2 === 0);
      return { status: "ok", data: new DataView(Uint8Array.of(isRight ? 1 : 0).buffer) };
    },
  };

  const present = () => (current === "RTL-SDR" ? rtlSdr : hackRf) as unknown as UsbDevice;

  return {
    getDevices: async () => (plugged ? [present()] : []),
    requestDevice: async () => present(),
    addEventListener: (type, listener) => void listeners.get(type)?.add(listener),
    removeEventListener: (type, listener) => void listeners.get(type)?.delete(listener),
    seconds: (rate) => sent / 2 / rate,
    byteAt: (place) => pattern[place % PERIOD],
    get tunerWrites() {
      return tunerWrites;
    },
    requests,
    get mode() {
      return mode;
    },
    get biasTee() {
      return Boolean(current === "RTL-SDR" ? (registers.get(0x3001) ?? 0) & 1 : antennaPower);
    },
    get opened() {
      return opened;
    },
    plug(next = current) {
      plugged = true;
      current = next;
      for (const listener of listeners.get("connect") ?? []) listener();
    },
    unplug,
  };
}
