import { describe, expect, it } from "vitest";
import { openRadio, type RadioRequest } from "#core/live/radio.ts";
import { createRecorder, memoryTarget } from "#core/live/recorder.ts";
import { fromBlob } from "#core/capture/byte-source.ts";
import { openRecording } from "#core/capture/registry.ts";
import { fakeUsb, type FakeUsb, REQUEST as USUAL } from "./testing.ts";
import { createUsbDriver } from "./usb-driver.ts";

const REQUEST: RadioRequest = { ...USUAL, frequency: 100.3e6, rate: 8e6 };

const [MODE, RATE, FILTER, FREQUENCY, AMPLIFIER, LNA, VGA, ANTENNA] = [1, 6, 7, 16, 17, 19, 20, 23];

const open = (usb: FakeUsb, change: Partial<RadioRequest> = {}) =>
  openRadio(createUsbDriver(usb), { ...REQUEST, ...change }, { clock: () => usb.seconds(REQUEST.rate) });

/** The two numbers of 32 bits in the data of a request. */
const words = (data: readonly number[]) => {
  const view = new DataView(Uint8Array.from(data).buffer);
  return [view.getUint32(0, true), view.getUint32(4, true)];
};

/** The last data or numbers of each request. */
async function requestsOf(change: Partial<RadioRequest>): Promise<Map<number, readonly number[]>> {
  const usb = fakeUsb("HackRF");
  const radio = await open(usb, change);
  const found = new Map(
    usb.requests.map(({ request, value, index, data }) => [request, data.length ? words(data) : [value, index]]),
  );
  radio.close();
  await radio.closed;
  return found;
}

