import { useState } from "react";
import type { Check, Lecture, LectureTask } from "#core/lectures/lecture.ts";
import type { OutputFacts } from "#core/lectures/outputs.ts";
import type { ScenarioField } from "#core/lectures/scenario-fields.ts";
import { filled } from "#core/lectures/variant.ts";
import type { CheckVerdict, SubmissionVerdict } from "#core/lectures/verdict.ts";
import { Button } from "../../elements/button.tsx";
import { describeFailure, type Failure } from "../../elements/failure.ts";
import { FailureNote } from "../../elements/failure-note.tsx";
import { plain } from "../../format.ts";
import { isReady, useGpu } from "../../kit/engine.ts";
import { useOutputs, useScenarioFields } from "../authoring/asked.ts";
import { submissionsOf, useAnswers, variantOf } from "../answers.ts";
import { session } from "../labs.ts";
import { restoreStep } from "../lecture.ts";
import { useView } from "../view.ts";
import { submit } from "./judging.ts";
import { exact, namesOf, valueText } from "./output-words.ts";
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
  const { values, scenario } = variantOf(lecture, index);
  const [outputs, fields] = [useOutputs(scenario), useScenarioFields(scenario)];
  const facts = outputs && "value" in outputs ? outputs.value : [];
  const labels = fields && "value" in fields ? fields.value : [];
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
        <p className="muted">
          You may change: {task.free.map((name) => labels.find((one) => one.name === name)?.label ?? name).join(", ")}.
        </p>
      </div>
      <div className="lecture-question">
        <ul className="checks">
          {task.checks.map((check, i) => (
            <li key={i}>
              <span>{wordsOf(check, facts, labels)}</span>
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

/** Returns a check in words: "Bit error rate (mmse): at most 0.001". Until the lab has named its outputs, it has their short names. */
function wordsOf(check: Check, facts: readonly OutputFacts[], fields: readonly ScenarioField[]): string {
  if ("hash" in check || "salt" in check) return "A check that the lecturer keeps";
  const { output, test, value } = check;
  const { title, unit } = namesOf(output, facts, fields);
  const of = (limit: number) => [exact(limit), unit].filter(Boolean).join(" ");
  if (typeof value !== "number" && value[0] === value[1]) return `${title}: ${of(value[0])}`;
  if (typeof value !== "number") return `${title}: from ${exact(value[0])} to ${of(value[1])}`;
  return `${title}: ${test === "<=" ? "at most" : "at least"} ${of(value)}`;
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
