import { describe, expect, it } from "vitest";
import { codeNamed } from "./names.ts";

describe("codes/files/names", () => {
  it.each([
    ["turbo:6144", "lte-6144"],
    ["wimax-ldpc:2304:1/2", "wimax-2304-1/2"],
    ["wimax-ldpc:576:2/3A", "wimax-576-2/3a"],
    ["wimax-ldpc:576:5/6-50", "wimax-576-5/6-50"],
    ["convolutional:133,171:816", "bcc-816"],
    ["convolutional:133,171:25", "bcc-25"],
    ["convolutional:5,7:100", "convolutional:5,7:100"],
    ["convolutional:05,007:100", "convolutional:5,7:100"],
    ["convolutional:171,133:25", "convolutional:171,133:25"],
    ["nr-ldpc:64:128", "nr-ldpc:64:128"],
    ["lte-40", "lte-40"],
  ])("%s is %s", (name, registered) => {
    expect(codeNamed(name).name).toBe(registered);
  });

  it("finds the length of the convolutional code from the width of frames", () => {
    expect(codeNamed("convolutional:133,171", { information: 816 }).name).toBe("bcc-816");
    expect(codeNamed("convolutional:133,171", { length: 1644 }).name).toBe("bcc-816");
    expect(codeNamed("convolutional:5,7", { length: 204 }).name).toBe("convolutional:5,7:100");
  });

  it.each([
    ["turbo:1723", undefined, /length must be one of the 188 of TS 36.212, .* got 1723 \(nearest: 1696 and 1728\)/],
    ["turbo:41", undefined, /got 41 \(nearest: 40 and 48\)/],
    ["lte-1", undefined, /got 1 \(nearest: 40\)/],
    ["turbo:7000", undefined, /got 7000 \(nearest: 6144\)/],
    ["wimax-ldpc:600:1/2", undefined, /n must be 576 to 2304 by 96, got 600 \(nearest: 576 and 672\)/],
    ["wimax-2304-2/3", undefined, /the rate must be one of 1\/2, 2\/3a, .*, got 2\/3$/],
    ["convolutional:133,171:0", undefined, /bcc-0 is no code: K must be 1 to 32776, got 0/],
    ["nr-ldpc:64:60", undefined, /nr-ldpc:64:60 is not a code of NR/],
    ["polar:64", undefined, /got "polar:64"/],
    ["convolutional:171,133", undefined, /convolutional:171,133 needs a length here/],
    ["convolutional:5,7:0", undefined, /K must be 1 to 32776, got 0/],
    ["convolutional:5,7:9999999999", undefined, /K must be 1 to 32776, got 9999999999/],
    ["convolutional:0,7:10", undefined, /generators must not be 0, got 0,7/],
    ["convolutional:5,00", { information: 10 }, /generators must not be 0, got 5,00/],
    ["convolutional:3,2:10", undefined, /generators must have a memory of 2 to 8, got 1 in 3,2/],
    ["convolutional:1000,7:10", undefined, /generators must have a memory of 2 to 8, got 9 in 1000,7/],
    ["convolutional:7777777,7:10", undefined, /got 20 in/],
    ["convolutional:5,8:10", undefined, /got "convolutional:5,8:10"/],
    ["convolutional:5,7,7:10", undefined, /got "convolutional:5,7,7:10"/],
    ["convolutional:133,171", undefined, /needs a length here, e.g. convolutional:133,171:816/],
    ["convolutional:133,171", { length: 1645 }, /has 2\(K \+ 6\) bits for K information bits; got frames of 1645/],
    ["convolutional:133,171", { length: 12 }, /got frames of 12/],
  ] as const)("refuses %s for frames of %o", (name, width, message) => {
    expect(() => codeNamed(name, width)).toThrow(message);
  });
});
