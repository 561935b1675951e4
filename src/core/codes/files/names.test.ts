import { describe, expect, it } from "vitest";
import { codeNamed } from "./names.ts";

describe("codes/files/names", () => {
  it.each([
    ["turbo:6144", "lte-6144"],
    ["wimax-ldpc:2304:1/2", "wimax-2304-1/2"],
    ["wimax-ldpc:576:2/3A", "wimax-576-2/3a"],
    ["convolutional:133,171:816", "bcc-816"],
    ["convolutional:133,171:25", "bcc-25"],
    ["nr-ldpc:64:128", "nr-ldpc:64:128"],
    ["lte-40", "lte-40"],
  ])("%s is %s", (name, registered) => {
    expect(codeNamed(name).name).toBe(registered);
  });

  it("finds the length of the convolutional code from the width of frames", () => {
    expect(codeNamed("convolutional:133,171", { information: 816 }).name).toBe("bcc-816");
    expect(codeNamed("convolutional:133,171", { length: 1644 }).name).toBe("bcc-816");
  });

  it.each([
    ["turbo:41", undefined, /a code must be one of lte-40 to lte-6144 .*got "lte-41"/],
    ["convolutional:133,171:0", undefined, /bcc-0 is no code: K must be 1 to 32776, got 0/],
    ["nr-ldpc:64:60", undefined, /nr-ldpc:64:60 is not a code of NR/],
    ["polar:64", undefined, /got "polar:64"/],
    ["convolutional:171,133", undefined, /got "convolutional:171,133"/],
    ["convolutional:133,171", undefined, /needs a length here, e.g. convolutional:133,171:816/],
    ["convolutional:133,171", { length: 1645 }, /has 2\(K \+ 6\) bits for K information bits; got frames of 1645/],
    ["convolutional:133,171", { length: 12 }, /got frames of 12/],
  ] as const)("refuses %s for frames of %o", (name, width, message) => {
    expect(() => codeNamed(name, width)).toThrow(message);
  });
});
