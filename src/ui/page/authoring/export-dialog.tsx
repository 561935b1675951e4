import { useEffect, useRef, useState } from "react";
import { checkLecture, rightAnswers } from "#core/lectures/check.ts";
import { studentCopy } from "#core/lectures/identity.ts";
import type { Lecture } from "#core/lectures/lecture.ts";
import type { FileProblem } from "#core/lectures/strict.ts";
import { Button } from "../../elements/button.tsx";
import { copy } from "../../elements/copy.ts";
import { Dialog } from "../../elements/dialog.tsx";
import { say } from "../../elements/notices.ts";
import { download } from "../../figures/download.ts";
import { whole } from "../../format.ts";
import { fetchOwn } from "../lecture.ts";
import { WORKER_LABS } from "../lectures/judging.ts";
import { linkOf } from "../lectures/opening.ts";
import { keepLecture } from "../lectures/own.ts";
import { type Draft, fileText, lectureOf } from "./draft.ts";
import { ProblemList } from "./problem-list.tsx";
import { sentence } from "./text-fields.tsx";

/** Longest link that is offered: mail and course pages cut longer ones. */
const MOST_LINK = 8000;

interface ExportDialogProps {
  draft: Draft;
  /** What the strict reader finds. */
  problems: readonly FileProblem[];
  /** @param isExported The lecture has left the draft: its name may not change any more. */
  onClose: (isExported: boolean) => void;
}

/** The files of a lecture, and its link. A lecture with problems has none. */
export function ExportDialog({ draft, problems, onClose }: ExportDialogProps) {
  const [found, setFound] = useState<readonly FileProblem[]>();
  const isReadable = problems.length === 0;
  const isExported = useRef(false);
  const close = () => onClose(isExported.current);
  useEffect(() => {
    if (!isReadable) return undefined;
    let isCurrent = true;
    checkLecture(lectureOf(draft), WORKER_LABS).then(
      (sentences) => isCurrent && setFound(sentences.map(placed)),
      (error: unknown) => isCurrent && setFound([{ at: "", text: (error as Error).message }]),
    );
    return () => {
      isCurrent = false;
    };
  }, [draft, isReadable]);
  const all = isReadable ? found : problems;
  return (
    <Dialog title="Export the lecture" onClose={close}>
      {all === undefined ? (
        <p className="muted">The labs check the scenarios and the outputs …</p>
      ) : all.length > 0 ? (
        <>
          <p>
            The lecture has {all.length === 1 ? "a problem" : `${all.length} problems`}, so it cannot be exported yet.
            The draft is kept as it is.
          </p>
          <ProblemList problems={all} onJump={close} />
        </>
      ) : (
        <Exports lecture={lectureOf(draft)} onExport={() => (isExported.current = true)} />
      )}
    </Dialog>
  );
}

/** Returns a sentence of the labs' check with its place: "Step 2: …". */
function placed(text: string): FileProblem {
  const [, part, number, rest] = /^(Step|Task) (\d+)(?:: |, )(.*)$/s.exec(text) ?? [];
  if (part === undefined) return { at: "", text };
  return { at: `${part === "Step" ? "steps" : "tasks"}[${Number(number) - 1}]`, text: rest };
}

function Exports({ lecture, onExport }: { lecture: Lecture; onExport: () => void }) {
  const students = studentCopy(lecture);
  const areEqual = JSON.stringify(students) === JSON.stringify(lecture);
  const [link, setLink] = useState<string>();
  useEffect(() => {
    let isCurrent = true;
    void linkOf(students).then((hash) => isCurrent && setLink(new URL(hash, location.href).href));
    return () => {
      isCurrent = false;
    };
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the dialog's lecture does not change
  }, []);
  const save = (one: Lecture, name: string) => {
    download(`${name}.json`, fileText(one), "application/json");
    onExport();
  };
  const isShort = link !== undefined && link.length <= MOST_LINK;
  return (
    <dl className="author-exports">
      <div>
        <dt>
          <Button look="primary" onClick={() => save(lecture, lecture.id)}>
            Save the lecturer’s file
          </Button>
        </dt>
        <dd>
          {areEqual
            ? "Students can have the same file: it has neither hidden checks nor solutions."
            : "It has the hidden checks and the solutions. Keep it: grading needs it."}
        </dd>
      </div>
      {!areEqual && (
        <div>
          <dt>
            <Button onClick={() => save(students, `${lecture.id}-student`)}>Save the students’ copy</Button>
          </dt>
          <dd>It has hashes of the hidden checks, and no solutions.</dd>
        </div>
      )}
      <div>
        <dt>
          <Button
            disabled={!isShort}
            onClick={() => {
              copy(link!, () => "The link is in the clipboard. It holds the students’ copy.", "Send the file instead.");
              onExport();
            }}
          >
            Copy the students’ link
          </Button>
        </dt>
        <dd>
          {link === undefined
            ? "Preparing the link …"
            : isShort
              ? `It holds the whole students’ copy in ${whole(link.length)} characters. “&student=Ada” at its end sets a name.`
              : `The link would have ${whole(link.length)} characters, and many programs cut links of more than ${whole(MOST_LINK)}. Send the file.`}
        </dd>
      </div>
      <div>
        <dt>
          <Button
            onClick={() =>
              void fetchOwn().then(() => {
                onExport();
                if (keepLecture(lecture)) say(`“${lecture.title}” is among your lectures now.`);
                else say("This browser has no room for the lecture. It stays until the page is closed.", "warning");
              })
            }
          >
            Add to your lectures
          </Button>
        </dt>
        <dd>“Lectures” in the bar then lists it in this browser.</dd>
      </div>
      <AnswerCheck lecture={lecture} />
    </dl>
  );
}

/** Computes all right answers and solutions, which may take a while. */
function AnswerCheck({ lecture }: { lecture: Lecture }) {
  const [state, setState] = useState<"computing" | readonly string[]>();
  const compute = () => {
    setState("computing");
    const problems: string[] = [];
    rightAnswers(lecture, WORKER_LABS, problems).then(
      () => setState(problems),
      (error: unknown) => setState([(error as Error).message]),
    );
  };
  return (
    <div>
      <dt>
        <Button disabled={state === "computing"} onClick={compute}>
          Check all answers
        </Button>
      </dt>
      <dd role="status">
        {state === undefined && "The labs compute each right answer and judge each solution."}
        {state === "computing" && "The labs compute …"}
        {Array.isArray(state) &&
          state.length === 0 &&
          "Each question has one right answer, and each solution meets its task."}
        {Array.isArray(state) && state.map((text) => <span key={text}>{sentence(text)} </span>)}
      </dd>
    </div>
  );
}
