import { describe, expect, it } from "vitest";
import { openRadio, type Radio, type RadioStatus } from "#core/live/radio.ts";
import type { Tag } from "#core/flow/graph/tag.ts";
import { testRandom } from "#core/gpu/testing.ts";
import { type FakeUsb, fakeUsb, type Fault, REQUEST } from "./testing.ts";
import { createUsbDriver } from "./usb-driver.ts";

const open = (usb: FakeUsb, options: { patience?: number; onStatus?: (status: RadioStatus) => void } = {}) =>
  openRadio(createUsbDriver(usb, { patienceMs: 5 }), REQUEST, {
    clock: () => usb.seconds(REQUEST.rate),
    ...options,
  });

/** What is special about each kind: the sample of a byte, and what it writes for a new frequency. */
const KINDS = [
  {
    kind: "RTL-SDR",
    name: "Fake RTL2838",
    sampleOf: (byte: number) => Math.fround((byte - 127.4) / 128),
    format: "cu8",
    busy: "Are you using it in another application?",
    writes: (usb: FakeUsb) => usb.tunerWrites,
    writesOnce: [10, 40],
  },
  {
    kind: "HackRF",
    name: "Fake HackRF One",
    sampleOf: (byte: number) => (byte < 128 ? byte / 128 : byte / 128 - 2),
    format: "ci8",
    busy: "The HackRF cannot be used (busy). Close other programs that use it, and run the graph again",
    writes: (usb: FakeUsb) => usb.requests.length,
    writesOnce: [1, 1],
  },
] as const;

type SampleOf = (byte: number) => number;

interface Received {
  samples: number;
  dropped: number;
  wrong: number;
  tags: Tag[];
}

/** Reads a number of samples. Compares every one of them, or some of each chunk, with what the receiver sent. */
async function receiveAs(
  sampleOf: SampleOf,
  radio: Radio,
  usb: FakeUsb,
  count: number,
  { every = true } = {},
): Promise<Received> {
  const found: Received = { samples: 0, dropped: 0, wrong: 0, tags: [] };
  while (found.samples < count) {
    const chunk = await radio.read();
    if (!chunk) break;
    const { items, dropped, tags } = chunk;
    found.dropped += dropped;
    found.tags.push(...tags);
    const first = 2 * (found.samples + found.dropped);
    const step = every ? 1 : items.length - 1;
    for (let i = 0; i < items.length; i += step) if (items[i] !== sampleOf(usb.byteAt(first + i))) found.wrong++;
    found.samples += items.length / 2;
  }
  return found;
}

const MILLION = 1e6;

