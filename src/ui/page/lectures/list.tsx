import { useCallback, useEffect, useState } from "react";
import { describeFailure, type Failure } from "../../elements/failure.ts";
import { FailureNote } from "../../elements/failure-note.tsx";
import { fetchLectures, useLecture } from "../lecture.ts";
import { useLabName } from "../labs.ts";
import { COURSE_LINK } from "../url.ts";
import { useView } from "../view.ts";
import "./lectures.css";

/** The lectures of the current lab, as links. */
export function LectureList() {
  const lab = useLabName();
  const present = useView((view) => view.present);
  const list = useLecture((state) => state.lists[lab]);
  const open = useLecture((state) => state.open?.id);
  const [failure, setFailure] = useState<Failure>();
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
      </p>
      <ol className="lecture-list">
        {list.map(({ id, title, about, steps }) => (
          <li key={id}>
            <a
              href={`#${lab}?lecture=${id}${present ? "&present" : ""}`}
              aria-current={id === open || undefined}
              onClick={close}
            >
              <strong>{title}</strong>
              <span className="muted">{steps.length} steps</span>
              <span className="lecture-about">{about}</span>
            </a>
          </li>
        ))}
      </ol>
    </>
  );
}
