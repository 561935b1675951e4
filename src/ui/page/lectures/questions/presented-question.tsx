import { useId } from "react";
import type { ChoiceQuestion, OrderQuestion, Question, SketchQuestion } from "#core/lectures/lecture.ts";
import type { GivenAnswer } from "#core/lectures/result.ts";
import { filled, startOrder } from "#core/lectures/variant.ts";
import { answerWords } from "#core/lectures/words.ts";
import { Button } from "../../../elements/button.tsx";
import { FailureNote } from "../../../elements/failure-note.tsx";
import { variantOf } from "../../answers.ts";
import type { QuestionPlace } from "../judging.ts";
import { guess, questionKey, showAnswer, usePresenting } from "../presenting.ts";
import { RichLine } from "../rich-text.tsx";
import { SketchForm } from "./sketch-form.tsx";

/** A question for a class: large, with a field for the class's guess. The answer is shown on demand. */
export function PresentedQuestion(place: QuestionPlace) {
  const { lecture, step, question: at } = place;
  const question = lecture.steps[step].questions[at];
  const { values } = variantOf(lecture, step);
  const key = questionKey(place);
  const kept = usePresenting(({ guesses }) => guesses[key]);
  const { state, right, failure } = usePresenting(({ shown }) => shown[key]) ?? {};
  const isShown = state === "shown";
  const prompt = filled(question.prompt, values);
  const show = () => void showAnswer(place);
  return (
    <div className="question presented">
      <p className="question-prompt">
        <RichLine>{prompt}</RichLine>
      </p>
      {question.kind === "choice" && <Choices question={question} right={isShown ? right : undefined} />}
      {question.kind === "order" && <Items question={question} right={isShown ? right : undefined} />}
      {question.kind === "sketch" && (
        <Sketch
          key={String(isShown)}
          question={question}
          label={prompt}
          kept={kept}
          right={isShown ? right : undefined}
          onGive={(answer) => guess(place, answer)}
        />
      )}
      {question.kind !== "sketch" && (
        <Guess value={typeof kept === "string" ? kept : ""} place={place} onEnter={show} />
      )}
      {!isShown && state !== "failed" && (
        <Button look="primary" disabled={state === "computing"} onClick={show}>
          {state === "computing"
            ? "The lab computes the answer …"
            : question.kind === "text"
              ? "Show the explanation"
              : "Show the answer"}{" "}
          <kbd>a</kbd>
        </Button>
      )}
      <div role="status">{isShown && <Answer question={question} right={right} />}</div>
      {failure && state === "failed" && <FailureNote failure={failure} onRetry={show} />}
    </div>
  );
}

function Guess({ value, place, onEnter }: { value: string; place: QuestionPlace; onEnter: () => void }) {
  const id = useId();
  return (
    <p className="class-guess">
      <label htmlFor={id}>The class’s guess</label>
      <span className="field-box">
        <input
          id={id}
          value={value}
          maxLength={200}
          autoComplete="off"
          onChange={({ target }) => guess(place, target.value)}
          onKeyDown={({ key }) => key === "Enter" && onEnter()}
        />
      </span>
    </p>
  );
}

function Choices({ question: { choices }, right }: { question: ChoiceQuestion; right?: GivenAnswer }) {
  return (
    <ol className="presented-choices">
      {choices.map(({ text, reason }, i) => (
        <li key={text} data-right={right === i || undefined}>
          <RichLine>{text}</RichLine>
          {right === i && <span className="unseen"> (right)</span>}
          {right !== undefined && reason && (
            <p className="muted">
              <RichLine>{reason}</RichLine>
            </p>
          )}
        </li>
      ))}
    </ol>
  );
}

function Items({ question, right }: { question: OrderQuestion; right?: GivenAnswer }) {
  const order = Array.isArray(right) ? (right as readonly number[]) : startOrder(question);
  const items = order.map((item) => (
    <li key={item}>
      <RichLine>{question.items[item].text}</RichLine>
    </li>
  ));
  return right === undefined ? (
    <ul className="presented-items">{items}</ul>
  ) : (
    <ol className="presented-items">{items}</ol>
  );
}

interface SketchProps {
  question: SketchQuestion;
  label: string;
  kept?: GivenAnswer;
  right?: GivenAnswer;
  onGive: (answer: GivenAnswer) => void;
}

/** The class's guess is the sketch. */
function Sketch({ question, label, kept, right, onGive }: SketchProps) {
  const isShown = right !== undefined;
  return (
    <SketchForm
      question={question}
      label={label}
      last={kept ?? (isShown ? right : undefined)}
      right={right}
      isClosed={isShown}
      action={kept === undefined ? "Keep the class’s guess" : "Change the class’s guess"}
      onGive={onGive}
    />
  );
}

/** The right answer in words. Choices, orders and sketches show theirs above. */
function Answer({ question, right }: { question: Question; right?: GivenAnswer }) {
  if (question.kind === "text" || right === undefined) return null;
  if (question.kind !== "number") {
    return (
      <p className="presented-answer">
        {question.kind === "choice" ? "The marked statement is right." : "This is right."}
      </p>
    );
  }
  return (
    <p className="presented-answer">
      The lab computes <strong>{answerWords(question, right, 4)}</strong>.
    </p>
  );
}
