import { useId, useState } from "react";
import type { Lecture } from "#core/lectures/lecture.ts";
import { Button } from "../../elements/button.tsx";
import { say } from "../../elements/notices.ts";
import { answersOf, NOT_STORED, setStudent, submissionsOf, useAnswers } from "../answers.ts";
import { restoreStep } from "../lecture.ts";
import { printResult, saveResult } from "./result-file.ts";

/** The student's name, which chooses the variant, and the file with the answers. */
export function StudentLine({ lecture }: { lecture: Lecture }) {
  const id = useId();
  const student = useAnswers((state) => state.student);
  const isNamed = useAnswers((state) => state.isNamed);
  const count = useAnswers((state) => Object.keys(answersOf(state, lecture)).length);
  const submitted = useAnswers((state) => Object.keys(submissionsOf(state, lecture)).length);
  const isStored = useAnswers((state) => state.isStored);
  const [name, setName] = useState(student);
  const questions = lecture.steps.reduce((sum, step) => sum + step.questions.length, 0);
  const tasks = lecture.tasks?.length ?? 0;
  const varies = [...lecture.steps, ...(lecture.tasks ?? [])].some(({ vary }) => vary);
  const done = () => {
    if (name === student) return;
    setStudent(name);
    restoreStep();
    if (varies)
      say(
        name.trim() === ""
          ? "The lecture has its own numbers again."
          : `The lecture has the numbers of ${name.trim()}.`,
      );
  };
  return (
    <p className="lecture-foot">
      <label htmlFor={id} className="muted">
        Your name
      </label>
      <span className="field-box student">
        <input
          id={id}
          value={name}
          readOnly={isNamed}
          maxLength={200}
          autoComplete="name"
          onChange={({ target }) => setName(target.value)}
          onBlur={done}
          onKeyDown={({ key }) => key === "Enter" && done()}
        />
      </span>
      <span className="muted">
        {count} of {questions} answered{tasks > 0 && `, ${submitted} of ${tasks} tasks submitted`}.
        {isNamed && " Your course gives your name."}
        {varies && " Your name chooses your numbers."}
      </span>
      {!isStored && !isNamed && <strong>{NOT_STORED}</strong>}
      <Button disabled={count + submitted === 0} onClick={() => saveResult(lecture)}>
        Save my answers
      </Button>
      <Button look="quiet" disabled={count + submitted === 0} onClick={() => void printResult(lecture)}>
        Print my answers
      </Button>
    </p>
  );
}
