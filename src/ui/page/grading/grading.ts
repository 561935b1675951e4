import { create } from "zustand";
import { type Grade, gradeResult } from "#core/lectures/grade.ts";
import { type Graded, gradesCsv, lectureOfResult, rememberingLabs } from "#core/lectures/grades.ts";
import type { Lecture } from "#core/lectures/lecture.ts";
import type { Result } from "#core/lectures/result.ts";
import { say } from "../../elements/notices.ts";
import { download } from "../../figures/download.ts";
import type { GivenFiles } from "../../kit/given-files.ts";
import { fetchCourse } from "../course/course.ts";
import { fetchOwn, useLecture } from "../lecture.ts";
import { WORKER_LABS } from "../lectures/judging.ts";
import { allFiles, readFiles } from "./result-files.ts";

/** A student's file: read, then graded. */
export interface Entry {
  file: string;
  result?: Result;
  lecture?: Lecture;
  grade?: Grade;
  /** Why it has no grade. */
  error?: string;
}

interface GradingStore {
  /** The lecturer's files. */
  lectures: readonly Lecture[];
  entries: readonly Entry[];
  /** Set while files are graded: how many of how many. */
  progress?: { done: number; all: number };
}

/** The results on the page. They stay on this computer, and until the page is closed. */
export const useGrading = create<GradingStore>()(() => ({ lectures: [], entries: [] }));

const labs = rememberingLabs(WORKER_LABS);

/** Reads files: lectures of the lecturer, and results of students. Then it grades what has no grade. */
export async function takeFiles(files: readonly File[]): Promise<void> {
  const read = await readFiles(files);
  const lectures = read.flatMap((one) => ("lecture" in one ? [one.lecture] : []));
  const { entries } = useGrading.getState();
  const known = new Set(entries.map(nameOf));
  const fresh = read.filter((one) => !("lecture" in one) && !known.has(nameOf(one)));
  const again = read.length - lectures.length - fresh.length;
  if (again > 0) say(`${again} ${again === 1 ? "file is" : "files are"} in the table already.`);
  // A lecturer's file changes what counts: its results are graded again.
  const changed = new Set(lectures.map(({ id }) => id));
  useGrading.setState((state) => ({
    lectures: [...state.lectures.filter(({ id }) => !changed.has(id)), ...lectures],
    entries: [
      ...state.entries.map((one) =>
        one.result && changed.has(one.result.lecture.id) ? { file: one.file, result: one.result } : one,
      ),
      ...fresh,
    ],
  }));
  await gradeAll();
}

/** As {@link takeFiles}, also for folders. */
export async function takeDropped(given: GivenFiles): Promise<void> {
  await takeFiles(await allFiles(given));
}

/** Two files are one if their names and checksums are equal: many students hand in "result.json". */
const nameOf = (one: { file: string; result?: Result }) => `${one.result?.checksum ?? ""} ${one.file}`;

let run = 0;

/** Grades the results that have no grade, one after another. */
export async function gradeAll(): Promise<void> {
  const mine = ++run;
  await Promise.all([fetchCourse(), fetchOwn()]);
  for (;;) {
    if (mine !== run) return;
    const { entries } = useGrading.getState();
    const isOpen = ({ grade, error }: Entry) => grade === undefined && error === undefined;
    const next = entries.find(isOpen);
    if (!next) break;
    const all = entries.filter(({ result }) => result).length;
    useGrading.setState({ progress: { done: all - entries.filter(isOpen).length, all } });
    const graded = await gradeOne(next);
    // It may have been cancelled, or its lecture replaced, meanwhile.
    if (mine !== run) return;
    useGrading.setState((state) => ({ entries: state.entries.map((one) => (one === next ? graded : one)) }));
  }
  useGrading.setState({ progress: undefined });
}

async function gradeOne(entry: Entry): Promise<Entry> {
  const result = entry.result!;
  try {
    const { own, lists } = useLecture.getState();
    const known = [...own, ...Object.values(lists).flat()];
    const lecture = lectureOfResult(useGrading.getState().lectures, known, result.lecture);
    return { ...entry, lecture, grade: await gradeResult(lecture, result, labs) };
  } catch (error) {
    return { ...entry, error: (error as Error).message };
  }
}

/** Stops grading. What is graded stays. */
export function cancelGrading(): void {
  run++;
  useGrading.setState({ progress: undefined });
}

/** Removes all results and lectures from the page. */
export function clearGrading(): void {
  cancelGrading();
  useGrading.setState({ lectures: [], entries: [] });
}

/** Saves the table that the command `grade` writes. Files that wait for their grade are left out. */
export function saveCsv(): void {
  const rows = useGrading.getState().entries.flatMap(({ file, grade, error }): Graded[] => {
    if (grade) return [{ file, ...grade }];
    return error === undefined ? [] : [{ file, error }];
  });
  download("grades.csv", gradesCsv(rows), "text/csv");
}
