import { useState } from "react";
import type { Check, Lecture, LectureTask } from "#core/lectures/lecture.ts";
import type { OutputValue } from "#core/lectures/outputs.ts";
import { filled } from "#core/lectures/variant.ts";
import type { CheckVerdict, SubmissionVerdict } from "#core/lectures/verdict.ts";
import { Button } from "../../elements/button.tsx";
import { describeFailure, type Failure } from "../../elements/failure.ts";
import { FailureNote } from "../../elements/failure-note.tsx";
import { plain } from "../../format.ts";
import { isReady, useGpu } from "../../kit/engine.ts";
import { submissionsOf, useAnswers, variantOf } from "../answers.ts";
import { session } from "../labs.ts";
import { restoreStep } from "../lecture.ts";
import { useView } from "../view.ts";
import { submit } from "./judging.ts";
import { RichText } from "./rich-text.tsx";

export const VERDICT_WORDS = {
  met: "Met",
  "not met": "Not met",
  "not enough packets": "Not enough packets",
  open: "Judged by the lecturer",
};

interface TaskBodyProps {
  lecture: Lecture;
  /** Its index. */
  at: number;
  task: LectureTask;
}

/** A task: what the scenario must reach, and the verdict on the submitted one. */
export function TaskBody({ lecture, at, task }: TaskBodyProps) {
  const index = lecture.steps.length + at;
  const { values } = variantOf(lecture, index);
  const kept = useAnswers((state) => submissionsOf(state, lecture)[at]);
  const isGpuReady = useGpu(isReady);
  const test = useView((view) => view.test);
  const [judged, setJudged] = useState<SubmissionVerdict>();
  const [isJudging, setJudging] = useState(false);
  const [failure, setFailure] = useState<Failure>();

  const give = () => {
    setFailure(undefined);
    setJudging(true);
    submit(lecture, at, (session()?.address() ?? "").replace(/^#/, ""))
      .then(setJudged, (error: unknown) => setFailure(describeFailure("The scenario could not be judged.", error)))
      .finally(() => setJudging(false));
  };
  return (
    <div className="lecture-body" aria-live="polite" tabIndex={0} role="group" aria-label={task.title}>
      <div className="lecture-text">
        <h3>{task.title}</h3>
        <RichText>{filled(task.prompt, values)}</RichText>
        <p className="muted">You may change: {task.free.join(", ")}.</p>
      </div>
      <div className="lecture-question">
        <ul className="checks">
          {task.checks.map((check, i) => (
            <li key={i}>
              <span>{wordsOf(check)}</span>
              {!test && judged?.checks[i] && <CheckLine {...judged.checks[i]} />}
            </li>
          ))}
        </ul>
        <p className="answer-line">
          <Button look="primary" disabled={isJudging || !isGpuReady} onClick={give}>
            {kept ? "Submit this scenario again" : "Submit this scenario"}
          </Button>
          <Button onClick={restoreStep}>Start again</Button>
        </p>
        {!isGpuReady && <p className="muted">The verdict needs a GPU.</p>}
        {failure && <FailureNote failure={failure} onRetry={give} />}
        <p className="verdict" role="status" data-verdict={isJudging ? "pending" : test ? undefined : kept?.verdict}>
          {isJudging
            ? "The lab computes the checks …"
            : kept && `${test ? "Submitted" : VERDICT_WORDS[kept.verdict]}${triesText(kept.tries)}`}
          {judged?.problem && ` ${judged.problem}`}
        </p>
      </div>
    </div>
  );
}

const triesText = (tries: number) => (tries === 1 ? "." : `, at submission ${tries}.`);

/** Returns a check in words: "ber.mmse at most 0.001". */
function wordsOf(check: Check): string {
  if ("hash" in check || "salt" in check) return "A check that the lecturer keeps";
  const { output, test, value } = check;
  if (typeof value !== "number") return `${output} from ${plain(value[0], 4)} to ${plain(value[1], 4)}`;
  return `${output} ${test === "<=" ? "at most" : "at least"} ${plain(value, 4)}`;
}

/** The verdict of one check, with the value that decides it. */
export function CheckLine({ verdict, value, needed }: CheckVerdict) {
  return (
    <span className="check-verdict" data-verdict={verdict}>
      {VERDICT_WORDS[verdict]}
      {value && `: ${valueText(value)}`}
      {needed !== undefined && `. About ${plain(needed, 2)} packets decide it.`}
    </span>
  );
}

/** Returns a value of an output in words. */
export function valueText(value: OutputValue): string {
  if (value.kind === "number") return plain(value.value, 4);
  if (value.kind === "rate")
    return `${plain(value.value, 3)}, 95 % from ${plain(value.low, 3)} to ${plain(value.high, 3)}`;
  if (value.kind === "name") return value.value;
  const { x, y } = value;
  if (x.length === 0) return "a curve without points";
  const ends = (of: readonly number[]) => `${plain(Math.min(...of), 3)} to ${plain(Math.max(...of), 3)}`;
  return `a curve over ${ends(x)} with values from ${ends(y)}`;
}
