import { describe, expect, it } from "vitest";
import { MIMO } from "#core/mimo/experiment/experiment.ts";
import { decodeMimo, DEFAULT_INSPECTION, encodeMimo } from "./address.ts";

describe("MIMO links", () => {
  it("omit fields at their defaults", () => {
    expect(encodeMimo({ config: MIMO.defaults, inspection: DEFAULT_INSPECTION, scene: 0, order: 0, pass: 0 })).toBe(
      "#mimo?v=1",
    );
    expect(decodeMimo("#mimo?v=1")).toEqual({
      config: MIMO.defaults,
      inspection: DEFAULT_INSPECTION,
      scene: 0,
      order: 0,
      pass: 0,
    });
  });

  it.each([
    "#mimo?v=1&antennas=2&qam=4&snr=4:2:16&detectors=zf,mmse,max-log&code=none&frames=20&at=8&use=3",
    "#mimo?v=1&antennas=1&channel=white&snr=3:1:10&code=wimax-576-1/2&decoder=min-sum&iterations=5&frame=7&target=0.001&compare=raw",
    "#mimo?v=1&orders=4&use=3&scene=5&order=2",
    "#mimo?v=1&receiveAntennas=16&channel=block-rayleigh&ebn0=-8:1:-5&detectors=mmse,mmse-pic&code=lte-104&decoder=log-map&outer=1,2,3&feedback=extrinsic&watch=mmse-pic&pass=3",
    "#mimo?v=1&detectors=mmse-pic&code=nr-ldpc-2304-1/2&crc=24A&outer=1,3&stop=crc",
  ])("survive decoding and encoding: %s", (link) => {
    expect(encodeMimo(decodeMimo(link))).toBe(link);
  });

  it("limit the inspection to what the experiment has", () => {
    expect(decodeMimo("#mimo?v=1&antennas=4&qam=16&use=2000").inspection.use).toBe(143);
  });

  it.each([
    ["#mimo?v=1&antennas=9", "antennas must be a whole number from 1 to 8"],
    ["#mimo?v=1&antennas=6&detectors=mtt", "mtt does not support these sizes"],
    ["#mimo?v=1&at=loud", 'at must be a number from -20 to 60, got "loud"'],
    ["#mimo?v=1&watch=sphere", "watch must be one of zf, mmse"],
    ["#mimo?v=1&pass=16", 'pass must be a number from 0 to 15, got "16"'],
    ["#mimo?v=1&use=1.5", 'use must be a number from 0 to 2303, got "1.5"'],
    ["#mimo?v=1&colour=blue", "there is no field “colour”"],
  ])("say what is wrong with %s", (link, message) => {
    expect(() => decodeMimo(link)).toThrow(message);
  });
});
