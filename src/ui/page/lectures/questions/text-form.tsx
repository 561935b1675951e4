import { type FormEvent, useState } from "react";
import type { TextQuestion } from "#core/lectures/lecture.ts";
import { Button } from "../../../elements/button.tsx";
import type { FormProps } from "./form.ts";

/** Free text, which the lecturer reads. */
export function TextForm({ label, last, action, onGive }: FormProps<TextQuestion>) {
  const [text, setText] = useState(typeof last === "string" ? last : "");
  const [isRefused, setRefused] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setRefused(text.trim() === "");
    if (text.trim() !== "") onGive(text.trim());
  };
  return (
    <form className="answer-block" onSubmit={submit}>
      <textarea
        rows={2}
        value={text}
        maxLength={4000}
        aria-label={label}
        aria-invalid={isRefused || undefined}
        onChange={({ target }) => setText(target.value)}
      />
      {isRefused && (
        <p className="why" role="alert">
          Write what you expect, in a few words.
        </p>
      )}
      <Button type="submit" look="primary">
        {action}
      </Button>
    </form>
  );
}