describe.each(KINDS)(
  "worker/sources/usb-driver of $kind",
  ({ kind, name, format, sampleOf, busy, writes, writesOnce }) => {
    const fake = (...how: [faultOf?: (transfer: number) => Fault | undefined]) => fakeUsb(kind, ...how);
    const receive = (radio: Radio, usb: FakeUsb, count: number, how?: { every?: boolean }) =>
      receiveAs(sampleOf, radio, usb, count, how);

    it("receives every sample in order, and tells the frequency", async () => {
      const usb = fake();
      const radio = await open(usb);
      expect(usb.opened).toBe(true);
      const { wrong, dropped, tags } = await receive(radio, usb, MILLION);
      expect({ wrong, dropped, tags }).toEqual({
        wrong: 0,
        dropped: 0,
        tags: [{ sample: 0, key: "rx_freq", value: 100e6 }],
      });
      expect(radio.status).toMatchObject({ state: "receiving", name, format, dropped: 0 });
      radio.close();
      expect(await radio.read()).toBeUndefined();
      await expect.poll(() => [radio.status.state, usb.opened]).toEqual(["closed", false]);
    });

    it("loses nothing by stalls, short transfers that split samples, and late completions", async () => {
      const random = testRandom(2);
      const faults = Array.from({ length: 100 }, (): Fault | undefined => {
        const kind = Math.floor(8 * random());
        if (kind === 0) return "stall";
        if (kind === 1) return { short: Math.floor(1000 * random()) };
        return kind === 2 ? { late: Math.floor(40 * random()) } : undefined;
      });
      const usb = fake((transfer) => faults[transfer]);
      const radio = await open(usb);
      const { wrong, dropped } = await receive(radio, usb, 3 * MILLION);
      expect({ wrong, dropped }).toEqual({ wrong: 0, dropped: 0 });
      radio.close();
    });

    it("tells that the receiver was unplugged, waits, and continues after it", async () => {
      // It goes in the middle of the transfers, and the second time at once.
      const usb = fake((transfer) => (transfer === 10 || transfer === 14 ? "unplug" : undefined));
      const states: string[] = [];
      const onStatus = ({ state }: RadioStatus) => {
        if (states.at(-1) === state) return;
        states.push(state);
        if (state === "unplugged") setTimeout(() => usb.plug(), 20);
      };
      const radio = await open(usb, { onStatus });
      const { wrong, tags } = await receive(radio, usb, MILLION);
      expect(wrong).toBe(0);
      expect(states).toEqual(["receiving", "unplugged", "receiving", "unplugged", "receiving"]);
      expect(tags.map(({ key }) => key)).toEqual(["rx_freq", "unplugged", "rx_freq", "unplugged", "rx_freq"]);
      radio.close();
    });

    it("drops what a slow reader does not take, and counts it", async () => {
      const usb = fake();
      const radio = await open(usb, { patience: 0.1 });
      await expect.poll(() => radio.status.dropped).toBeGreaterThan(MILLION);
      const { wrong, dropped, samples } = await receive(radio, usb, 2 * MILLION);
      expect(wrong).toBe(0);
      expect(dropped).toBeGreaterThan(MILLION);
      expect(dropped).toBeLessThanOrEqual(radio.status.dropped);
      expect(samples + dropped).toBeLessThanOrEqual(radio.status.samples);
      radio.close();
    });

    it("counts the samples that the receiver itself has lost", async () => {
      const usb = fake();
      let skipped = 0;
      const driver = createUsbDriver(usb);
      // Half a second of the clock without samples, once.
      const radio = await openRadio(driver, REQUEST, { clock: () => usb.seconds(REQUEST.rate) + skipped });
      const found = await receive(radio, usb, 6 * MILLION, { every: false });
      skipped = 0.5;
      const { dropped } = await receive(radio, usb, 10 * MILLION, { every: false });
      expect([found.dropped, dropped]).toEqual([0, 0.5 * REQUEST.rate]);
      radio.close();
    });

    it("retunes while it receives: the newest settings win, and a tag tells the first sample", async () => {
      const usb = fake();
      const radio = await open(usb);
      await receive(radio, usb, MILLION, { every: false });
      const before = writes(usb);
      for (let step = 1; step <= 50; step++) radio.set({ frequency: 100e6 + step * 1e5 });
      const { tags } = await receive(radio, usb, 3 * MILLION, { every: false });
      expect(tags).toMatchObject([{ key: "rx_freq", value: 105e6 }]);
      // The first of the fifty and the last one.
      const once = (writes(usb) - before) / 2;
      expect(once).toBeGreaterThanOrEqual(writesOnce[0]);
      expect(once).toBeLessThanOrEqual(writesOnce[1]);
      radio.set({ gainControl: "manual", gain: 20, ppm: 7, biasTee: "on" });
      await expect.poll(() => usb.biasTee).toBe(true);
      const { dropped } = await receive(radio, usb, MILLION, { every: false });
      expect(dropped).toBe(0);
      radio.close();
      await expect.poll(() => [usb.opened, usb.biasTee]).toEqual([false, false]);
    });

    it("switches the bias tee off, also when the source is closed while it is switched on", async () => {
      const usb = fake();
      const radio = await open(usb);
      radio.set({ biasTee: "on" });
      radio.close();
      await radio.closed;
      expect([usb.opened, usb.biasTee]).toEqual([false, false]);
    });

    it("splits no sample, and loses none, at its highest rate", async () => {
      const rate = kind === "HackRF" ? 20e6 : 3.2e6;
      const usb = fake((transfer) => (transfer % 3 === 1 ? { short: 511 } : undefined));
      const radio = await openRadio(createUsbDriver(usb), { ...REQUEST, rate }, { clock: () => usb.seconds(rate) });
      const { wrong, dropped } = await receive(radio, usb, 8 * MILLION);
      expect({ wrong, dropped }).toEqual({ wrong: 0, dropped: 0 });
      radio.close();
    });

    it("says so when no receiver is connected, and when another program uses it", async () => {
      const usb = fake();
      usb.unplug();
      await expect(open(usb)).rejects.toThrow("No receiver is connected. Plug it in, and choose “Connect a radio”");
      usb.plug();
      const used = {
        ...usb,
        getDevices: async () =>
          (await usb.getDevices()).map((device) => ({
            ...device,
            claimInterface: () => Promise.reject(new Error("busy")),
          })),
      };
      await expect(openRadio(createUsbDriver(used), REQUEST)).rejects.toThrow(busy);
      expect(usb.opened).toBe(false);
    });

    it.runIf(process.env.THREERAY_SLOW && kind === "RTL-SDR")(
      "receives an hour at 2.4 MS/s without a lost sample",
      async () => {
        const random = testRandom(3);
        const usb = fake((transfer) => {
          if (transfer === 70_000) return "unplug";
          const kind = Math.floor(1000 * random());
          if (kind === 0) return "stall";
          if (kind === 1) return { short: Math.floor(1000 * random()) };
          return kind < 5 ? { late: Math.floor(40 * random()) } : undefined;
        });
        const onStatus = ({ state }: RadioStatus) => state === "unplugged" && setTimeout(() => usb.plug(), 20);
        const radio = await open(usb, { onStatus });
        const hour = 3600 * REQUEST.rate;
        const { wrong, dropped, samples } = await receive(radio, usb, hour, { every: false });
        expect({ wrong, dropped }).toEqual({ wrong: 0, dropped: 0 });
        expect(samples).toBeGreaterThanOrEqual(hour);
        radio.close();
      },
      900_000,
    );
  },
);

