import { useCallback, useEffect, useState } from "react";
import { Button } from "../../elements/button.tsx";
import { describeFailure, type Failure } from "../../elements/failure.ts";
import { FailureNote } from "../../elements/failure-note.tsx";
import { fetchCourse, numberOf, useCourse } from "../course/course.ts";
import { LectureLink } from "../course/lecture-link.tsx";
import type { Chapter } from "../course/order.ts";
import { firstLab, type Lecture } from "#core/lectures/lecture.ts";
import { lengthOf } from "#core/lectures/words.ts";
import { fetchLectures, nameInLinks, useLecture } from "../lecture.ts";
import { useLabName } from "../labs.ts";
import { COURSE_LINK } from "../url.ts";
import { useView } from "../view.ts";
import { OwnList } from "./own-list.tsx";
import "./lectures.css";

/** The lectures of the current lab, as links. */
export function LectureList() {
  const lab = useLabName();
  const list = useLecture((state) => state.lists[lab]);
  const open = useLecture((state) => state.open?.id);
  const chapters = useCourse((state) => state.chapters);
  const [failure, setFailure] = useState<Failure>();
  // Numbers appear once the other labs' lectures have been fetched. The list does without them.
  useEffect(() => void fetchCourse().catch(() => {}), []);
  const fetch = useCallback(() => {
    const fail = (error: unknown) => setFailure(describeFailure("The lectures could not be fetched.", error));
    fetchLectures(lab).then(() => setFailure(undefined), fail);
  }, [lab]);
  useEffect(fetch, [fetch]);
  const close = () => useView.setState({ dialog: undefined });
  if (failure) return <FailureNote failure={failure} onRetry={fetch} />;
  if (!list) return <p className="muted">Loading the lectures …</p>;
  return (
    <>
      <p>
        <a href={COURSE_LINK} onClick={close}>
          The whole course
        </a>
        {" · "}
        <Button look="link" onClick={() => void import("../authoring/store.ts").then(({ showAuthor }) => showAuthor())}>
          Make a lecture
        </Button>
      </p>
      <ol className="lecture-list">
        {inOrder(list, chapters).map((lecture) => {
          const { id, title, summary } = lecture;
          return (
            <li key={id}>
              <LectureLink to={lecture} aria-current={nameInLinks(lecture) === open || undefined} onClick={close}>
                <strong>
                  {numberOf(chapters, lecture)} {title}
                </strong>
                <span className="muted">
                  {lengthOf(lecture)}, about {lecture.minutes} min
                </span>
                <span className="lecture-about">{summary}</span>
              </LectureLink>
            </li>
          );
        })}
      </ol>
      <OwnList onOpen={close} />
    </>
  );
}

/** The lectures of a lab in the order of the course. */
function inOrder(list: readonly Lecture[], chapters: readonly Chapter[] | undefined): readonly Lecture[] {
  if (!chapters) return list;
  const nameOf = (lecture: Lecture) => `${firstLab(lecture)} ${lecture.id}`;
  const order = chapters.flatMap(({ lectures }) => lectures.map(nameOf));
  return list.toSorted((a, b) => order.indexOf(nameOf(a)) - order.indexOf(nameOf(b)));
}
