import { describe, expect, it } from "vitest";
import type { Lecture } from "../../kit/lecture.ts";
import { LABS } from "../../labs/registry.ts";
import { minutesOf, orderCourse } from "./order.ts";

const lecture = (id: string, teaches: string[], needs?: string[]): Lecture => ({
  id,
  title: id,
  about: "",
  lab: "",
  teaches,
  needs,
  steps: [],
});

const order = (chapters: Record<string, Lecture[]>) =>
  orderCourse(Object.entries(chapters).map(([lab, lectures]) => ({ lab, lectures }))).map(
    ({ lab, lectures }) => `${lab}: ${lectures.map(({ id }) => id).join(" ")}`,
  );

describe("course", () => {
  it("keeps the given order of lectures without prerequisites", () => {
    expect(order({ one: [lecture("a", []), lecture("b", [])], two: [lecture("c", [])] })).toEqual([
      "one: a b",
      "two: c",
    ]);
  });

  it("puts prerequisites first, within a lab and between labs", () => {
    expect(
      order({
        one: [lecture("a", [], ["poles"]), lecture("b", ["zeros"])],
        two: [lecture("c", ["poles"], ["gain"]), lecture("d", ["gain"])],
      }),
    ).toEqual(["two: d c", "one: a b"]);
  });

  it("ignores prerequisites that no lecture teaches, and cycles", () => {
    expect(order({ one: [lecture("a", ["x"], ["y", "magic"]), lecture("b", ["y"], ["x"])] })).toEqual(["one: a b"]);
  });

  it("estimates the time for reading and trying", () => {
    const step = { title: "", text: "word ".repeat(148).trim(), question: "a", answer: "b", scenario: "" };
    expect(minutesOf({ ...lecture("a", []), steps: Array.from({ length: 4 }, () => step) })).toBe(10);
  });

  it("finds all prerequisites of the labs’ lectures, and puts them first", async () => {
    const chapters = await Promise.all(
      Object.entries(LABS).map(async ([lab, entry]) => ({
        lab,
        lectures: "lectures" in entry ? (await entry.lectures()).LECTURES : [],
      })),
    );
    const known = new Set<string>();
    for (const { id, teaches, needs = [] } of orderCourse(chapters).flatMap(({ lectures }) => lectures)) {
      for (const need of needs) expect(known, `${id} needs ${need}`).toContain(need);
      for (const subject of teaches) known.add(subject);
    }
  });
});
