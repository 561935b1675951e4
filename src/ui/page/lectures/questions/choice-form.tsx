import { type FormEvent, useId, useState } from "react";
import type { ChoiceQuestion } from "#core/lectures/lecture.ts";
import { Button } from "../../../elements/button.tsx";
import { RichLine } from "../rich-text.tsx";
import type { FormProps } from "./form.ts";

/** One of several statements. */
export function ChoiceForm({ question, label, last, right, isClosed, action, onGive }: FormProps<ChoiceQuestion>) {
  const name = useId();
  const [chosen, setChosen] = useState(typeof last === "number" ? last : undefined);
  const [isRefused, setRefused] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setRefused(chosen === undefined);
    if (chosen !== undefined) onGive(chosen);
  };
  return (
    <form className="answer-block" onSubmit={submit}>
      <fieldset disabled={isClosed}>
        <legend className="unseen">{label}</legend>
        {question.choices.map(({ text }, i) => (
          <label key={text} className="choice" data-right={right === i || undefined}>
            <input type="radio" name={name} checked={chosen === i} onChange={() => setChosen(i)} />
            <span>
              <RichLine>{text}</RichLine>
            </span>
          </label>
        ))}
      </fieldset>
      {isRefused && (
        <p className="why" role="alert">
          Choose one of the statements.
        </p>
      )}
      {!isClosed && (
        <Button type="submit" look="primary">
          {action}
        </Button>
      )}
    </form>
  );
}
