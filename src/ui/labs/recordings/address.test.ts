import { describe, expect, it } from "vitest";
import { skipUnknown } from "#core/configuration/address.ts";
import { type RecordingsAddress, encodeRecordings, decodeRecordings } from "./address.ts";

describe("recordings/link", () => {
  it.each<[string, RecordingsAddress]>([
    ["#recordings?v=1", {}],
    ["#recordings?v=1&example=two-packets", { example: "two-packets" }],
    [
      "#recordings?v=1&example=two-packets&from=12000&count=500&band=-0.1:0.2",
      { example: "two-packets", view: { start: 12_000, count: 500 }, band: [-0.1, 0.2] },
    ],
    [
      "#recordings?v=1&example=tone-and-chirps&select=6000:2048:-0.4:0.1&fft=128&level=maximum",
      {
        example: "tone-and-chirps",
        selection: { start: 6000, count: 2048, low: -0.4, high: 0.1 },
        fftSize: 128,
        level: "maximum",
      },
    ],
    [
      "#recordings?v=1&example=medium-wave&hear=am&station=-18000",
      { example: "medium-wave", hearing: "am", station: -18_000 },
    ],
    [
      "#recordings?v=1&example=six-signals&find=recording&alarms=1e-6",
      { example: "six-signals", scope: "recording", falseAlarms: 1e-6 },
    ],
    // A search can be set for any file.
    ["#recordings?v=1&find=selection", { scope: "selection" }],
  ])("%s", (fragment, link) => {
    expect(decodeRecordings(fragment)).toEqual(link);
    expect(encodeRecordings(link)).toBe(fragment);
  });

  it("leaves out what only an example can have", () => {
    expect(encodeRecordings({ hearing: "fm", fftSize: 64, view: { start: 0, count: 9 } })).toBe("#recordings?v=1");
  });

  it("skips the unknown fields of a link from elsewhere", () => {
    const read = skipUnknown(() => decodeRecordings("#recordings?v=1&utm_medium=lms&example=two-packets"));
    expect(read).toEqual({ read: { example: "two-packets" }, skipped: ["utm_medium"] });
  });

  it.each([
    ["example=none", "example must be six-signals or "],
    ["from=1", "from and count must be given together"],
    ["from=-1&count=2", 'from must be a whole number from 0, got "-1"'],
    ["band=0.2:0.1", "band must be LOW:HIGH"],
    ["select=0:10:0.2", "select must be START:COUNT:LOW:HIGH"],
    ["select=0:0:-0.1:0.2", 'select must be a whole number from 1, got "0"'],
    ["fft=100", "fft must be 64 or 128 or 256"],
    ["hear=ssb", "hear must be as-is or am or fm or fm-stereo"],
    ["station=", "station must be a number from -1000000000 to 1000000000"],
    ["find=all", 'find must be view or recording or selection, got "all"'],
    ["alarms=0.1", 'alarms must be 1e-6 or 1e-9 or 1e-12, got "0.1"'],
    ["loud=1", "there is no field “loud”"],
  ])("refuses %s", (fields, message) => {
    expect(() => decodeRecordings(`#recordings?v=1&${fields}`)).toThrow(message);
  });
});
