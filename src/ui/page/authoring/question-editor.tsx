import type { NumberQuestion, Question, SketchAxis, SketchQuestion } from "#core/lectures/lecture.ts";
import { MOST } from "#core/lectures/read.ts";
import { rightAnswer } from "#core/lectures/judge.ts";
import type { GivenAnswer } from "#core/lectures/result.ts";
import { Button } from "../../elements/button.tsx";
import { plain } from "../../format.ts";
import { WORKER_LABS } from "../lectures/judging.ts";
import { useAsked, useOutputValue } from "./asked.ts";
import { ChoiceEditor } from "./choice-editor.tsx";
import { fittedTo } from "./draft.ts";
import { ListTools } from "./list-tools.tsx";
import { AnyNumber, NumbersField, ToleranceField } from "./numbers.tsx";
import { OrderEditor } from "./order-editor.tsx";
import { OutputField } from "./output-field.tsx";
import { LineField, ProblemLine, ProseField, sentence, useProblem } from "./text-fields.tsx";

export const KIND_TITLES: Readonly<Record<Question["kind"], string>> = {
  number: "Number",
  choice: "Choice",
  order: "Order",
  sketch: "Sketch",
  text: "Text",
};

/** What the editor of a kind of question takes. */
export interface EditorProps<Kind extends Question> {
  at: string;
  scenario: string;
  question: Kind;
  onChange: (question: Kind) => void;
}

interface QuestionEditorProps extends EditorProps<Question> {
  questions: readonly Question[];
  index: number;
  values: Readonly<Record<string, string>>;
  onList: (questions: readonly Question[]) => void;
}

/** One question: its prompt, and what decides its answer. */
export function QuestionEditor({
  at,
  scenario,
  question,
  questions,
  index,
  values,
  onChange,
  onList,
}: QuestionEditorProps) {
  return (
    <fieldset className="author-part">
      <legend>
        Question {index + 1}: {KIND_TITLES[question.kind].toLowerCase()}
      </legend>
      <ListTools noun="question" list={questions} index={index} onChange={onList} />
      <ProseField
        isLine
        at={`${at}.prompt`}
        label="Prompt"
        value={question.prompt}
        values={values}
        onChange={(prompt) => onChange({ ...question, prompt })}
      />
      {question.kind === "number" && <NumberEditor {...{ at, scenario, question, onChange }} />}
      {question.kind === "choice" && <ChoiceEditor {...{ at, scenario, question, onChange }} />}
      {question.kind === "order" && <OrderEditor {...{ at, scenario, question, onChange }} />}
      {question.kind === "sketch" && <SketchEditor {...{ at, scenario, question, onChange }} />}
      {question.kind === "text" && <p className="muted">Threeray keeps the text for you, and does not judge it.</p>}
      {question.kind !== "number" && question.kind !== "text" && <RightLine {...{ at, scenario, question }} />}
      <ProblemLine at={at} />
    </fieldset>
  );
}

function NumberEditor({ at, scenario, question, onChange }: EditorProps<NumberQuestion>) {
  const { output, unit = "", tolerance } = question;
  return (
    <>
      <OutputField
        at={`${at}.output`}
        label="Right answer"
        scenario={scenario}
        kinds={["number", "rate"]}
        value={output}
        onChange={(next, facts) => onChange({ ...question, output: next, unit: facts?.unit ?? unit })}
      />
      <LineField
        at={`${at}.unit`}
        label="Unit of the answer"
        value={unit}
        hint="Students read it. It does not change the value."
        onChange={(next) => onChange({ ...question, unit: next })}
      />
      <ToleranceField value={tolerance} unit={unit} onChange={(next) => onChange({ ...question, tolerance: next })} />
    </>
  );
}

const isRising = (numbers: readonly number[]) => numbers.every((x, i) => i === 0 || x > numbers[i - 1]);

