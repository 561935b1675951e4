import { expect, it } from "vitest";
import { unusedChanges, wrongChanges } from "../../../measurement/testing.ts";
import { TURBO } from "./experiment.ts";
import { TURBO_USES } from "./uses.ts";
import { turboSweep } from "./sweep.ts";

it("turbo: every field changes what its schema says", async () => {
  const base = TURBO.parse({
    length: 104,
    rate: "2/3",
    ebn0: "2,3",
    algorithm: ["max-log"],
    windows: "4",
    iterations: "4",
    crc: "24A",
    stop: "sign",
    codewords: 64,
  });
  const others = { length: 112, ebn0: "2,4", windows: "1", iterations: "2", scale: 0.3 };
  expect(await wrongChanges(turboSweep, TURBO, base, others)).toEqual([]);
});

it("turbo: fields change no count where they have no use", async () => {
  const base = TURBO.parse({
    length: 40,
    ebn0: "2",
    algorithm: ["log-map"],
    windows: "1",
    iterations: "2",
    codewords: 32,
  });
  expect(await unusedChanges(turboSweep, TURBO, TURBO_USES, base, { scale: 0.3 })).toEqual({
    unused: ["redundancyVersion", "scale"],
    wrong: [],
  });
});