describe("worker/sources/hackrf", () => {
  it("sets everything, with the numbers of the protocol, before it receives", async () => {
    const usb = fakeUsb("HackRF");
    const radio = await open(usb);
    expect(usb.requests).toEqual([
      // 8,000,000 = 0x7a1200, divided by 1.
      { request: RATE, value: 0, index: 0, data: [0x00, 0x12, 0x7a, 0, 1, 0, 0, 0] },
      // 6,000,000 = 0x5b8d80 in two halves.
      { request: FILTER, value: 0x8d80, index: 0x5b, data: [] },
      // 100 MHz and 300,000 Hz = 0x493e0.
      { request: FREQUENCY, value: 0, index: 0, data: [100, 0, 0, 0, 0xe0, 0x93, 4, 0] },
      { request: AMPLIFIER, value: 0, index: 0, data: [] },
      { request: LNA, value: 0, index: 16, data: [] },
      { request: VGA, value: 0, index: 16, data: [] },
      { request: ANTENNA, value: 0, index: 0, data: [] },
      { request: MODE, value: 1, index: 0, data: [] },
    ]);
    expect(radio.status.remark).toBe(
      "A HackRF has no automatic gain control, so its gain is fixed: LNA 16 dB, VGA 16 dB, RF amplifier off.",
    );
    radio.close();
    await radio.closed;
    expect([usb.mode, usb.biasTee, usb.opened]).toEqual([0, false, false]);
  });

  it("sends only what changes", async () => {
    const usb = fakeUsb("HackRF");
    const radio = await open(usb);
    const before = usb.requests.length;
    const sent = () => usb.requests.slice(before).map(({ request }) => request);
    radio.set({ frequency: 433.92e6 });
    await expect.poll(sent).toEqual([FREQUENCY]);
    radio.set({ gainControl: "manual", gain: 48 });
    await expect.poll(sent).toEqual([FREQUENCY, LNA, VGA]);
    await expect.poll(() => radio.status.remark).toBe("Gain: LNA 24 dB, VGA 24 dB, RF amplifier off.");
    radio.set({ biasTee: "on" });
    await expect.poll(() => usb.biasTee).toBe(true);
    radio.close();
    await radio.closed;
    expect([usb.mode, usb.biasTee]).toEqual([0, false]);
  });

  it.each([
    [2e6, 1.75e6],
    [2.4e6, 1.75e6],
    [4e6, 2.5e6],
    [10e6, 7e6],
    [16e6, 12e6],
    [20e6, 15e6],
  ])("at %i samples/s passes %i Hz", async (rate, bandwidth) => {
    const [low, high] = (await requestsOf({ rate })).get(FILTER) ?? [];
    expect(2 ** 16 * high + low).toBe(bandwidth);
  });

  it.each([
    [0, 0, 0],
    [7, 0, 8],
    [8, 8, 0],
    [30, 16, 14],
    [32, 16, 16],
    [90, 40, 50],
    [102, 40, 62],
  ])("divides %i dB over LNA and VGA", async (gain, lna, vga) => {
    const found = await requestsOf({ gainControl: "manual", gain });
    expect([found.get(LNA), found.get(VGA), found.get(AMPLIFIER)]).toEqual([
      [0, lna],
      [0, vga],
      [0, 0],
    ]);
  });

  it("asks for less when the crystal is too fast, as an RTL-SDR does", async () => {
    const fast = await requestsOf({ ppm: 20 });
    // 100.3 MHz/1.00002 and 8 MHz/1.00002.
    expect([fast.get(FREQUENCY), fast.get(RATE)]).toEqual([
      [100, 297_994],
      [7_999_840, 1],
    ]);
    const slow = await requestsOf({ ppm: -20 });
    expect([slow.get(FREQUENCY), slow.get(RATE)]).toEqual([
      [100, 302_006],
      [8_000_160, 1],
    ]);
  });

  it("takes frequencies above 32 bits", async () => {
    expect((await requestsOf({ frequency: 5_999_999_999 })).get(FREQUENCY)).toEqual([5999, 999_999]);
  });

  it.each([1e6, 20_000_001])("refuses %i samples/s", async (rate) => {
    const usb = fakeUsb("HackRF");
    await expect(open(usb, { rate })).rejects.toThrow(
      `This HackRF receiver cannot give ${rate.toLocaleString("en")} samples per second. It gives 2,000,000 to 20,000,000. Choose another sample rate of the block`,
    );
    expect([usb.opened, usb.mode]).toEqual([false, 0]);
  });

  it.each([
    [FREQUENCY, "The HackRF refused request 16 (frequency)"],
    [LNA, "The HackRF refused request 19 (lna)"],
  ])("names request %i when the receiver refuses it", async (refused, message) => {
    const usb = fakeUsb("HackRF");
    const [device] = await usb.getDevices();
    const strict = {
      ...device,
      controlTransferOut: async (...given: Parameters<typeof device.controlTransferOut>) =>
        given[0].request === refused ? ({ status: "stall" } as const) : device.controlTransferOut(...given),
      // The answer 0 means that the gain was not set.
      controlTransferIn: async (...given: Parameters<typeof device.controlTransferIn>) =>
        given[0].request === refused
          ? ({ status: "ok", data: new DataView(new ArrayBuffer(1)) } as const)
          : device.controlTransferIn(...given),
    };
    await expect(open({ ...usb, getDevices: async () => [strict] })).rejects.toThrow(message);
    expect(usb.opened).toBe(false);
  });

  it("is recorded as ci8, with the bytes that came", async () => {
    const usb = fakeUsb("HackRF", (transfer) => (transfer % 2 ? { short: 7 } : undefined));
    const radio = await open(usb);
    const { name, format } = radio.status;
    const recorder = createRecorder({
      name: "x",
      device: name,
      format,
      rate: 8e6,
      target: memoryTarget(2 ** 20),
    });
    radio.listen(recorder);
    const blob = (await recorder.done) as Blob;
    radio.close();
    expect(await blob.text()).toContain('"core:hw": "Fake HackRF One"');
    const [recording] = await openRecording([fromBlob("x.sigmf", blob)]);
    expect(recording).toMatchObject({ samples: 2 ** 19, datatype: { name: "ci8" } });
    expect(recording.captures).toMatchObject([{ start: 0, centerFrequency: 100.3e6 }]);
    const items = await recording.read(0, 2 ** 19);
    expect(items.findIndex((item, i) => item !== new Int8Array([usb.byteAt(i)])[0] / 128)).toBe(-1);
  });
});
