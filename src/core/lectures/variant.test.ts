import { assert, property, string } from "fast-check";
import { describe, expect, it } from "vitest";
import { canonicalJson, commitmentOf, hashOf, studentCopy } from "./identity.ts";
import { exampleLecture } from "./testing.ts";
import { filled, normalizedName, startOrder, valueAt, valuesIn, studentVariant } from "./variant.ts";

const LECTURE = exampleLecture();

describe("variants", () => {
  // Computed in Python: int(sha256("threeray variant 1\n" + id + place + field + name).hexdigest()[:16], 16) * n >> 64.
  it.each([
    ["Ada Lovelace", 16, 622_721, "4"],
    ["  ada   LOVELACE ", 16, 622_721, "4"],
    ["José", 20, 78_202, "4"],
    ["Jose\u0301", 20, 78_202, "4"],
    ["Emmy Noether", 13, 486_004, "8"],
  ])("%j has the values that Python computes", (student, at, seed, antennas) => {
    const { scenario, values } = studentVariant(LECTURE, { step: 1 }, student);
    expect(values).toEqual({ at, seed });
    expect(scenario).toBe(`turbo?length=512&at=${at}&seed=${seed}`);
    expect(studentVariant(LECTURE, { task: 0 }, student).scenario).toBe(`mimo?antennas=${antennas}&detectors=zf`);
  });

  it("without a name, and without bounds, is the scenario as written", () => {
    const written = { scenario: "turbo?length=512&at=14&seed=0", values: { at: "14", seed: "0" } };
    expect(studentVariant(LECTURE, { step: 1 }, " ")).toEqual(written);
    expect(studentVariant(LECTURE, { step: 0 }, "Ada")).toEqual({ scenario: "turbo?length=512", values: {} });
  });

  it("draws all values within the bounds about equally often", () => {
    const counts = new Map<unknown, number>();
    for (let i = 0; i < 2100; i++) {
      const { at } = studentVariant(LECTURE, { step: 1 }, `student ${i}`).values;
      counts.set(at, (counts.get(at) ?? 0) + 1);
    }
    expect([...counts.keys()].toSorted((a, b) => Number(a) - Number(b))).toEqual(
      Array.from({ length: 21 }, (_, i) => 10 + i / 2),
    );
    // 100 expected of each, with a standard deviation of 9.8: five of them on either side.
    for (const count of counts.values()) expect(Math.abs(count - 100)).toBeLessThan(49);
  });

  it("keeps decimal values as they are written", () => {
    const bounds = { from: 0.1, to: 0.9, step: 0.1 };
    expect(valuesIn(bounds)).toBe(9);
    expect(Array.from({ length: 9 }, (_, i) => valueAt(bounds, i))).toEqual([
      0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9,
    ]);
  });

  it("fills texts, and leaves other braces alone", () => {
    expect(filled("At {{at}} dB, not {{constructor}} or {at}", { at: 12.5 })).toBe(
      "At 12.5 dB, not {{constructor}} or {at}",
    );
    expect(filled("{{at}} dB, {{level}}, {{response}}", { at: -10, level: "-0.5", response: "-1;j" })).toBe(
      "−10 dB, −0.5, -1;j",
    );
  });

  it("never shows items to sort in the file's order", () => {
    for (let i = 0; i < 200; i++) {
      for (const count of [2, 3, 12]) {
        const order = startOrder({ prompt: `Sort ${i}`, items: Array.from({ length: count }) });
        expect(order).not.toEqual(order.toSorted((a, b) => a - b));
        expect(new Set(order).size).toBe(count);
      }
    }
  });

  it("normalizing twice changes nothing", () => {
    assert(
      property(string({ unit: "binary" }), (name) => normalizedName(normalizedName(name)) === normalizedName(name)),
      {
        numRuns: 200,
      },
    );
  });
});

describe("identity", () => {
  it("is the same for the lecturer's and the student's copy, which has neither hidden checks nor solutions", () => {
    const copy = studentCopy(LECTURE);
    expect(hashOf(copy)).toBe(hashOf(LECTURE));
    expect(studentCopy(copy)).toEqual(copy);
    const text = JSON.stringify(copy);
    for (const secret of ["0123456789abcdef", "1e-4", "0.0001", "detectors=mmse"]) {
      expect(JSON.stringify(LECTURE) + "1e-4").toContain(secret);
      expect(text).not.toContain(secret);
    }
    expect(hashOf({ ...LECTURE, title: "Another" })).not.toBe(hashOf(LECTURE));
  });

  it("commits to a check as Python's hashlib does", () => {
    const check = { value: 0.001, test: "<=", salt: "0123456789abcdef", output: "ber.mmse" } as const;
    expect(commitmentOf(check).hash).toBe("3299fbacaf73d88cd94dd08352889d1cc384ba9d36f98025670240d11ec4cd30");
  });

  it("sorts the fields of objects and keeps the order of lists", () => {
    expect(canonicalJson({ b: [2, { d: 1, c: "é" }], a: undefined })).toBe('{"b":[2,{"c":"é","d":1}]}');
  });
});
