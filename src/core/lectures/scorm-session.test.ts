import { Scorm12API, Scorm2004API } from "scorm-again";
import { describe, expect, it } from "vitest";
import { packProgress, unpackProgress } from "./progress.ts";
import type { Answered } from "./result.ts";
import { SCORM_VERSIONS, type ScormVersion } from "./scorm.ts";
import { findScormApi, mostProgress, openScorm, type ScormReport, type ScormWindow } from "./scorm-session.ts";

/** A course after another program's implementation of the standard, which checks every element that is set. */
function course(version: ScormVersion, student = "Lovelace, Ada") {
  const settings = { autocommit: false, logLevel: 5 };
  const api = version === "1.2" ? new Scorm12API(settings) : new Scorm2004API(settings);
  const data = version === "1.2" ? { core: { student_name: student } } : { learner_name: student };
  api.loadFromJSON({ cmi: data }, "");
  return api as unknown as Parameters<typeof openScorm>[0] & { cmi: any };
}

const REPORT: ScormReport = { score: 2 / 3, isComplete: false, location: "3", progress: "[[],[]]", seconds: 3725.5 };

describe("visits of a course", () => {
  it.each(SCORM_VERSIONS)("SCORM %s: the course gets score, status, place, progress and time", (version) => {
    const api = course(version);
    const session = openScorm(api, version);
    expect(session).toMatchObject({ student: "Lovelace, Ada", location: "", progress: "" });
    session.report(REPORT);
    session.end({ ...REPORT, isComplete: true, score: 1, passing: 0.6 });
    const { cmi } = api;
    if (version === "1.2") {
      expect([cmi.core.score.raw, cmi.core.score.max, cmi.core.lesson_status]).toEqual(["100", "100", "passed"]);
      expect([cmi.core.lesson_location, cmi.suspend_data]).toEqual(["3", "[[],[]]"]);
    } else {
      expect([cmi.score.raw, cmi.score.scaled, cmi.completion_status, cmi.success_status]).toEqual([
        "100",
        "1.0000",
        "completed",
        "passed",
      ]);
      expect([cmi.location, cmi.suspend_data]).toEqual(["3", "[[],[]]"]);
    }
    // The visit has ended: further reports are ignored.
    session.report({ ...REPORT, score: 0 });
    session.end(REPORT);
  });

  it.each<[ScormVersion, Partial<ScormReport>, string, string]>([
    ["1.2", { isComplete: false }, "incomplete", ""],
    ["1.2", { isComplete: true }, "completed", ""],
    ["1.2", { isComplete: true, passing: 0.7 }, "failed", ""],
    ["1.2", { isComplete: true, passing: 0.6 }, "passed", ""],
    ["2004", { isComplete: false, passing: 0.6 }, "incomplete", "unknown"],
    ["2004", { isComplete: true }, "completed", "unknown"],
    ["2004", { isComplete: true, passing: 0.7 }, "completed", "failed"],
  ])("SCORM %s, %o: %s %s", (version, change, status, success) => {
    const api = course(version);
    openScorm(api, version).report({ ...REPORT, ...change });
    const { cmi } = api;
    expect(version === "1.2" ? cmi.core.lesson_status : cmi.completion_status).toBe(status);
    if (version === "2004") expect(cmi.success_status).toBe(success);
  });

  it.each(SCORM_VERSIONS)("SCORM %s: progress of the full length is kept, a longer one is refused", (version) => {
    const api = course(version);
    const session = openScorm(api, version);
    session.report({ ...REPORT, progress: "x".repeat(mostProgress[version]) });
    expect(api.cmi.suspend_data).toHaveLength(mostProgress[version]);
    expect(() => session.report({ ...REPORT, progress: "x".repeat(mostProgress[version] + 1) })).toThrow(
      "the course keeps",
    );
  });

  it.each([0, 59.999, 60, 3599.99, 360_000, 5e9])("%d seconds have the form of SCORM 1.2", (seconds) => {
    const api = course("1.2");
    expect(() => openScorm(api, "1.2").report({ ...REPORT, seconds })).not.toThrow();
  });

  it("passes on the course's own words when it refuses", () => {
    const refusing = {
      LMSInitialize: () => "false",
      LMSGetLastError: () => "101",
      LMSGetErrorString: () => "General Exception",
    };
    expect(() => openScorm(refusing, "1.2")).toThrow("The course refuses to begin: General Exception (101).");
  });

  it("ends a visit without a commit before it, which fails while a page is closed, and after a refused value", () => {
    const called: string[] = [];
    const refusing = {
      LMSInitialize: () => "true",
      LMSGetValue: () => "",
      LMSSetValue: (element: string) => String(element !== "cmi.suspend_data"),
      LMSCommit: () => "false",
      LMSFinish: () => called.push("finish") && "true",
      LMSGetLastError: () => "405",
      LMSGetErrorString: () => "Incorrect Data Type",
    };
    const session = openScorm(refusing, "1.2");
    expect(() => session.end(REPORT)).toThrow("The course refuses cmi.suspend_data = [[],[]]");
    expect(called).toEqual(["finish"]);
    session.end(REPORT);
    expect(called).toEqual(["finish"]);
  });

  it("finds the API around the page and in the window that opened it", () => {
    const api = {};
    const top: ScormWindow = { API: api };
    top.parent = top;
    expect(findScormApi({ parent: { parent: top } }, "1.2")).toBe(api);
    expect(findScormApi({ parent: { parent: top } }, "2004")).toBeUndefined();
    const opened: ScormWindow = { opener: { parent: { API_1484_11: api } } };
    opened.parent = opened;
    expect(findScormApi({ parent: opened }, "2004")).toBe(api);
    const foreign = {
      get API(): never {
        throw new DOMException("cross-origin");
      },
    };
    expect(findScormApi({ parent: foreign as ScormWindow }, "1.2")).toBeUndefined();
    const circle: ScormWindow = {};
    circle.parent = { parent: circle };
    expect(findScormApi(circle, "1.2")).toBeUndefined();
  });
});

