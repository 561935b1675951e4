import { type ComponentType, useCallback, useEffect, useState } from "react";
import type { Question } from "#core/lectures/lecture.ts";
import type { GivenAnswer } from "#core/lectures/result.ts";
import { filled } from "#core/lectures/variant.ts";
import { describeFailure, type Failure } from "../../../elements/failure.ts";
import { FailureNote } from "../../../elements/failure-note.tsx";
import { isReady, useGpu } from "../../../kit/engine.ts";
import { plain } from "../../../format.ts";
import { answersOf, type KeptAnswer, useAnswers, variantOf } from "../../answers.ts";
import { useView } from "../../view.ts";
import { give, judge, type QuestionPlace } from "../judging.ts";
import { RichLine } from "../rich-text.tsx";
import { ChoiceForm } from "./choice-form.tsx";
import type { FormProps } from "./form.ts";
import { NumberForm } from "./number-form.tsx";
import { OrderForm } from "./order-form.tsx";
import { SketchForm } from "./sketch-form.tsx";
import { TextForm } from "./text-form.tsx";

const FORMS = {
  number: NumberForm,
  choice: ChoiceForm,
  order: OrderForm,
  sketch: SketchForm,
  text: TextForm,
} as { [Kind in Question["kind"]]: ComponentType<FormProps<Question>> };

/** Tries after which the right answer is shown. */
const MOST_TRIES = 3;

/** A question with its form, and what is true of the answer. */
export function QuestionPart(place: QuestionPlace) {
  const { lecture, step, question: at } = place;
  const question = lecture.steps[step].questions[at];
  const { values } = variantOf(lecture, step);
  const kept = useAnswers((state) => answersOf(state, lecture)[`${step}.${at}`]);
  const isGpuReady = useGpu(isReady);
  const [failure, setFailure] = useState<Failure>();

  const settle = useCallback((judging: Promise<void>) => {
    setFailure(undefined);
    judging.catch((error: unknown) => setFailure(describeFailure("The answer could not be judged.", error)));
  }, []);
  // The page was left, or the device was lost, before the lab had computed the answer. A course keeps no right answers.
  const isPending = kept !== undefined && kept.verdict !== "given" && kept.right === undefined;
  useEffect(() => {
    if (isPending && isGpuReady) settle(judge({ lecture, step, question: at }));
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- a new try is judged where it is given
  }, [isGpuReady, lecture, step, at]);

  const tries = kept?.tries.length ?? 0;
  const test = useView((view) => view.test);
  const isUsedUp = tries >= MOST_TRIES;
  // A test that closed only right answers would tell them.
  const isClosed = test
    ? isUsedUp && question.kind !== "text"
    : kept?.verdict === "right" || (kept?.verdict === "wrong" && isUsedUp);
  const Form = FORMS[question.kind];
  const prompt = filled(question.prompt, values);
  return (
    <div className="question">
      <p className="question-prompt">
        <RichLine>{prompt}</RichLine>
      </p>
      <Form
        question={question}
        label={prompt}
        last={kept?.tries.at(-1)}
        right={isClosed && !test ? kept?.right : undefined}
        isClosed={isClosed}
        action={tries === 0 ? "Predict" : test || question.kind === "text" ? "Change" : "Answer again"}
        onGive={(answer) => settle(give(place, answer))}
      />
      {kept && test && <Kept question={question} left={MOST_TRIES - tries} />}
      {kept && !test && !failure && <Verdict question={question} kept={kept} isClosed={isClosed} waits={!isGpuReady} />}
      {failure && <FailureNote failure={failure} onRetry={() => settle(judge(place))} />}
    </div>
  );
}

/** What a test says of an answer. */
function Kept({ question, left }: { question: Question; left: number }) {
  const again =
    question.kind === "text"
      ? "You may change it."
      : left > 1
        ? `You may change it ${left} times.`
        : left === 1
          ? "You may change it once."
          : "It is final.";
  return (
    <p className="verdict" role="status">
      Your answer is kept. {again}
    </p>
  );
}

interface VerdictProps {
  question: Question;
  kept: KeptAnswer;
  isClosed: boolean;
  /** There is no device. */
  waits: boolean;
}

function Verdict({ question, kept, isClosed, waits }: VerdictProps) {
  const { verdict, reason, tries, right } = kept;
  const left = MOST_TRIES - tries.length;
  const text = {
    right: tries.length === 1 ? "Right, at the first try." : `Right, at try ${tries.length}.`,
    wrong: isClosed
      ? `Wrong. ${right === undefined ? "The lab computes the right answer …" : rightText(question, right)}`
      : `Not right. Read the figure, and answer again: ${left} ${left === 1 ? "try is" : "tries are"} left.`,
    given: "Kept. Compare it with the explanation.",
    none: waits ? "The lab judges this answer as soon as it has a GPU." : "The lab computes the answer …",
  }[verdict ?? "none"];
  return (
    <p className="verdict" role="status" data-verdict={verdict ?? "pending"}>
      {text}
      {reason && verdict !== "given" && (
        <>
          {" "}
          <RichLine>{reason}</RichLine>
        </>
      )}
    </p>
  );
}

/** Returns a sentence with the right answer; forms show those that are not numbers. */
function rightText(question: Question, right: GivenAnswer): string {
  if (typeof right !== "number" || question.kind !== "number") return "The right answer is marked above.";
  return `The lab computes ${plain(right, 4)}${question.unit ? ` ${question.unit}` : ""}.`;
}