describe("worker/sources/usb-driver", () => {
  it("opens a receiver of the other kind in place of the first one, and each byte gets its own meaning", async () => {
    const [rtlSdr, hackRf] = KINDS;
    const usb = fakeUsb("RTL-SDR", (transfer) => (transfer === 10 ? "unplug" : undefined));
    const onStatus = ({ state }: RadioStatus) => state === "unplugged" && setTimeout(() => usb.plug("HackRF"), 20);
    const radio = await open(usb, { onStatus });
    let [at, wrong] = [0, 0];
    let now: (typeof KINDS)[number] = rtlSdr;
    // The bytes of both receivers wait in the queue.
    await expect.poll(() => [radio.status.name, radio.status.dropped > 0]).toEqual([hackRf.name, true]);
    while (at < 3 * MILLION) {
      const chunk = await radio.read();
      if (!chunk) break;
      if (chunk.tags.some(({ key }) => key === "unplugged")) now = hackRf;
      for (const item of chunk.items) if (item !== now.sampleOf(usb.byteAt(at++))) wrong++;
    }
    expect([wrong, now.kind, radio.status.format]).toEqual([0, "HackRF", "ci8"]);
    radio.close();
  });

  it("waits when the other receiver does not have the rate, and says so", async () => {
    const usb = fakeUsb("RTL-SDR", (transfer) => (transfer === 10 ? "unplug" : undefined));
    const request = { ...REQUEST, rate: 1e6 };
    const radio = await openRadio(createUsbDriver(usb, { patienceMs: 5 }), request);
    await expect.poll(() => radio.status.state).toBe("unplugged");
    usb.plug("HackRF");
    await expect
      .poll(() => radio.status)
      .toMatchObject({ state: "unplugged", message: expect.stringContaining("It gives 2,000,000 to 20,000,000.") });
    usb.unplug();
    usb.plug("RTL-SDR");
    await expect
      .poll(() => radio.status)
      .toMatchObject({ state: "receiving", name: "Fake RTL2838", message: undefined });
    radio.close();
  });
});
