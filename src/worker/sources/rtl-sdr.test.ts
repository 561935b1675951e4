import { describe, expect, it } from "vitest";
import { openRadio } from "#core/live/radio.ts";
import { fakeUsb, REQUEST } from "./testing.ts";
import { createUsbDriver } from "./usb-driver.ts";

describe("worker/sources/rtl-sdr", () => {
  it.each([
    [{ rate: 500e3 }, "cannot give 500,000 samples per second. It gives 225,001 to 300,000 or 900,001 to 3,200,000"],
    [{ rate: 8e6 }, "cannot give 8,000,000 samples per second"],
    [{ frequency: 2.4e9 }, "cannot tune to 2400 MHz. Choose a frequency of at most 1766 MHz"],
  ])("refuses %o", async (change, message) => {
    const usb = fakeUsb("RTL-SDR");
    await expect(openRadio(createUsbDriver(usb), { ...REQUEST, ...change })).rejects.toThrow(message);
    expect(usb.opened).toBe(false);
  });
});
