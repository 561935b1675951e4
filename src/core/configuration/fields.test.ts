import { describe, expect, it } from "vitest";
import { parseRange, readRows } from "./fields.ts";
import { field, schema } from "./schema.ts";

const columns = { x: { unit: "", min: 0, max: 9 }, y: { unit: "", min: 0, max: 9 } };
const test = schema("test", 1, {
  count: field.number("", "", { default: 1, min: 0, max: 9, step: 1 }),
  level: field.range("", "", { default: "1:1:3", unit: "dB", min: 0, max: 9 }),
  points: field.rows("", "", columns, { default: [{ x: 0, y: 0 }], row: "point", max: 3 }),
  name: field.text("", "", { default: "one", most: 5 }),
});

describe("configuration/fields", () => {
  it.each([
    ["[]", "test: must be an object, got []"],
    ['{"counts":1}', "test: no field counts; the fields are count, level, points, name"],
    ['{"__proto__":{"count":2}}', "test: no field __proto__"],
    ['{"constructor":1}', "test: no field constructor"],
    ['{"count":1e400}', "test: count must be a number from 0 to 9, got Infinity"],
    ['{"count":null}', "test: count must be a number from 0 to 9, got null"],
    ['{"level":"a"}', "test: level: a range is FROM:STEP:TO"],
    ['{"level":"1:1e-9:9"}', 'at most 1000 numbers, more in: "1:1e-9:9"'],
    ['{"name":"longer"}', 'test: name must be a text of at most 5 characters, got "longer"'],
    ['{"name":5}', "test: name must be a text of at most 5 characters, got 5"],
    ['{"points":[]}', "test: points must list 1 to 3 points, got []"],
    ['{"points":[null]}', "test: a point's x must be a number from 0 to 9, got undefined"],
    ['{"points":[{"x":1,"y":2,"z":3}]}', "test: a point has no z; it has x, y"],
    ['{"points":[{"x":1,"y":2,"__proto__":3}]}', "test: a point has no __proto__; it has x, y"],
    [`{"points":"${"long ".repeat(1e5)}"}`, `got "${"long ".repeat(39)}long…`],
  ])("refuses %s", (json, message) => {
    expect(() => test.parse(JSON.parse(json))).toThrow(message);
  });

  it("reads rows of text, and leaves extra values and other words for the schema to refuse", () => {
    expect(readRows(columns, "1,2;3,4")).toEqual([
      { x: 1, y: 2 },
      { x: 3, y: 4 },
    ]);
    for (const text of ["", "1", "1,", "1,2;", "1,2,3", "a,b"]) {
      expect(() => test.parse({ points: readRows(columns, text) })).toThrow("test: a point");
    }
  });

  it("reads ranges", () => {
    expect(parseRange("6:0.1:6.3")).toEqual([6, 6.1, 6.2, 6.3]);
    expect(parseRange("2:*2:16,5")).toEqual([2, 4, 8, 16, 5]);
  });
});

describe("messages stay short", () => {
  it("refuses a list of more than 1000 numbers without repeating it", () => {
    expect(parseRange(Array(1000).fill("1").join(","))).toHaveLength(1000);
    const refused = () => parseRange(Array(1e5).fill("1").join(","));
    expect(refused).toThrow(/at most 1000 numbers, more in: "1,1,1/);
    expect(refused).not.toThrow(/.{500}/);
  });
});
