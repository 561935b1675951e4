import { expect, it } from "vitest";
import { nearestName } from "./nearest-name.ts";

const names = ["turbo", "turbo-decode", "mimo", "fft", "filter", "flow"];

it.each([
  ["trubo", "turbo"],
  ["turbodecode", "turbo-decode"],
  ["mino", "mimo"],
  ["flter", "filter"],
  ["ftt", "fft"],
  ["", undefined],
  ["x", undefined],
  ["equalizer", undefined],
])("%s means %s", (word, name) => expect(nearestName(word, names)).toBe(name));
