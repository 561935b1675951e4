import { describe, expect, it } from "vitest";
import { FILTERS } from "#core/filters/experiment.ts";
import { decodeFilters, encodeFilters, type FiltersAddress } from "./address.ts";

const config = FILTERS.defaults;
/** Tones at the same places of the spectrum where the Nyquist frequency is 1. */
const unitTones = "0.0625,0.2083,0.375,0.6667";

describe("store/filters-link", () => {
  it.each<[string, FiltersAddress]>([
    ["#filters?v=1", { config, logarithmic: false }],
    ["#filters?v=1&axis=log", { config, logarithmic: true }],
    [
      "#filters?v=1&design=%7B%22type%22%3A%22butterworth%22%2C%22order%22%3A8%2C%22cutoff%22%3A0.1%7D",
      {
        config: { ...config, tones: unitTones, design: { type: "butterworth", order: 8, cutoff: 0.1 } },
        logarithmic: false,
      },
    ],
    [
      "#filters?v=1&design=%7B%22type%22%3A%22zeros-poles%22%2C%22zeros%22%3A%5B-1%5D%2C%22poles%22%3A%5B%5B0.5%2C0.5%5D%5D%7D",
      {
        config: { ...config, tones: unitTones, design: { type: "zeros-poles", zeros: [-1], poles: [[0.5, 0.5]] } },
        logarithmic: false,
      },
    ],
    [
      "#filters?v=1&signal=recording&example=fm-stereo&from=100&count=5000&hear=fm",
      {
        config: { ...config, signal: "recording" },
        logarithmic: false,
        example: "fm-stereo",
        part: { start: 100, count: 5000 },
        hearing: "fm",
      },
    ],
    ["#filters?v=1&hear=am&station=-75000.5", { config, logarithmic: false, hearing: "am", station: -75_000.5 }],
  ])("%s", (text, link) => {
    expect(decodeFilters(text)).toEqual(link);
    expect(encodeFilters(link)).toBe(text);
  });

  it.each([
    ["#filters?v=2", "reads version 1"],
    ["#filters?v=1&axis=lin", 'axis must be log, got "lin"'],
    ["#filters?v=1&design=7", "must be an object"],
    ["#filters?v=1&design={", "must hold JSON"],
    ["#filters?v=1&design=%7B%22type%22%3A%22butter%22%7D", "type must be one of butterworth"],
    ["#filters?v=1&example=a/b", 'must be a name, got "a/b"'],
    ["#filters?v=1&from=-1&count=5", 'from must be a whole number from 0, got "-1"'],
    ["#filters?v=1&from=1", "from and count must be given together"],
    ["#filters?v=1&hear=ssb", 'one of as-is, am, fm, fm-stereo, got "ssb"'],
    ["#filters?v=1&station=200k", 'station must be a number of Hz from -1000000000 to 1000000000, got "200k"'],
    ["#filters?v=1&station=", 'station must be a number of Hz from -1000000000 to 1000000000, got ""'],
    ["#filters?v=1&taps=3", "no field “taps”"],
  ])("%s is refused", (text, why) => {
    expect(() => decodeFilters(text)).toThrow(why);
  });
});
