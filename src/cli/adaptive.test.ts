import { expect, it } from "vitest";
import { refusal } from "./testing.ts";

it.each([
  ["--ebn0 3 --snr 4", "give the points once, got --ebn0 and --snr"],
  ["--theory --shard 1/2", "--theory runs no sweep; leave out --shard"],
  ["--outer 4", "--outer needs a --code"],
  ["--code none --information 100", "--information needs a --code"],
  [
    "--code convolutional:5,7 --symbols 500",
    "with --code the symbols follow from its bits; give --information instead",
  ],
  ["--code convolutional:5,7 --outer 2 --equalizers mmse", "outer above 1 needs the equalizer map, got mmse"],
  ["--code convolutional:0,7", "code: generators must not be 0, got 0,7"],
  ["--code lte-41", "code: length must be one of the 188"],
  ["--code convolutional:5,7 --information -1", "information must be a whole number from 0 to 100000"],
])("adaptive %s is refused", async (options, message) => {
  const { code, stderr } = await refusal(["adaptive", ...options.split(" ")]);
  expect(stderr).toContain(`adaptive: ${message}`);
  expect(code).toBe(2);
});
