import { useEffect } from "react";
import type { Lecture } from "#core/lectures/lecture.ts";
import { fetchCourse, lectureAfter, useCourse } from "../course/course.ts";
import { LectureLink } from "../course/lecture-link.tsx";
import { COURSE_LINK } from "../url.ts";

/** At the end of a lecture: a link to the next lecture in the course, or to the course. */
export function NextLecture({ of }: { of: Lecture }) {
  const chapters = useCourse((state) => state.chapters);
  // Without the other labs' lists there is still a link to the course.
  useEffect(() => void fetchCourse().catch(() => {}), []);
  const next = chapters && lectureAfter(chapters, of);
  return (
    <p className="lecture-foot">
      {next && (
        <LectureLink to={next}>
          Next lecture: {next.number} {next.title}
        </LectureLink>
      )}
      <a href={COURSE_LINK}>All lectures</a>
    </p>
  );
}
