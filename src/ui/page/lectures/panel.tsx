import { useEffect, useRef } from "react";
import type { Lecture, Step } from "#core/lectures/lecture.ts";
import { filled } from "#core/lectures/variant.ts";
import { Button } from "../../elements/button.tsx";
import { isWaiting, openStep, partsOf, useAnswers, variantOf } from "../answers.ts";
import { followed, leaveLecture, moveStep, restoreStep, showFocus, useLecture } from "../lecture.ts";
import { useLabName } from "../labs.ts";
import { isReady, useGpu } from "../../kit/engine.ts";
import { useView } from "../view.ts";
import { noteShown } from "./judging.ts";
import { NextLecture } from "./next-lecture.tsx";
import { hiddenAnswers, usePresenting } from "./presenting.ts";
import { PresentedQuestion } from "./questions/presented-question.tsx";
import { QuestionPart } from "./questions/question.tsx";
import { RichText } from "./rich-text.tsx";
import { StudentLine } from "./student-line.tsx";
import { TaskBody } from "./task-body.tsx";
import { tellFigure } from "./tell-figure.ts";
import "./lectures.css";

/** The current lecture, above the figures: what to look at, questions, and after the predictions the explanation. */
export function LecturePanel() {
  const lab = useLabName();
  const lecture = useLecture((state) => followed(state, lab));
  const step = useLecture((state) => state.open?.step ?? 0);
  return lecture ? <Panel key={lecture.id} lecture={lecture} index={step} /> : null;
}

function Panel({ lecture, index }: { lecture: Lecture; index: number }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const strayed = useLecture((state) => state.strayed);
  useEffect(() => heading.current?.focus(), []);
  useEffect(() => noteShown(lecture, index), [lecture, index]);
  const { present, test } = useView();
  const waits = useAnswers((state) => isWaiting(state, lecture, index));
  const student = useAnswers((state) => state.student);
  const { title, steps, tasks = [] } = lecture;
  const step = steps.at(index);
  const task = tasks.at(index - steps.length);
  const parts = partsOf(lecture);
  return (
    <section className="lecture" aria-label={`Lecture: ${title}`} data-waits={waits || undefined}>
      <header className="lecture-head">
        <h2 ref={heading} tabIndex={-1}>
          {title}
        </h2>
        {step?.figure && !waits && (
          <Button look="quiet" label="Show the figure" onClick={showFocus}>
            <span className="focus-mark" aria-hidden="true" />
            <span className="lecture-show">Show the figure</span>
          </Button>
        )}
        {present && (
          <Button look="quiet" label="QR code" keys="q" onClick={() => useView.setState({ dialog: "qr" })}>
            QR code
          </Button>
        )}
        <p className="lecture-place">
          {test && "Test. "}
          {step ? `Step ${index + 1} of ${steps.length}` : `Task ${index - steps.length + 1} of ${tasks.length}`}
        </p>
        <Turn by={-1} name="Previous step" left={index} />
        <Turn by={1} name="Next step" left={parts - 1 - index} />
        <Button
          icon="close"
          label="Leave the lecture"
          onClick={() => {
            leaveLecture();
            document.querySelector<HTMLElement>("main")?.focus();
          }}
        />
      </header>
      {step ? (
        <StepBody lecture={lecture} index={index} step={step} waits={waits} />
      ) : (
        task && <TaskBody key={`${student} ${index}`} lecture={lecture} at={index - steps.length} task={task} />
      )}
      {test && (
        <p className="lecture-foot muted">
          This is a test: the page keeps your answers, and does not say which are right. Save them at the end.
        </p>
      )}
      {!present && (index === 0 || index === parts - 1) && <StudentLine key={student} lecture={lecture} />}
      {index === parts - 1 && <NextLecture of={lecture} />}
      {strayed && step && (
        <p className="lecture-foot">
          <span className="muted">You have changed the scenario of this step.</span>
          <Button onClick={restoreStep}>Back to the step’s scenario</Button>
        </p>
      )}
    </section>
  );
}

interface StepBodyProps {
  lecture: Lecture;
  index: number;
  step: Step;
  /** The figure and the explanation wait for predictions. */
  waits: boolean;
}

function StepBody({ lecture, index, step: { title, text, questions, explains }, waits }: StepBodyProps) {
  const student = useAnswers((state) => state.student);
  const { present, test } = useView();
  const { values, scenario } = variantOf(lecture, index);
  const hidden = usePresenting((state) => hiddenAnswers(state, lecture, index));
  const explained = !waits && !test && !(present && hidden > 0);
  const strayed = useLecture((state) => state.strayed);
  const isGpuReady = useGpu(isReady);
  // The description of the figure answers the questions, too. It belongs to the step's own scenario.
  const tells = explained && !strayed && isGpuReady;
  useEffect(() => (tells ? tellFigure(questions, scenario) : undefined), [tells, questions, scenario]);
  const Part = present ? PresentedQuestion : QuestionPart;
  return (
    <div className="lecture-body" aria-live="polite" tabIndex={0} role="group" aria-label={title}>
      <div className="lecture-text">
        <h3>{title}</h3>
        <RichText>{filled(text, values)}</RichText>
        {explains && explained && (
          <div className="explains" role="group" aria-label="Explanation">
            <RichText>{filled(explains, values)}</RichText>
          </div>
        )}
      </div>
      <div className="lecture-question">
        {questions.map((question, i) => (
          <Part key={`${student} ${index} ${question.prompt}`} lecture={lecture} step={index} question={i} />
        ))}
        {waits && present && (
          <Button look="quiet" onClick={() => openStep(lecture, index)}>
            Show the figure before the answers
          </Button>
        )}
      </div>
    </div>
  );
}

/** A button to the next or previous step. At the end it stays focusable and does nothing. */
function Turn({ by, name, left }: { by: 1 | -1; name: string; left: number }) {
  return (
    <Button
      icon={by < 0 ? "back" : "forth"}
      label={name}
      keys={by < 0 ? "[" : "]"}
      aria-disabled={left === 0}
      onClick={() => moveStep(by)}
    />
  );
}