function SketchEditor({ at, scenario, question, onChange }: EditorProps<SketchQuestion>) {
  const { x, y, tolerance, share = 0.8 } = question;
  const computed = useOutputValue(scenario, question.output);
  const curve = computed && "value" in computed && computed.value.kind === "curve" ? computed.value : undefined;
  return (
    <>
      <OutputField
        at={`${at}.output`}
        label="Right curve"
        scenario={scenario}
        kinds={["curve"]}
        value={question.output}
        onChange={(output) => onChange({ ...question, output })}
      />
      {curve && (
        <Button look="quiet" onClick={() => onChange(fittedTo(question, curve))}>
          Fit points and axes to the curve
        </Button>
      )}
      <NumbersField
        label="Points at"
        description="The abscissas whose ordinates a student draws, rising."
        value={question.at}
        check={(numbers) =>
          numbers.length >= 2 && numbers.length <= MOST.choices && isRising(numbers)
            ? undefined
            : `Enter 2 to ${MOST.choices} rising numbers.`
        }
        onChange={(next) => onChange({ ...question, at: next })}
      />
      <AxisEditor
        at={`${at}.x`}
        title="Horizontal axis"
        axis={x}
        onChange={(axis) => onChange({ ...question, x: axis })}
      />
      <AxisEditor
        at={`${at}.y`}
        title="Vertical axis"
        axis={y}
        onChange={(axis) => onChange({ ...question, y: axis })}
      />
      <ToleranceField value={tolerance} onChange={(next) => onChange({ ...question, tolerance: next })} />
      <AnyNumber
        label="Points that must be right"
        unit="%"
        min={10}
        max={100}
        value={Number((100 * share).toPrecision(12))}
        onChange={(next) => onChange({ ...question, share: Number((next / 100).toPrecision(12)) })}
      />
    </>
  );
}

interface AxisEditorProps {
  at: string;
  title: string;
  axis: SketchAxis;
  onChange: (axis: SketchAxis) => void;
}

function AxisEditor({ at, title, axis, onChange }: AxisEditorProps) {
  return (
    <div role="group" aria-label={title} className="author-row">
      <LineField
        at={`${at}.label`}
        label={title}
        value={axis.label}
        placeholder="Frequency, MHz"
        onChange={(label) => onChange({ ...axis, label })}
      />
      <AnyNumber label="From" value={axis.from} onChange={(from) => onChange({ ...axis, from })} />
      <AnyNumber label="To" value={axis.to} onChange={(to) => onChange({ ...axis, to })} />
    </div>
  );
}

/** The answer that the lab computes now, so that the author sees whether the question can be answered. */
function RightLine({ at, scenario, question }: Pick<EditorProps<Question>, "at" | "scenario" | "question">) {
  const isReadable = useProblem(`${at}.choices`) === undefined && outputsGiven(question);
  const answer = useAsked(isReadable ? `right ${scenario} ${JSON.stringify(question)}` : undefined, () =>
    rightAnswer(question, scenario, WORKER_LABS.evaluate),
  );
  if (!isReadable) return null;
  if (answer && "reason" in answer) return <p className="why">{sentence(answer.reason)}</p>;
  return (
    <p className="muted" aria-live="polite">
      {answer ? `Right now: ${rightWords(question, answer.value)}` : "The lab computes the answer …"}
    </p>
  );
}

/** Whether the lab decides a question, and its outputs are chosen. */
function outputsGiven(question: Question): boolean {
  if (question.kind === "order") return question.items.every(({ output = "" }) => output !== "");
  return "output" in question && question.output !== undefined && question.output !== "";
}

/** Returns a right answer in words. */
function rightWords(question: Question, right: GivenAnswer | undefined): string {
  if (question.kind === "choice") return `“${question.choices[right as number]?.text ?? ""}”.`;
  if (!Array.isArray(right)) return String(right);
  if (question.kind === "order") return `${right.map((item: number) => `“${question.items[item].text}”`).join(", ")}.`;
  return `${right.map((y: number) => plain(y, 3)).join(", ")}.`;
}
