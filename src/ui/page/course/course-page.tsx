import { useCallback, useEffect, useState } from "react";
import { describeFailure, type Failure } from "../../elements/failure.ts";
import { FailureNote } from "../../elements/failure-note.tsx";
import { pointer } from "../../figures/pointer.ts";
import { Terms } from "../../elements/glossary/terms.tsx";
import type { Lecture } from "../../kit/lecture.ts";
import { useView } from "../view.ts";
import { fetchCourse, lectureLink, titleOf, useCourse } from "./course.ts";
import { type Chapter, minutesOf } from "./order.ts";
import "./course.css";

/** All lectures of all labs in the order of the course, with goal, time and prerequisites. */
export function CoursePage() {
  const chapters = useCourse((state) => state.chapters);
  const [failure, setFailure] = useState<Failure>();
  const fetch = useCallback(() => {
    fetchCourse().then(
      () => setFailure(undefined),
      (error: unknown) => setFailure(describeFailure("The lectures could not be fetched.", error)),
    );
  }, []);
  useEffect(fetch, [fetch]);
  if (failure) return <FailureNote failure={failure} onRetry={fetch} />;
  if (!chapters) return <p className="muted">Loading the lectures …</p>;
  const lectures = chapters.flatMap((chapter) => chapter.lectures);
  const minutes = lectures.reduce((sum, lecture) => sum + minutesOf(lecture), 0);
  return (
    <article className="course">
      <h2>Course</h2>
      <p className="course-about">
        {lectures.length} lectures in {chapters.length} chapters, about {Math.round(minutes / 60)} hours. Each lecture
        sets up a lab step by step, asks a question at every step, and leads to the next lecture at its end.
        {pointer() !== "coarse" && (
          <>
            {" "}
            Step with <kbd>[</kbd> and <kbd>]</kbd>.
          </>
        )}
      </p>
      {chapters.map((chapter, i) => (
        <ChapterOf key={chapter.lab} chapter={chapter} number={i + 1} all={lectures} />
      ))}
    </article>
  );
}

function ChapterOf({ chapter, number, all }: { chapter: Chapter; number: number; all: readonly Lecture[] }) {
  const present = useView((view) => view.present);
  const title = titleOf(chapter.lab);
  return (
    <section aria-labelledby={`chapter-${chapter.lab}`}>
      <h3 id={`chapter-${chapter.lab}`}>
        {number} {title}
      </h3>
      <ol>
        {chapter.lectures.map((lecture, i) => (
          <li key={lecture.id} id={`lecture-${lecture.lab}-${lecture.id}`}>
            <a href={lectureLink(lecture, present)}>
              {number}.{i + 1} {lecture.title}
            </a>
            <span className="course-time">
              {lecture.steps.length} steps, about {minutesOf(lecture)} min
            </span>
            <p>
              <Terms>{lecture.about}</Terms>
            </p>
            <Needs lecture={lecture} all={all} />
          </li>
        ))}
      </ol>
    </section>
  );
}

function Needs({ lecture: { needs = [] }, all }: { lecture: Lecture; all: readonly Lecture[] }) {
  const present = useView((view) => view.present);
  const known = needs.flatMap((need) => {
    const teacher = all.find(({ teaches }) => teaches.includes(need));
    return teacher ? [{ need, teacher }] : [];
  });
  if (known.length === 0) return null;
  return (
    <p className="muted">
      Needs{" "}
      {known.map(({ need, teacher }, i) => (
        <span key={need}>
          {i > 0 && ", "}
          <a href={lectureLink(teacher, present)} title={teacher.title}>
            {need}
          </a>
        </span>
      ))}
      .
    </p>
  );
}
