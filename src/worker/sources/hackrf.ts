import type { RadioRequest } from "#core/live/radio.ts";
import type { UsbReceiver } from "./usb-driver.ts";
import type { UsbDevice } from "./usb.ts";

/** Requests of the HackRF's firmware, from host/libhackrf/src/hackrf.c of greatscottgadgets/hackrf. */
const REQUESTS = {
  mode: 1,
  rate: 6,
  filter: 7,
  frequency: 16,
  amplifier: 17,
  lna: 19,
  vga: 20,
  antennaPower: 23,
} as const;

type Request = keyof typeof REQUESTS;

const MODES = { off: 0, receive: 1 } as const;

/** Samples/s. */
const RATES = { least: 2e6, most: 20e6 };

/** Bandwidths of the baseband filter, Hz. */
const FILTERS = [1.75, 2.5, 3.5, 5, 5.5, 6, 7, 8, 9, 10, 12, 14, 15, 20, 24, 28].map((mhz) => mhz * 1e6);
/** Part of the sample rate that the filter may pass. */
const PASSED = 0.75;

/** Gains of the two adjustable amplifiers, dB. */
interface Gains {
  lna: number;
  vga: number;
}

/** The LNA has steps of 8 dB, the VGA of 2 dB. */
const STEPS: Gains = { lna: 8, vga: 2 };
const MOST: Gains = { lna: 40, vga: 62 };
/** A beginning that suits most antennas. */
const FIXED: Gains = { lna: 16, vga: 16 };

/** Opens a HackRF One, Jawbreaker or rad1o. @throws Error when another program uses it, or it refuses a request. */
export async function openHackRf(device: UsbDevice): Promise<UsbReceiver> {
  try {
    if (device.configuration?.configurationValue !== 1) await device.selectConfiguration(1);
    await device.claimInterface(0);
  } catch (cause) {
    throw new Error(
      `The HackRF cannot be used (${(cause as Error).message}). Close other programs that use it, and run the graph again`,
      { cause },
    );
  }
  /** What each request was last given. */
  const sent = new Map<Request, string>();

  async function send(request: Request, value: number, index = 0, data?: ArrayBuffer) {
    const { status } = await device.controlTransferOut(setupOf(request, value, index), data);
    if (status !== "ok") throw refused(request);
  }

  /** Sends a request, unless the receiver has these numbers already. */
  async function once(request: Request, numbers: readonly number[], act: () => Promise<void>) {
    const key = numbers.join();
    if (sent.get(request) === key) return;
    sent.delete(request);
    await act();
    sent.set(request, key);
  }

  const setWords = (request: "rate" | "frequency", words: readonly [number, number]) =>
    once(request, words, () => send(request, 0, 0, littleEndian(words)));

  const setValue = (request: "amplifier" | "antennaPower", value: 0 | 1) =>
    once(request, [value], () => send(request, value));

  const setFilter = (hz: number) => once("filter", [hz], () => send("filter", hz & 0xffff, hz >>> 16));

  const setGain = (request: keyof Gains, gain: number) =>
    once(request, [gain], async () => {
      const { status, data } = await device.controlTransferIn(setupOf(request, 0, gain), 1);
      if (status !== "ok" || !data?.byteLength || data.getUint8(0) === 0) throw refused(request);
    });

  return {
    format: "ci8",
    async tune(request) {
      checkRate(request.rate);
      const { frequency, rate } = corrected(request);
      const { lna, vga } = gainsOf(request);
      await setWords("rate", [rate, 1]);
      await setFilter(filterOf(request.rate));
      await setWords("frequency", [Math.floor(frequency / 1e6), frequency % 1e6]);
      // Strong signals can destroy this amplifier.
      await setValue("amplifier", 0);
      await setGain("lna", lna);
      await setGain("vga", vga);
      await setValue("antennaPower", request.biasTee === "on" ? 1 : 0);
      return remarkOf(request.gainControl, { lna, vga });
    },
    start: () => send("mode", MODES.receive),
    async stop() {
      // An antenna that is connected later gets no voltage by surprise.
      const done = await Promise.allSettled([send("antennaPower", 0), send("mode", MODES.off)]);
      for (const one of done) if (one.status === "rejected") throw one.reason;
    },
  };
}

const setupOf = (request: Request, value: number, index: number) =>
  ({ requestType: "vendor", recipient: "device", request: REQUESTS[request], value, index }) as const;

const refused = (request: Request) =>
  new Error(
    `The HackRF refused request ${REQUESTS[request]} (${request}). Unplug it, plug it in again, or update its firmware`,
  );

function littleEndian(words: readonly number[]): ArrayBuffer {
  const view = new DataView(new ArrayBuffer(4 * words.length));
  for (const [i, word] of words.entries()) view.setUint32(4 * i, word, true);
  return view.buffer;
}

function checkRate(rate: number): void {
  if (rate >= RATES.least && rate <= RATES.most) return;
  throw new RangeError(
    `This HackRF receiver cannot give ${rate.toLocaleString("en")} samples per second. It gives 2,000,000 to 20,000,000. Choose another sample rate of the block; a filter behind it can decimate`,
  );
}

/**
 * Returns what to ask for, Hz, so that a receiver with a wrong crystal has the frequency and the rate of the request: a
 * crystal that is too fast by some ppm makes both too high by as much.
 */
function corrected({ frequency, rate, ppm }: RadioRequest): { frequency: number; rate: number } {
  const fast = 1 + ppm * 1e-6;
  return { frequency: Math.round(frequency / fast), rate: Math.round(rate / fast) };
}

/** Returns the bandwidth of the widest filter that passes at most ¾ of the sample rate; 1.75 MHz below that. */
function filterOf(rate: number): number {
  return FILTERS.findLast((bandwidth) => bandwidth <= PASSED * rate) ?? FILTERS[0];
}

/** Divides a gain in about equal parts, the LNA first because it decides the noise. */
function gainsOf({ gainControl, gain }: RadioRequest): Gains {
  if (gainControl === "automatic") return FIXED;
  const lna = Math.min(MOST.lna, STEPS.lna * Math.round(gain / 2 / STEPS.lna));
  return { lna, vga: Math.min(MOST.vga, STEPS.vga * Math.round((gain - lna) / STEPS.vga)) };
}

function remarkOf(control: RadioRequest["gainControl"], { lna, vga }: Gains): string {
  const parts = `LNA ${lna} dB, VGA ${vga} dB, RF amplifier off`;
  return control === "automatic"
    ? `A HackRF has no automatic gain control, so its gain is fixed: ${parts}.`
    : `Gain: ${parts}.`;
}
