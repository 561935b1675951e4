import { describe, expect, it } from "vitest";
import type { ChapterName, Lecture } from "../../kit/lecture.ts";
import { LABS } from "../../labs/registry.ts";
import { indexOf, minutesOf, orderCourse, searched } from "./order.ts";

const lecture = (id: string, chapter: ChapterName, teaches: string[], needs?: string[]): Lecture => ({
  id,
  chapter,
  title: id,
  about: "",
  lab: "",
  teaches,
  needs,
  steps: [],
});

const order = (...lectures: Lecture[]) =>
  orderCourse(lectures).map(({ number, lectures: own }) => `${number}: ${own.map(({ id }) => id).join(" ")}`);

const allLectures = async () =>
  (
    await Promise.all(
      Object.values(LABS).map(async (entry) => ("lectures" in entry ? (await entry.lectures()).LECTURES : [])),
    )
  ).flat();

describe("course", () => {
  it("has the chapters in their order, and keeps the order of lectures without prerequisites", () => {
    expect(
      order(
        lecture("c", "gpu", []),
        lecture("a", "filters", []),
        lecture("b", "filters", []),
        lecture("d", "signals", []),
      ),
    ).toEqual(["1: d", "2: a b", "G: c"]);
  });

  it("puts prerequisites first", () => {
    expect(
      order(
        lecture("a", "signals", [], ["poles"]),
        lecture("b", "signals", ["zeros"]),
        lecture("c", "signals", ["poles"], ["gain"]),
        lecture("d", "signals", ["gain"]),
      ),
    ).toEqual(["1: b d c a"]);
  });

  it("ignores prerequisites that no lecture teaches, and cycles", () => {
    expect(order(lecture("a", "codes", ["x"], ["y", "magic"]), lecture("b", "codes", ["y"], ["x"]))).toEqual([
      "1: a b",
    ]);
  });

  it("estimates the time for reading and trying", () => {
    const step = { title: "", text: "word ".repeat(148).trim(), question: "a", answer: "b", scenario: "" };
    expect(minutesOf({ ...lecture("a", "signals", []), steps: Array.from({ length: 4 }, () => step) })).toBe(10);
  });

  it("finds all prerequisites of the labs’ lectures, and puts them first", async () => {
    const chapters = orderCourse(await allLectures());
    const known = new Set<string>();
    for (const { id, teaches, needs = [] } of chapters.flatMap(({ lectures }) => lectures)) {
      for (const need of needs) expect(known, `${id} needs ${need}`).toContain(need);
      for (const subject of teaches) known.add(subject);
    }
    // Samples, noise and error rates come before multipath.
    const numbers = new Map(chapters.flatMap(({ lectures }) => lectures).map(({ id, number }) => [id, number]));
    for (const id of ["complex-samples", "noise-and-decibels", "counting"]) expect(numbers.get(id)).toMatch(/^1\./);
    expect(Number(numbers.get("multipath-spectrum"))).toBeGreaterThan(2);
    expect(indexOf(chapters).map(({ subject }) => subject.toLowerCase())).toEqual(
      [...known].map((subject) => subject.toLowerCase()).toSorted((a, b) => a.localeCompare(b, "en")),
    );
  });

  it("finds lectures by all words of a search, also in the texts of steps", async () => {
    const chapters = orderCourse(await allLectures());
    const found = (search: string) =>
      searched(chapters, search).flatMap(({ lectures }) => lectures.map(({ id }) => id));
    expect(found("wiener FILTER")).toContain("mmse-compromise");
    expect(found("wiener gibbs")).toEqual([]);
    expect(found(" ").length).toBe((await allLectures()).length);
  });
});
