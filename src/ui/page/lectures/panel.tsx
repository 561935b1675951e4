import { Button } from "../../elements/button.tsx";
import { useEffect, useRef } from "react";
import { Terms } from "../../elements/glossary/terms.tsx";
import { together } from "../../elements/together.ts";
import { followed, leaveLecture, moveStep, restoreStep, showFocus, useLecture } from "../lecture.ts";
import { useLabName } from "../labs.ts";
import { NextLecture } from "./next-lecture.tsx";
import type { Lecture } from "#core/lectures/lecture.ts";
import "./lectures.css";

/** The current lecture, above the figures: what to look at, the explanation, and a question. */
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
  const { title, steps } = lecture;
  const { title: name, text, questions, explains, figure } = steps[index];
  return (
    <section className="lecture" aria-label={`Lecture: ${title}`}>
      <header className="lecture-head">
        <h2 ref={heading} tabIndex={-1}>
          {title}
        </h2>
        {figure && (
          <Button look="quiet" label="Show the figure" onClick={showFocus}>
            <span className="focus-mark" aria-hidden="true" />
            <span className="lecture-show">Show the figure</span>
          </Button>
        )}
        <p className="lecture-place">
          Step {index + 1} of {steps.length}
        </p>
        <Turn by={-1} name="Previous step" left={index} />
        <Turn by={1} name="Next step" left={steps.length - 1 - index} />
        <Button
          icon="close"
          label="Leave the lecture"
          onClick={() => {
            leaveLecture();
            document.querySelector<HTMLElement>("main")?.focus();
          }}
        />
      </header>
      <div className="lecture-body" aria-live="polite" tabIndex={0} role="group" aria-label={name}>
        <div className="lecture-text">
          <h3>{name}</h3>
          <p>
            <Terms>{together(text)}</Terms>
          </p>
        </div>
        <div className="lecture-question">
          {questions.map(({ prompt }) => (
            <p key={prompt}>
              <Terms>{together(prompt)}</Terms>
            </p>
          ))}
          {explains && (
            <details key={index}>
              <summary>Answer</summary>
              <p>
                <Terms>{together(explains)}</Terms>
              </p>
            </details>
          )}
        </div>
      </div>
      {index === steps.length - 1 && <NextLecture of={lecture} />}
      {strayed && (
        <p className="lecture-foot">
          <span className="muted">You have changed the scenario of this step.</span>
          <Button onClick={restoreStep}>Back to the step’s scenario</Button>
        </p>
      )}
    </section>
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
