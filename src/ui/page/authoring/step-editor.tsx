import { useReducer } from "react";
import type { Question, Step } from "#core/lectures/lecture.ts";
import { MOST } from "#core/lectures/read.ts";
import { labOf } from "#core/lectures/lecture.ts";
import { parametersOf } from "#core/lectures/variant.ts";
import { Button } from "../../elements/button.tsx";
import { ChoiceField } from "../../kit/fields/choice-field.tsx";
import { useLabName } from "../labs.ts";
import { askFields } from "./asked.ts";
import { newQuestion, withFields } from "./draft.ts";
import { figuresOnPage } from "./figures-on-page.ts";
import { jumpTo } from "./problem-list.tsx";
import { KIND_TITLES, QuestionEditor } from "./question-editor.tsx";
import { presentScenario, ScenarioLine } from "./scenario-line.tsx";
import { LineField, ProblemLine, ProseField } from "./text-fields.tsx";
import { VaryEditor } from "./vary-editor.tsx";

const KINDS = Object.keys(KIND_TITLES) as Question["kind"][];

interface StepEditorProps {
  at: string;
  step: Step;
  /** @param what The field that changes. */
  onChange: (change: (step: Step) => Step, what?: string) => void;
}

/** One step: its scenario, texts and questions. */
export function StepEditor({ at, step, onChange }: StepEditorProps) {
  const { title, text, explains = "", scenario, figure = "", vary = {}, questions } = step;
  const values = Object.fromEntries(parametersOf(scenario));
  const set = (change: Partial<Step>, what?: string) => onChange((now) => ({ ...now, ...change }), what);
  const setQuestions = (next: readonly Question[]) => set({ questions: next });
  const take = async () => {
    const taken = presentScenario();
    if (taken === undefined) return;
    const names = Object.keys(vary);
    set({ scenario: names.length > 0 ? withFields(taken, names, await askFields(taken)) : taken });
  };
  return (
    <>
      <LineField at={`${at}.title`} label="Title" value={title} onChange={(next) => set({ title: next }, "title")} />
      <ScenarioLine at={`${at}.scenario`} label="Scenario" scenario={scenario} onTake={() => void take()} />
      <FigureField at={`${at}.figure`} scenario={scenario} value={figure} onChange={(next) => set({ figure: next })} />
      <ProseField
        at={`${at}.text`}
        label="Text"
        value={text}
        values={values}
        placeholder="Where to look, and what to find out"
        hint="Markdown, and formulas between $ or $$. Do not say here what the questions ask."
        onChange={(next) => set({ text: next }, "text")}
      />
      {questions.map((question, i) => (
        <QuestionEditor
          key={i}
          at={`${at}.questions[${i}]`}
          {...{ scenario, question, questions, index: i, values }}
          onList={setQuestions}
          onChange={(next) => onChange((now) => ({ ...now, questions: now.questions.with(i, next) }), `question ${i}`)}
        />
      ))}
      {questions.length < MOST.questions && (
        <div className="author-adding" role="group" aria-label="Add a question">
          <span className="muted">Add a question:</span>
          {KINDS.map((kind) => (
            <Button
              key={kind}
              look="quiet"
              label={`Add a question: ${KIND_TITLES[kind].toLowerCase()}`}
              onClick={() => {
                onChange((now) => ({ ...now, questions: [...now.questions, newQuestion(kind)] }));
                jumpTo(`${at}.questions[${questions.length}].prompt`);
              }}
            >
              {KIND_TITLES[kind]}
            </Button>
          ))}
        </div>
      )}
      <ProseField
        at={`${at}.explains`}
        label="Explanation"
        value={explains}
        values={values}
        hint="It opens after each question has an answer."
        onChange={(next) => set({ explains: next }, "explains")}
      />
      <VaryEditor at={at} part={step} onChange={(next) => set(next, "vary")} />
      <ProblemLine at={at} />
    </>
  );
}

interface FigureFieldProps {
  at: string;
  scenario: string;
  value: string;
  onChange: (figure: string) => void;
}

/** The figure to look at, from the figures of the step's lab. */
function FigureField({ at, scenario, value, onChange }: FigureFieldProps) {
  const lab = useLabName();
  // Figures may appear after the panel.
  const [, look] = useReducer((times: number) => times + 1, 0);
  const isHere = lab === labOf(scenario);
  const figures = isHere ? figuresOnPage() : [];
  const unknown = value !== "" && !figures.some(({ name }) => name === value) ? [{ name: value, title: value }] : [];
  return (
    <div data-at={at} onFocusCapture={look} onPointerEnter={look}>
      <ChoiceField
        label="Figure to look at"
        description={isHere ? undefined : "Show the scenario to choose among the figures of its lab."}
        choices={[
          { value: "", text: "none" },
          ...[...unknown, ...figures].map(({ name, title }) => ({ value: name, text: title })),
        ]}
        value={value}
        onChange={onChange}
      />
    </div>
  );
}
