import { useEffect, useRef, useState } from "react";
import { type ChapterName, firstLab, isProblemSet, type Lecture } from "#core/lectures/lecture.ts";
import { SCORM_VERSIONS, type ScormVersion } from "#core/lectures/scorm.ts";
import { Button } from "../../elements/button.tsx";
import { copy } from "../../elements/copy.ts";
import { describeFailure, type Failure } from "../../elements/failure.ts";
import { FailureNote } from "../../elements/failure-note.tsx";
import { download } from "../../figures/download.ts";
import { GRADING_LINK } from "../url.ts";
import type { NumberedLecture } from "./order.ts";
import { READINGS, type Textbook, TEXTBOOKS } from "#core/lectures/textbooks.ts";

/** What a teacher needs beside the list of lectures. */
export function TeachersNote() {
  return (
    <div className="teachers-note">
      <p>
        <a href={GRADING_LINK}>Grade results</a>: drop the files that students have saved.
      </p>
      <p>
        A link without answers makes a lecture a test: the page keeps predictions and tries, but does not say what is
        right, and explains nothing. Your students save a result file, and you grade it. A student who edits the address
        sees the answers.
      </p>
      <p className="muted">
        Textbooks:{" "}
        {Object.values(TEXTBOOKS)
          .map(({ title }) => title)
          .join("; ")}
        .
      </p>
    </div>
  );
}

/** The textbooks' chapters that belong to a chapter of the course, and its problem set. */
export function ChapterForTeachers({
  chapter,
  lectures,
}: {
  chapter: ChapterName;
  lectures: readonly NumberedLecture[];
}) {
  const readings = Object.entries(READINGS[chapter] ?? {}) as [Textbook, readonly string[]][];
  const set = lectures.find(isProblemSet);
  return (
    <div className="chapter-teachers">
      {readings.length > 0 && (
        <p>
          Read with{" "}
          {readings.map(([book, chapters], i) => (
            <span key={book}>
              {i > 0 && "; "}
              <strong>{TEXTBOOKS[book].short}</strong>: {chapters.join(", ")}
            </span>
          ))}
          .
        </p>
      )}
      {set && <ProblemSet chapter={chapter} set={set} />}
    </div>
  );
}

/** The files of a chapter's problem set: without solutions for students, and with them for the lecturer. */
function ProblemSet({ chapter, set }: { chapter: ChapterName; set: NumberedLecture }) {
  const [failure, setFailure] = useState<Failure>();
  const saveOwn = async () => {
    setFailure(undefined);
    try {
      const { problemSetOf } = await import("../lectures/problem-set.ts");
      const lecture = await problemSetOf(chapter);
      if (!lecture) throw new RangeError(`The chapter ${chapter} has no problem set.`);
      save(lecture, "lecturer");
    } catch (error) {
      setFailure(describeFailure("The problem set could not be fetched.", error));
    }
  };
  return (
    <>
      <p className="teachers-tools">
        Problem set:
        <Button onClick={() => save(withoutNumber(set), "students")}>Save the students’ copy</Button>
        <Button onClick={() => void saveOwn()}>Save your copy with solutions</Button>
      </p>
      {failure && <FailureNote failure={failure} onRetry={() => void saveOwn()} />}
    </>
  );
}

const save = (lecture: Lecture, whose: "students" | "lecturer") =>
  download(`${lecture.id}-${whose}.json`, `${JSON.stringify(lecture, undefined, 2)}\n`, "application/json");

/** Returns a lecture as its file has it. */
function withoutNumber(of: NumberedLecture): Lecture {
  const { number: _, ...lecture } = of;
  return lecture;
}

/** For one lecture: goals, a link for a test, and packages for courses. */
export function LectureForTeachers({ lecture }: { lecture: NumberedLecture }) {
  const { teaches, steps, tasks = [] } = lecture;
  const questions = steps.flatMap((step) => step.questions);
  const judged = questions.filter(({ kind }) => kind !== "text").length;
  const parts = [
    judged > 0 && `predict and check ${judged} ${judged === 1 ? "result" : "results"}`,
    questions.length > judged && `explain ${questions.length - judged} in their own words`,
    tasks.length > 0 && `solve ${tasks.length} ${tasks.length === 1 ? "task" : "tasks"}`,
  ].filter((part) => part !== false);
  return (
    <div className="lecture-teachers">
      <p>
        <strong>Goals.</strong> Students{teaches.length > 0 && ` can explain ${listed(teaches)}. They`} {listed(parts)}.
      </p>
      <p className="teachers-tools">
        <Button onClick={() => copyTest(lecture)}>Link without answers</Button>
        {SCORM_VERSIONS.map((version) => (
          <Scorm key={version} lecture={lecture} version={version} />
        ))}
      </p>
    </div>
  );
}

const listed = (parts: readonly string[]) => new Intl.ListFormat("en").format(parts);

function copyTest(lecture: Lecture): void {
  const link = new URL(`#${firstLab(lecture)}?lecture=${lecture.id}&answers=none`, location.href).href;
  copy(link, () => "The link without answers is in the clipboard.", `The link is ${link}`);
}

function Scorm({ lecture, version }: { lecture: NumberedLecture; version: ScormVersion }) {
  const [progress, setProgress] = useState<string>();
  const [failure, setFailure] = useState<Failure>();
  const work = useRef<AbortController>(undefined);
  useEffect(() => () => work.current?.abort(), []);
  const make = async () => {
    const own = (work.current = new AbortController());
    setFailure(undefined);
    setProgress("Collecting the page …");
    try {
      const { saveScorm } = await import("./package.ts");
      const say = (done: number, all: number) => setProgress(done < all ? `${done} of ${all} files` : "Packing …");
      await saveScorm(withoutNumber(lecture), version, say, own.signal);
    } catch (error) {
      if (!own.signal.aborted) setFailure(describeFailure("The package could not be made.", error));
    }
    setProgress(undefined);
  };
  return (
    <>
      <Button onClick={() => (progress === undefined ? void make() : work.current?.abort())}>
        {progress === undefined ? `SCORM ${version}` : `Cancel: ${progress}`}
      </Button>
      {failure && <FailureNote failure={failure} onRetry={() => void make()} />}
    </>
  );
}
