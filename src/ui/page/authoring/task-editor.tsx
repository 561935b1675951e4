import { useState } from "react";
import { type Check as TaskCheck, labOf, type LectureTask } from "#core/lectures/lecture.ts";
import { MOST } from "#core/lectures/read.ts";
import { parametersOf } from "#core/lectures/variant.ts";
import { judgeSubmission, type SubmissionVerdict } from "#core/lectures/verdict.ts";
import { Button } from "../../elements/button.tsx";
import { Check } from "../../elements/check.tsx";
import { isReady, useGpu } from "../../kit/engine.ts";
import { WORKER_LABS } from "../lectures/judging.ts";
import { CheckLine, VERDICT_WORDS } from "../lectures/task-body.tsx";
import { askFields, useScenarioFields } from "./asked.ts";
import { CheckEditor } from "./check-editor.tsx";
import { newCheck, withFields } from "./draft.ts";
import { presentScenario, ScenarioLine } from "./scenario-line.tsx";
import { LineField, ProblemLine, ProseField, sentence } from "./text-fields.tsx";
import { VaryEditor } from "./vary-editor.tsx";

interface TaskEditorProps {
  at: string;
  task: LectureTask;
  /** @param what The field that changes. */
  onChange: (change: (task: LectureTask) => LectureTask, what?: string) => void;
}

/** One task: its start, what a student may change, and the checks. */
export function TaskEditor({ at, task, onChange }: TaskEditorProps) {
  const { title, prompt, scenario, free, vary = {}, checks, solution = "" } = task;
  const set = (change: Partial<LectureTask>, what?: string) => onChange((now) => ({ ...now, ...change }), what);
  const setChecks = (next: readonly TaskCheck[], what?: string) => set({ checks: next }, what);
  const take = async () => {
    const taken = presentScenario();
    if (taken === undefined) return;
    const names = Object.keys(vary);
    set({ scenario: names.length > 0 ? withFields(taken, names, await askFields(taken)) : taken });
  };
  const takeSolution = () => {
    const taken = presentScenario();
    if (taken !== undefined) set({ solution: taken });
  };
  return (
    <>
      <LineField at={`${at}.title`} label="Title" value={title} onChange={(next) => set({ title: next }, "title")} />
      <ProseField
        at={`${at}.prompt`}
        label="What to reach"
        value={prompt}
        values={Object.fromEntries(parametersOf(scenario))}
        hint="Students see the checks below it, except the hidden ones."
        onChange={(next) => set({ prompt: next }, "prompt")}
      />
      <ScenarioLine at={`${at}.scenario`} label="Start" scenario={scenario} onTake={() => void take()} />
      <FreeFields at={`${at}.free`} scenario={scenario} free={free} onChange={(next) => set({ free: next })} />
      <fieldset className="author-part">
        <legend>Checks</legend>
        {checks.map((check, i) => (
          <CheckEditor
            key={i}
            at={`${at}.checks[${i}]`}
            scenario={solution || scenario}
            {...{ check, checks, index: i }}
            onList={setChecks}
            onChange={(next) => setChecks(checks.with(i, next), `check ${i}`)}
          />
        ))}
        <Button
          look="quiet"
          icon="plus"
          disabled={checks.length >= MOST.checks}
          onClick={() => setChecks([...checks, newCheck()])}
        >
          Add a check
        </Button>
        <ProblemLine at={`${at}.checks`} />
      </fieldset>
      <ScenarioLine at={`${at}.solution`} label="Solution" scenario={solution} onTake={takeSolution} />
      {solution === "" ? (
        <p className="muted">
          A solution is optional. It shows that the task can be solved, and students never see it.
        </p>
      ) : (
        <>
          <Button look="quiet" onClick={() => set({ solution: "" })}>
            Remove the solution
          </Button>
          <Trial key={JSON.stringify(task)} task={task} solution={solution} />
        </>
      )}
      <VaryEditor at={at} part={task} onChange={(next) => set(next, "vary")} />
      <ProblemLine at={at} />
    </>
  );
}

interface FreeFieldsProps {
  at: string;
  scenario: string;
  free: readonly string[];
  onChange: (free: readonly string[]) => void;
}

/** The fields of the scenario that a submission may change. */
function FreeFields({ at, scenario, free, onChange }: FreeFieldsProps) {
  const answer = useScenarioFields(scenario);
  const fields = answer && "value" in answer ? answer.value : [];
  const others = free.filter((name) => !fields.some((field) => field.name === name));
  const toggle = (name: string) => (isFree: boolean) =>
    onChange(isFree ? [...free, name] : free.filter((one) => one !== name));
  return (
    <fieldset className="author-free" data-at={at}>
      <legend>Students may change</legend>
      <div className="author-checks">
        {[...fields, ...others.map((name) => ({ name, label: name, value: "", unit: "" }))].map(
          ({ name, label, value, unit }) => (
            <Check key={name} checked={free.includes(name)} title={name} onChange={toggle(name)}>
              <span>
                {label}
                {value !== "" && value.length < 40 && <span className="muted"> {`${value} ${unit}`.trim()}</span>}
              </span>
            </Check>
          ),
        )}
      </div>
      {answer === undefined && <p className="muted">Loading the fields of {labOf(scenario)} …</p>}
      {answer && "reason" in answer && <p className="why">{sentence(answer.reason)}</p>}
      <ProblemLine at={at} />
    </fieldset>
  );
}

/** A button that judges the solution, and the verdict. */
function Trial({ task, solution }: { task: LectureTask; solution: string }) {
  const isGpuReady = useGpu(isReady);
  const [state, setState] = useState<"judging" | SubmissionVerdict | { reason: string }>();
  const judge = () => {
    setState("judging");
    judgeSubmission(task, solution, WORKER_LABS).then(setState, (error: unknown) =>
      setState({ reason: (error as Error).message }),
    );
  };
  const isJudged = typeof state === "object" && "verdict" in state;
  return (
    <div className="author-trial">
      <Button disabled={state === "judging" || !isGpuReady} onClick={judge}>
        Try the solution
      </Button>
      {!isGpuReady && <span className="muted">The verdict needs a GPU.</span>}
      <p className="verdict" role="status" data-verdict={isJudged ? state.verdict : undefined}>
        {state === "judging" && "The lab computes the checks …"}
        {isJudged && `${VERDICT_WORDS[state.verdict]}. ${state.problem ?? ""}`}
      </p>
      {state && typeof state === "object" && "reason" in state && <p className="why">{sentence(state.reason)}</p>}
      {isJudged && (
        <ol className="checks">
          {state.checks.map((check, i) => (
            <li key={i}>
              <CheckLine {...check} />
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}
