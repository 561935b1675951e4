import { describe, expect, it } from "vitest";
import { readPoints } from "../../configuration/fields.ts";
import { AUTO_SNR, WIFI } from "./experiment.ts";

describe("wifi/experiment", () => {
  it.each([
    [{ rateMbps: ["7"] }, "wifi: rateMbps must be one or more of 6, 9, 12, 18, 24, 36, 48, 54, got"],
    [{ bytes: 4 }, "wifi: bytes must be a whole number from 5 to 4095 bytes, got 4"],
    [{ channel: "flat" }, "wifi: channel must be one of awgn, exponential, rays, measured-1,"],
    [{ estimators: ["zf"] }, "wifi: estimators must be one or more of genie, ls,"],
    [{ clock: 101 }, "wifi: clock must be a number from -100 to 100 ppm, got 101"],
    [{ lab: "mimo" }, 'wifi: lab must be "wifi"'],
  ])("refuses %o", (given, message) => {
    expect(() => WIFI.parse(given)).toThrow(message);
  });

  it("has automatic points down to a packet error rate", () => {
    expect(readPoints(WIFI.parse({ snr: "auto:0.1" }).snr, AUTO_SNR)).toEqual({ from: -4, to: 44, target: 0.1 });
  });
});
