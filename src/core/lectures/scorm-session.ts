import type { ScormVersion } from "./scorm.ts";

/** What the page reports to a course, and what the course keeps for the next visit. */
export interface ScormReport {
  /** 0 to 1. */
  score: number;
  /** All questions are answered, and all tasks are reached or given up. */
  isComplete: boolean;
  /** Score from which the lecture counts as passed, 0 to 1. Undefined: complete is enough. */
  passing?: number;
  /** Where the student is: the step, from 0. */
  location: string;
  /** The student's progress as text; it must fit, see {@link mostProgress}. */
  progress: string;
  /** Seconds of this visit. */
  seconds: number;
}

/** What a course knows of the student. */
export interface ScormVisit {
  /** The student's name and number in the course: the name chooses the variant. */
  student: string;
  location: string;
  /** The progress of the last visit; empty at the first one. */
  progress: string;
}

/** The methods of a course's API, by their names without the "LMS" of version 1.2. */
type Method = "Initialize" | "Finish" | "GetValue" | "SetValue" | "Commit" | "GetLastError" | "GetErrorString";
type Api = Record<string, ((...values: string[]) => unknown) | undefined>;

/** A window of a course, as far as the search for its API needs it. */
export interface ScormWindow {
  API?: unknown;
  API_1484_11?: unknown;
  parent?: ScormWindow | null;
  opener?: ScormWindow | null;
}

/** Names of the elements of the data model. Sources: SCORM 1.2 and SCORM 2004 3rd Edition, Run-Time Environment. */
const ELEMENTS = {
  "1.2": {
    student: "cmi.core.student_name",
    location: "cmi.core.lesson_location",
    progress: "cmi.suspend_data",
    time: "cmi.core.session_time",
    exit: "cmi.core.exit",
  },
  "2004": {
    student: "cmi.learner_name",
    location: "cmi.location",
    progress: "cmi.suspend_data",
    time: "cmi.session_time",
    exit: "cmi.exit",
  },
} as const;

/** Most frames between a package and the window of its course. */
const MOST_FRAMES = 100;

/** Longest progress that each version must keep, in characters. */
export const mostProgress: Readonly<Record<ScormVersion, number>> = { "1.2": 4096, "2004": 4000 };

/**
 * Returns the API of a course: in a window around the page, or in the window that has opened it.
 *
 * @returns Undefined without a course: the page was opened directly.
 */
export function findScormApi(start: ScormWindow, version: ScormVersion): Api | undefined {
  const name = version === "1.2" ? "API" : "API_1484_11";
  const opener = outermost(start).opener;
  for (const first of [start, opener]) {
    let frame: ScormWindow | null | undefined = first;
    for (let i = 0; frame && i < MOST_FRAMES; i++) {
      // A window of another origin has no readable properties.
      const api = readable(frame, name);
      if (api) return api as Api;
      if (frame.parent === frame) break;
      frame = frame.parent;
    }
  }
  return undefined;
}

function readable(frame: ScormWindow, name: "API" | "API_1484_11"): unknown {
  try {
    return frame[name];
  } catch {
    return undefined;
  }
}

function outermost(start: ScormWindow): ScormWindow {
  let frame = start;
  for (let i = 0; frame.parent && frame.parent !== frame && i < MOST_FRAMES; i++) frame = frame.parent;
  return frame;
}

/** A visit of a lecture in a course. */
export interface ScormSession extends ScormVisit {
  /**
   * Tells the course the score and the progress.
   *
   * @throws Error with the course's own words if it refuses a value.
   */
  report(report: ScormReport): void;
  /** Ends the visit; further calls do nothing. The course keeps the progress for the next visit. */
  end(report: ScormReport): void;
}

/**
 * Begins a visit.
 *
 * @throws Error with the course's own words if it refuses to begin.
 */
export function openScorm(api: Api, version: ScormVersion): ScormSession {
  const names = ELEMENTS[version];
  const call = (method: Method, ...values: string[]) => {
    const name = version === "1.2" ? `LMS${method}` : method === "Finish" ? "Terminate" : method;
    return String(api[name]?.(...values) ?? "");
  };
  const checked = (what: string, done: string) => {
    if (done === "true") return;
    const code = call("GetLastError");
    throw new Error(
      `The course refuses ${what}: ${call("GetErrorString", code) || "no reason given"} (${code || "no code"}).`,
    );
  };
  const set = (element: string, value: string) =>
    checked(`${element} = ${value.slice(0, 40)}`, call("SetValue", element, value));
  checked("to begin", call("Initialize", ""));
  let isOpen = true;
  const write = (report: ScormReport) => {
    const { location, progress, seconds } = report;
    const most = mostProgress[version];
    if (progress.length > most)
      throw new RangeError(`the progress has ${progress.length} characters, and the course keeps ${most}`);
    for (const [element, value] of scoreElements(report, version)) set(element, value);
    set(names.location, location);
    set(names.progress, progress);
    set(names.time, version === "1.2" ? clock(seconds) : `PT${seconds.toFixed(2)}S`);
    set(names.exit, "suspend");
  };
  return {
    student: call("GetValue", names.student),
    location: call("GetValue", names.location),
    progress: call("GetValue", names.progress),
    report: (report) => {
      if (!isOpen) return;
      write(report);
      checked("to save", call("Commit", ""));
    },
    end(report) {
      if (!isOpen) return;
      isOpen = false;
      try {
        write(report);
      } finally {
        // The end saves, too. A commit before it would fail: browsers refuse synchronous requests while a page is closed.
        checked("to end", call("Finish", ""));
      }
    },
  };
}

/** Returns the elements of score and status, in the order in which they are set. */
function scoreElements({ score, isComplete, passing }: ScormReport, version: ScormVersion): [string, string][] {
  const raw = (100 * score).toFixed(1).replace(/\.0$/, "");
  const isPassed = passing === undefined || score >= passing;
  if (version === "1.2") {
    const status = !isComplete ? "incomplete" : passing === undefined ? "completed" : isPassed ? "passed" : "failed";
    return [
      ["cmi.core.score.min", "0"],
      ["cmi.core.score.max", "100"],
      ["cmi.core.score.raw", raw],
      ["cmi.core.lesson_status", status],
    ];
  }
  const success = passing === undefined || !isComplete ? "unknown" : isPassed ? "passed" : "failed";
  return [
    ["cmi.score.min", "0"],
    ["cmi.score.max", "100"],
    ["cmi.score.raw", raw],
    ["cmi.score.scaled", score.toFixed(4)],
    ["cmi.completion_status", isComplete ? "completed" : "incomplete"],
    ["cmi.success_status", success],
  ];
}

/** Returns a time as version 1.2 writes it: HHHH:MM:SS.SS. */
function clock(seconds: number): string {
  const hundredths = Math.min(Math.round(100 * seconds), 100 * 3600 * 10_000 - 1);
  const parts = [Math.floor(hundredths / 360_000), Math.floor(hundredths / 6000) % 60];
  const [hours, minutes] = parts.map((part, i) => String(part).padStart(i === 0 ? 4 : 2, "0"));
  return `${hours}:${minutes}:${((hundredths % 6000) / 100).toFixed(2).padStart(5, "0")}`;
}
