import { useEffect } from "react";
import { studentCopy } from "#core/lectures/identity.ts";
import type { Lecture } from "#core/lectures/lecture.ts";
import { Button } from "../../elements/button.tsx";
import { copy } from "../../elements/copy.ts";
import { sayUndoable } from "../../elements/notices.ts";
import { download } from "../../figures/download.ts";
import { LectureLink } from "../course/lecture-link.tsx";
import { fetchOwn, nameInLinks, useLecture } from "../lecture.ts";
import { editCopy } from "./edit-copy.ts";
import { linkOf } from "./opening.ts";
import { forgetLecture, keepLecture, previewed } from "./own.ts";

/** Lectures from files and links, in every lab's list. */
export function OwnList({ onOpen }: { onOpen: () => void }) {
  const all = useLecture((state) => state.own);
  const own = all.filter((lecture) => lecture !== previewed());
  const open = useLecture((state) => state.open?.id);
  useEffect(() => void fetchOwn(), []);
  if (own.length === 0) return <p className="muted">Drop a lecture’s file on the page to keep it here.</p>;
  return (
    <>
      <h3>Your lectures</h3>
      <ul className="own-list">
        {own.map((lecture) => (
          <li key={lecture.id}>
            <LectureLink to={lecture} aria-current={nameInLinks(lecture) === open || undefined} onClick={onOpen}>
              {lecture.title}
            </LectureLink>
            <span className="muted">{lecture.minutes} min</span>
            <Button look="quiet" label={`Edit a copy of “${lecture.title}”`} onClick={() => void editCopy(lecture)}>
              Edit a copy
            </Button>
            <Button
              look="quiet"
              onClick={() =>
                void copyLink(
                  lecture,
                  "",
                  "The link is in the clipboard. It holds the students’ copy: hidden checks and solutions stay in your file.",
                )
              }
            >
              Copy link
            </Button>
            <Button
              look="quiet"
              onClick={() =>
                void copyLink(
                  lecture,
                  "&answers=none",
                  "The link is in the clipboard. It holds the students’ copy, and the page tells no answers.",
                )
              }
            >
              Link without answers
            </Button>
            <Button
              look="quiet"
              onClick={() =>
                download(`${lecture.id}.json`, `${JSON.stringify(lecture, undefined, 2)}\n`, "application/json")
              }
            >
              Save file
            </Button>
            <Button
              look="quiet"
              onClick={() => {
                forgetLecture(lecture.id);
                sayUndoable(`“${lecture.title}” was removed. Answers to it stay.`, () => void keepLecture(lecture));
              }}
            >
              Remove
            </Button>
          </li>
        ))}
      </ul>
    </>
  );
}

/** Copies a link that holds a lecture's copy for students: any reader of the link can see what it holds. */
async function copyLink(lecture: Lecture, fields: string, done: string): Promise<void> {
  const hash = `${await linkOf(studentCopy(lecture))}${fields}`;
  copy(new URL(hash, location.href).href, () => done, "Save the file, and send it.");
}
