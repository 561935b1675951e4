import { describe, expect, it } from "vitest";
import { TURBO } from "#core/codes/turbo/experiment/experiment.ts";
import { decodeTurbo, DEFAULT_INSPECTION, encodeTurbo } from "./address.ts";

/** The whole codeword, as the channel alone has it. */
const ALL = { iteration: 0, span: undefined };

describe("Turbo links", () => {
  it("omit fields at their defaults", () => {
    expect(encodeTurbo({ config: TURBO.defaults, inspection: DEFAULT_INSPECTION, ...ALL })).toBe("#turbo?v=1");
    expect(decodeTurbo("#turbo?v=1")).toEqual({ config: TURBO.defaults, inspection: DEFAULT_INSPECTION, ...ALL });
  });

  it.each([
    "#turbo?v=1&length=512&ebn0=0:0.25:2&algorithm=max-log,log-map&iterations=1,2,6&at=1.5&decoder=5",
    // 96 windows are the default of 6144 bits; 5760 bits have 90.
    "#turbo?v=1&length=5760&windows=96",
    "#turbo?v=1&length=512&iteration=3&bits=100-163",
    "#turbo?v=1&rate=3/4&redundancyVersion=2&crc=24A&stop=crc&seed=7&codeword=12&target=0.001&stage=62&stages=5",
  ])("survive decoding and encoding: %s", (link) => {
    const read = decodeTurbo(link);
    expect(decodeTurbo(encodeTurbo(read))).toEqual(read);
    expect(encodeTurbo(read)).toBe(link);
  });

  it("give a length its default number of windows", () => {
    expect(decodeTurbo("#turbo?v=1&length=5760").config.windows).toBe("90");
  });

  it("limit the inspection to what the experiment has", () => {
    const { inspection } = decodeTurbo("#turbo?v=1&length=40&decoder=7&stage=39&stages=4");
    expect(inspection).toMatchObject({ decoder: 0, stage: 36, stages: 4 });
  });

  it.each([
    ["#turbo?v=1&length=100", "length must be one of the 188"],
    ["#turbo?v=1&length=512&windows=3", "windows must divide K = 512"],
    ["#turbo?v=1&at=loud", 'at must be a number from -5 to 30, got "loud"'],
    ["#turbo?v=1&codeword=1.5", 'codeword must be a number from 0 to 16777215, got "1.5"'],
    ["#turbo?v=1&iteration=17", 'iteration must be a number from 0 to 16, got "17"'],
    ["#turbo?v=1&bits=9-8", 'bits must be FIRST-LAST, got "9-8"'],
    ["#turbo?v=1&colour=blue", "there is no field “colour”"],
  ])("say what is wrong with %s", (link, message) => {
    expect(() => decodeTurbo(link)).toThrow(message);
  });
});
