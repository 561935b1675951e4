import type { Usb, UsbDevice } from "./usb.ts";

/** What happens to a bulk transfer: it stalls, is short by some bytes, completes some turns late, or the device goes. */
export type Fault = "stall" | "unplug" | { short: number } | { late: number };

/** A receiver at the level of USB transfers: registers, an I2C bus with a tuner, and samples. */
export interface FakeRtlSdr extends Usb {
  /** Seconds of signal that the receiver has sent. */
  seconds(rate: number): number;
  /** The byte at a place in everything that the receiver has sent. */
  byteAt(place: number): number;
  /** Writes to the tuner so far. */
  readonly tunerWrites: number;
  /** Voltage on the antenna cable. */
  readonly biasTee: boolean;
  readonly opened: boolean;
  plug(): void;
  unplug(): void;
}

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

/**
 * Returns a receiver without hardware. The function uses nothing outside, so that a test can send its text to a browser.
 *
 * @param faultOf What happens to the bulk transfer of a number.
 * @param turn Resolves when the receiver has the samples of one transfer.
 */
export function fakeRtlSdr(
  faultOf: (transfer: number) => Fault | undefined = () => undefined,
  turn: () => Promise<void> = nextTurn,
): FakeRtlSdr {
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
  let [plugged, opened, halted, tunerWrites, sent, transfers, pointer] = [true, false, false, 0, 0, 0, 0];
  type Answer = { status: "ok" | "stall"; data?: DataView };
  let pending: { length: number; resolve: (answer: Answer) => void; reject: (error: Error) => void }[] = [];
  let pumping = false;

  const gone = () => Object.assign(new Error("The device was disconnected."), { name: "NetworkError" });
  const abort = () => {
    for (const { reject } of pending) reject(gone());
    pending = [];
  };
  const unplug = () => {
    plugged = opened = false;
    abort();
    for (const listener of listeners.get("disconnect") ?? []) listener();
  };

  async function pump(): Promise<void> {
    if (pumping) return;
    pumping = true;
    while (pending.length > 0) {
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
  const device = {
    vendorId: 0x0bda,
    productId: 0x2838,
    manufacturerName: "Fake",
    productName: "RTL2838",
    async open() {
      if (!plugged) throw gone();
      opened = true;
    },
    async close() {
      opened = halted = false;
      abort();
    },
    async claimInterface() {
      check();
    },
    async releaseInterface() {
      check();
    },
    async clearHalt() {
      check();
      halted = false;
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
    transferIn: (_: number, length: number) =>
      new Promise<Answer>((resolve, reject) => {
        if (!plugged || !opened) return reject(gone());
        pending.push({ length, resolve, reject });
        void pump();
      }),
  };

  return {
    getDevices: async () => (plugged ? [device as unknown as UsbDevice] : []),
    requestDevice: async () => device as unknown as UsbDevice,
    addEventListener: (type, listener) => void listeners.get(type)?.add(listener),
    removeEventListener: (type, listener) => void listeners.get(type)?.delete(listener),
    seconds: (rate) => sent / 2 / rate,
    byteAt: (place) => pattern[place % PERIOD],
    get tunerWrites() {
      return tunerWrites;
    },
    get biasTee() {
      return Boolean((registers.get(0x3001) ?? 0) & 1);
    },
    get opened() {
      return opened;
    },
    plug() {
      plugged = true;
      for (const listener of listeners.get("connect") ?? []) listener();
    },
    unplug,
  };
}
