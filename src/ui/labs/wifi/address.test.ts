import { describe, expect, it } from "vitest";
import { WIFI } from "#core/wifi/experiment/experiment.ts";
import { DEFAULT_INSPECTION } from "./inspection.ts";
import { decodeWifi, encodeWifi } from "./address.ts";

describe("Wi-Fi links", () => {
  it("omit fields at their defaults", () => {
    expect(encodeWifi({ config: WIFI.defaults, inspection: DEFAULT_INSPECTION })).toBe("#wifi?v=1");
    expect(decodeWifi("#wifi?v=1")).toEqual({ config: WIFI.defaults, inspection: DEFAULT_INSPECTION });
  });

  it.each([
    "#wifi?v=1&rateMbps=6,54&bytes=1458&channel=awgn&snr=0:0.5:3&estimators=ls&rate=1&target=0.01",
    "#wifi?v=1&channel=rays&rays=0,0,0;6,90,200&at=30&packet=7&symbol=3&bit=77&step=120&steps=48",
  ])("survive decoding and encoding: %s", (link) => {
    const read = decodeWifi(link);
    expect(decodeWifi(encodeWifi(read))).toEqual(read);
  });

  it("limit the inspection to what the experiment has", () => {
    const { inspection } = decodeWifi("#wifi?v=1&bytes=50&estimators=ls&rate=5&estimator=3&bit=4000");
    expect(inspection).toMatchObject({ rate: 0, estimator: 0, bit: 399 });
  });

  it.each([
    ["#wifi?v=1&rateMbps=11", "rateMbps must be one or more of"],
    ["#wifi?v=1&at=loud", 'at must be a number from -20 to 60, got "loud"'],
    ["#wifi?v=1&bit=1.5", 'bit must be a number from 0 to 32759, got "1.5"'],
    ["#wifi?v=1&steps=97", "steps must be a number from 4 to 96"],
    ["#wifi?v=1&colour=blue", "there is no field “colour”"],
  ])("say what is wrong with %s", (link, message) => {
    expect(() => decodeWifi(link)).toThrow(message);
  });
});
