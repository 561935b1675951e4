import { describe, expect, it } from "vitest";
import { type ChapterName, isProblemSet, type Lecture } from "#core/lectures/lecture.ts";
import { type LabEntry, LABS } from "../../labs/registry.ts";
import { courseLabs, indexOf, orderCourse, searched } from "./order.ts";

const lecture = (id: string, chapter: ChapterName, teaches: string[], needs: string[] = []): Lecture => ({
  version: 1,
  id,
  chapter,
  title: id,
  summary: "",
  minutes: 5,
  teaches,
  needs,
  steps: [],
});

const order = (...lectures: Lecture[]) =>
  orderCourse(lectures).map(({ number, lectures: own }) => `${number}: ${own.map(({ id }) => id).join(" ")}`);

const allLectures = async () =>
  (
    await Promise.all(
      courseLabs(LABS).map(async (name) => {
        const entry = LABS[name];
        return "lectures" in entry ? (await entry.lectures()).LECTURES : [];
      }),
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

  it("puts a chapter’s problem set last", () => {
    const tasks = [{ title: "", prompt: "", scenario: "turbo", free: ["at"], checks: [] }];
    expect(
      order({ ...lecture("a", "signals", []), tasks }, lecture("b", "signals", []), lecture("c", "filters", [])),
    ).toEqual(["1: b a", "2: c"]);
  });

  it("ignores prerequisites that no lecture teaches, and cycles", () => {
    expect(order(lecture("a", "codes", ["x"], ["y", "magic"]), lecture("b", "codes", ["y"], ["x"]))).toEqual([
      "1: a b",
    ]);
  });

  it("finds all prerequisites of the labs’ lectures, and puts them first", async () => {
    const chapters = orderCourse(await allLectures());
    const known = new Set<string>();
    for (const { id, teaches, needs } of chapters.flatMap(({ lectures }) => lectures)) {
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

  it("begins chapters with the lectures of labs with basics, in the order of their lists", async () => {
    const chapters = orderCourse(await allLectures());
    for (const { basics, lectures } of Object.values<LabEntry>(LABS)) {
      if (!basics || !lectures) continue;
      const { LECTURES } = await lectures();
      const own = chapters.find(({ name }) => name === LECTURES[0].chapter)!.lectures;
      expect(own.slice(0, LECTURES.length).map(({ id }) => id)).toEqual(LECTURES.map(({ id }) => id));
      expect(own.length).toBeGreaterThan(LECTURES.length);
    }
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

/** Numbers of an answer that its step's text has before the question, because they are given there. */
const GIVEN: Readonly<Record<string, readonly string[]>> = {
  // Data to compute with.
  "problems-ofdm, step 1": ["16", "24"],
  "time-or-fft, step 1": ["279"],
  "transfers, step 2": ["0.29"],
  "what-cfo-does, step 4": ["0.09"],
  "zeros-and-poles, step 1": ["180"],
  "a-constellation-stands-still, step 1": ["361.09"],
  "bandwidth-and-symbol-rate, step 4": ["36.2", "52.57"],
  // What the scenario sets, or the thing that the question is about.
  "a-telemetry-receiver-as-blocks, step 3": ["10"],
  "clock-and-carrier, step 3": ["17"],
  "frames-against-noise, step 3": ["16"],
  "exact-in-two, step 2": ["256"],
  "fm-from-a-file, step 2": ["38"],
  "fm-from-samples-to-sound, step 1": ["75"],
  "from-one-bit-to-a-carrier, step 3": ["26"],
  "gpu-batch, step 3": ["186"],
  "laboratory, step 1": ["10"],
  "laboratory, step 2": ["0.6"],
  "overlap, step 3": ["1792"],
  "tuning-in, step 3": ["26"],
  "why-iir-resists, step 1": ["0.1"],
  "zf-noise, step 1": ["28"],
};

/** A text's numbers of at least two digits, without spaces. Single digits count antennas, channels and the like. */
const numbersOf = (text: string) =>
  [...text.matchAll(/(?<![\p{L}\d])\d[\d\u202f.]*\d/gu)].map(([number]) => number.replaceAll("\u202f", ""));

/** Where a text asks the reader to run something. What the run shows belongs to the answer. */
const RUN = /(?:Run the sweep|Press Compare|Press Measure)[^.:]*[.:]/;

describe("steps of lectures", async () => {
  const steps = (await allLectures()).flatMap(({ id, steps }) =>
    steps.map((step, i) => ({ name: `${id}, step ${i + 1}`, ...step })),
  );

  it("have no number of the answer before the question, except those that are given", () => {
    const early = steps.flatMap(({ name, text, questions, explains = "", scenario }) => {
      const open = new Set(numbersOf([scenario, ...questions.map(({ prompt }) => prompt)].join(" ")));
      const told = new Set(numbersOf(text).filter((number) => !open.has(number)));
      const both = new Set(numbersOf(explains).filter((number) => told.has(number)));
      return both.size ? [[name, [...both]]] : [];
    });
    expect(Object.fromEntries(early)).toEqual(GIVEN);
  });

  it("ask at least three questions per lecture that a computation or the file decides", async () => {
    const few = (await allLectures()).filter(
      (one) =>
        !isProblemSet(one) &&
        one.steps.flatMap(({ questions }) => questions).filter(({ kind }) => kind !== "text").length < 3,
    );
    expect(few.map(({ id }) => id)).toEqual([]);
  });

  it("do not tell what a run shows before it has run", () => {
    const early = steps.filter(({ text }) => numbersOf(text.split(RUN).slice(1).join(" ")).length > 0);
    expect(early.map(({ name }) => name)).toEqual([]);
  });
});
