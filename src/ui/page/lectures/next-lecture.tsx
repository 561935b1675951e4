import { useEffect } from "react";
import type { Lecture } from "../../kit/lecture.ts";
import { fetchCourse, lectureAfter, lectureLink, useCourse } from "../course/course.ts";
import { COURSE_LINK } from "../url.ts";
import { useView } from "../view.ts";

/** At the end of a lecture: a link to the next lecture in the course, or to the course. */
export function NextLecture({ of }: { of: Lecture }) {
  const present = useView((view) => view.present);
  const chapters = useCourse((state) => state.chapters);
  // Without the other labs' lists there is still a link to the course.
  useEffect(() => void fetchCourse().catch(() => {}), []);
  const next = chapters && lectureAfter(chapters, of);
  return (
    <p className="lecture-foot">
      {next && (
        <a href={lectureLink(next, present)}>
          Next lecture: {next.number} {next.title}
        </a>
      )}
      <a href={COURSE_LINK}>All lectures</a>
    </p>
  );
}
