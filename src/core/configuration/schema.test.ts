import { describe, expect, expectTypeOf, it } from "vitest";
import { field, schema } from "./schema.ts";

const columns = { x: { unit: "", min: 0, max: 9 }, y: { unit: "", min: 0, max: 9 } };

describe("configuration/schema", () => {
  const declared = schema(
    "test",
    2,
    {
      gain: field.number("Gain", "A factor.", { default: 0.5, min: 0, max: 1, step: 0.1, change: "set" }),
      size: field.whole("Size", "A count.", { default: 4, min: 1, max: 9 }),
      mode: field.choice("Mode", "A choice.", ["fast", "exact"], { default: "exact" }),
      methods: field.list("Methods", "Some choices.", ["a", "b"], { default: ["a"] }),
      points: field.rows("Points", "A table.", columns, { default: [{ x: 0, y: 0 }], row: "point", max: 3 }),
      pair: field.json("Pair", "Data.", (value) => value as { left: number }, { default: { left: 1 } }),
    },
    "trial",
  );

  it("infers the configuration and its defaults from the fields", () => {
    type Config = {
      lab: "test";
      version: 2;
      gain: number;
      size: number;
      mode: "fast" | "exact";
      methods: ("a" | "b")[];
      points: Record<"x" | "y", number>[];
      pair: { left: number };
    };
    expectTypeOf(declared.parse({})).toExtend<Config>();
    expectTypeOf<Config>().toExtend<typeof declared.defaults>();
    const { lab, version, ...values } = declared.parse({ gain: 0.75 });
    expect({ lab, version }).toEqual({ lab: "test", version: 2 });
    expect(values).toEqual({
      gain: 0.75,
      size: 4,
      mode: "exact",
      methods: ["a"],
      points: [{ x: 0, y: 0 }],
      pair: { left: 1 },
    });
    expect(() => declared.parse({ size: 1.5 })).toThrow("trial: size must be a whole number from 1 to 9, got 1.5");
  });

  it("takes a field for one that rebuilds, unless it says otherwise", () => {
    const changes = Object.entries(declared.fields).map(([name, { change }]) => [name, change]);
    expect(changes.filter(([, change]) => change === "set")).toEqual([["gain", "set"]]);
    expect(declared.fields.size).toMatchObject({ unit: "", step: 1, integer: true });
  });

  it("gives each configuration its own lists and tables", () => {
    declared.parse({}).points[0].x = 5;
    expect(declared.parse({}).points).toEqual([{ x: 0, y: 0 }]);
  });
});
