import { claimedScore } from "#core/lectures/grade.ts";
import type { Lecture } from "#core/lectures/lecture.ts";
import { packProgress, unpackProgress } from "#core/lectures/progress.ts";
import { readLecture } from "#core/lectures/read.ts";
import { SCORM_VERSIONS } from "#core/lectures/scorm.ts";
import {
  findScormApi,
  mostProgress,
  openScorm,
  type ScormReport,
  type ScormSession,
  type ScormWindow,
} from "#core/lectures/scorm-session.ts";
import { say } from "../../elements/notices.ts";
import { replaceProgress, setStudent, useAnswers } from "../answers.ts";
import { useLecture } from "../lecture.ts";
import { takeLecture } from "./opening.ts";
import { resultOf } from "./result-file.ts";

const metaOf = (name: string) => document.querySelector<HTMLMetaElement>(`meta[name="threeray-${name}"]`)?.content;

/** Milliseconds after the last change until the course gets it. */
const REST_MS = 500;

/** Opens the lecture of a package, and reports to the course around the page. */
export async function startVisit(): Promise<void> {
  try {
    const response = await fetch(metaOf("lecture")!);
    if (!response.ok) throw new Error(`${response.url} answers ${response.status}`);
    const text = await response.text();
    const lecture = readLecture(text);
    const version = SCORM_VERSIONS.find((one) => one === metaOf("scorm"));
    const api = version && findScormApi(window as unknown as ScormWindow, version);
    const visit = api && openScorm(api, version);
    if (visit) restore(lecture, visit);
    await takeLecture(new File([text], "lecture.json"), Number(visit?.location) || 0);
    if (!visit) {
      say(
        "This lecture was opened outside of its course. Your answers stay in this browser; save your result.",
        "warning",
      );
      return;
    }
    follow(lecture, visit, mostProgress[version]);
  } catch (error) {
    say(`The lecture of this package could not be opened. ${(error as Error).message}`, "warning");
  }
}

/** Takes the student's name and earlier answers from the course: they replace those that this browser keeps. */
function restore(lecture: Lecture, { student, progress }: ScormSession): void {
  if (student) {
    setStudent(student);
    useAnswers.setState({ isNamed: true });
  }
  const place = useAnswers.getState().student;
  try {
    replaceProgress(lecture, place, unpackProgress(progress));
  } catch (error) {
    say(`${(error as Error).message} The lecture continues with the answers that this browser keeps.`, "warning");
  }
}

/** Reports each change to the course, and the end of the visit. */
function follow(lecture: Lecture, visit: ScormSession, most: number): void {
  const begin = Date.now();
  const said = new Set<string>();
  const warn = (text: string) => {
    if (!said.has(text)) say(text, "warning");
    said.add(text);
  };
  const present = (): ScormReport => {
    const result = resultOf(lecture);
    const { text, lost } = packProgress(result, most);
    for (const sentence of lost) warn(`The course has too little room: ${sentence}`);
    const questions = lecture.steps.reduce((sum, { questions: own }) => sum + own.length, 0);
    const all = questions + (lecture.tasks?.length ?? 0);
    return {
      score: claimedScore(lecture, result),
      isComplete: result.answers.length + result.submissions.length >= all,
      location: String(useLecture.getState().open?.step ?? 0),
      progress: text,
      seconds: (Date.now() - begin) / 1000,
    };
  };
  const tell = (how: "report" | "end") => {
    try {
      visit[how](present());
    } catch (error) {
      warn(`The course did not take your progress. ${(error as Error).message} Save your result as a file.`);
    }
  };
  let waiting: ReturnType<typeof setTimeout> | undefined;
  const later = () => {
    clearTimeout(waiting);
    waiting = setTimeout(() => tell("report"), REST_MS);
  };
  useAnswers.subscribe(later);
  useLecture.subscribe(later);
  tell("report");
  window.addEventListener("pagehide", () => {
    clearTimeout(waiting);
    tell("end");
  });
}