describe("progress", () => {
  const answer = (question: number, tries: Answered["tries"]): Answered => ({
    step: 1,
    question,
    tries,
    seconds: 12,
    verdict: "wrong",
  });
  const submission = { task: 0, scenario: "turbo?at=1", tries: 2, seconds: 3, verdict: "met" } as const;

  it("is read as it was packed", () => {
    const progress = { answers: [answer(0, [1, [0, 1], "why", -0.5])], submissions: [submission] };
    const { text, lost } = packProgress(progress, 4000);
    expect(lost).toEqual([]);
    expect(unpackProgress(text)).toEqual(progress);
    expect(unpackProgress("")).toEqual({ answers: [], submissions: [] });
  });

  it("holds a hundred answers in the 4000 characters that a course keeps", () => {
    const answers = Array.from({ length: 100 }, (_, i) => answer(i, [i / 7, 1.25]));
    expect(packProgress({ answers, submissions: [] }, 4000).lost).toEqual([]);
  });

  it("says what it leaves out, the longest first", () => {
    const answers = [answer(0, [1, 2, 3]), answer(1, ["x".repeat(300)])];
    const { text, lost } = packProgress({ answers, submissions: [submission] }, 200);
    expect(text.length).toBeLessThanOrEqual(200);
    expect(lost).toEqual([
      "Tries between the first and the last one are not kept.",
      "The answer of step 2 is too long and is not kept.",
    ]);
    expect(unpackProgress(text).answers).toEqual([answer(0, [1, 3])]);
  });

  it.each(["{", "5", "[1,2]", '[["a"],[]]'])("refuses %s", (text) => {
    expect(() => unpackProgress(text)).toThrow("it is damaged, or another release wrote it");
  });
});
