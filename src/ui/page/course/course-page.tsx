import { useCallback, useEffect, useState } from "react";
import { describeFailure, type Failure } from "../../elements/failure.ts";
import { FailureNote } from "../../elements/failure-note.tsx";
import { pointer } from "../../figures/pointer.ts";
import { Terms } from "../../elements/glossary/terms.tsx";
import { firstLab, type Lecture } from "#core/lectures/lecture.ts";
import { lengthOf } from "#core/lectures/words.ts";
import { fetchCourse, titleOf, useCourse } from "./course.ts";
import { Button } from "../../elements/button.tsx";
import { onDemand } from "../../elements/on-demand.tsx";
import { useView } from "../view.ts";
import { LectureLink } from "./lecture-link.tsx";
import { type Chapter, indexOf, type NumberedLecture, searched } from "./order.ts";
import "../whole.css";
import "./course.css";

/** The lectures of all labs in the order of the course, with goal, time and prerequisites, an index and a search. */
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
  return <Course chapters={chapters} />;
}

/** Fetched when a teacher asks for them. */
const ofTeachers = async () => await import("./teachers.tsx");
const failed = "The part for teachers could not be shown.";
const TeachersNote = onDemand(async () => (await ofTeachers()).TeachersNote, { failed });
const ChapterForTeachers = onDemand(async () => (await ofTeachers()).ChapterForTeachers, { failed });
const LectureForTeachers = onDemand(async () => (await ofTeachers()).LectureForTeachers, { failed });

const minutesTogether = (lectures: readonly Lecture[]) => lectures.reduce((sum, lecture) => sum + lecture.minutes, 0);
/** Returns a time in words: "95 min" or "2.5 h". */
const duration = (minutes: number) => (minutes < 120 ? `${minutes} min` : `${(minutes / 60).toFixed(1)} h`);

function Course({ chapters }: { chapters: readonly Chapter[] }) {
  const [search, setSearch] = useState("");
  const teachers = useView((view) => view.teachers);
  const all = chapters.flatMap((chapter) => chapter.lectures);
  const shown = searched(chapters, search);
  const found = shown.flatMap((chapter) => chapter.lectures).length;
  return (
    <article className="course">
      <h2>Course</h2>
      <p className="course-about">
        {all.length} lectures in {chapters.length} chapters, about {Math.round(minutesTogether(all) / 60)} hours. Each
        lecture sets up a lab step by step and asks a question at every step. “Computing on a GPU” is a track beside the
        course.
        {pointer() !== "coarse" && (
          <>
            {" "}
            Step with <kbd>[</kbd> and <kbd>]</kbd>.
          </>
        )}
      </p>
      <div className="course-search">
        <input
          type="search"
          aria-label="Search the lectures"
          placeholder="Search the lectures"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
        <p role="status" className="muted">
          {search.trim() && (found === 0 ? "No lecture has all these words." : `${found} of ${all.length} lectures`)}
        </p>
      </div>
      <TeachersBar />
      {teachers && <TeachersNote />}
      {!search.trim() && <Contents chapters={chapters} />}
      {shown.map((chapter) => (
        <ChapterOf key={chapter.name} chapter={chapter} all={all} />
      ))}
      {!search.trim() && <Index chapters={chapters} />}
    </article>
  );
}

/** Shows what teachers need. The address keeps it. */
function TeachersBar() {
  const teachers = useView((view) => view.teachers);
  return (
    <p className="course-teachers">
      <Button aria-pressed={teachers} onClick={() => useView.setState({ teachers: !teachers })}>
        For teachers
      </Button>
    </p>
  );
}

/** Scrolls to a heading and moves the focus there. The address already names the page, so headings have no links. */
function goTo(id: string): void {
  const heading = document.getElementById(id);
  heading?.scrollIntoView({ block: "start" });
  heading?.focus({ preventScroll: true });
}

function Contents({ chapters }: { chapters: readonly Chapter[] }) {
  return (
    <nav className="course-contents" aria-label="Chapters">
      {chapters.map(({ name, number, title, lectures }) => (
        <button key={name} type="button" onClick={() => goTo(`chapter-${name}`)}>
          <span>{number}</span> {title} <small>{duration(minutesTogether(lectures))}</small>
        </button>
      ))}
      <button type="button" onClick={() => goTo("course-index")}>
        Index
      </button>
    </nav>
  );
}

function ChapterOf({ chapter, all }: { chapter: Chapter; all: readonly NumberedLecture[] }) {
  const { name, number, title, lectures } = chapter;
  const teachers = useView((view) => view.teachers);
  return (
    <section aria-labelledby={`chapter-${name}`}>
      <h3 id={`chapter-${name}`} tabIndex={-1}>
        {number} {title}
      </h3>
      {teachers && <ChapterForTeachers chapter={name} lectures={lectures} />}
      <ol>
        {lectures.map((lecture) => (
          <li key={lecture.number} id={`lecture-${firstLab(lecture)}-${lecture.id}`}>
            <LectureLink to={lecture}>
              {lecture.number} {lecture.title}
            </LectureLink>
            <span className="course-time">
              {lengthOf(lecture)}, about {lecture.minutes} min
            </span>
            <p>
              <Terms>{lecture.summary}</Terms>
            </p>
            <p className="muted">
              Lab: {titleOf(firstLab(lecture))}. <Needs lecture={lecture} all={all} />
            </p>
            {teachers && <LectureForTeachers lecture={lecture} />}
          </li>
        ))}
      </ol>
    </section>
  );
}

function Needs({ lecture: { needs }, all }: { lecture: Lecture; all: readonly NumberedLecture[] }) {
  const known = needs.flatMap((need) => {
    const teacher = all.find(({ teaches }) => teaches.includes(need));
    return teacher ? [{ need, teacher }] : [];
  });
  if (known.length === 0) return null;
  return (
    <>
      Needs{" "}
      {known.map(({ need, teacher }, i) => (
        <span key={need}>
          {i > 0 && ", "}
          <LectureLink to={teacher} title={`${teacher.number} ${teacher.title}`}>
            {need}
          </LectureLink>
        </span>
      ))}
      .
    </>
  );
}

function Index({ chapters }: { chapters: readonly Chapter[] }) {
  const entries = indexOf(chapters);
  return (
    <section aria-labelledby="course-index">
      <h3 id="course-index" tabIndex={-1}>
        Index
      </h3>
      <ul className="course-index">
        {entries.map(({ subject, lectures }) => (
          <li key={subject}>
            {subject}{" "}
            {lectures.map((lecture) => (
              <LectureLink key={lecture.number} to={lecture} title={lecture.title}>
                {lecture.number}
              </LectureLink>
            ))}
          </li>
        ))}
      </ul>
    </section>
  );
}
