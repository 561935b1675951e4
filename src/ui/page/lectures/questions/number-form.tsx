import { type FormEvent, useId, useState } from "react";
import type { NumberQuestion } from "#core/lectures/lecture.ts";
import { Button } from "../../../elements/button.tsx";
import type { FormProps } from "./form.ts";

/** A number, as people write it: 0.05, 5e-2, 1/20, −3,5. */
export function NumberForm({ question, label, last, isClosed, action, onGive }: FormProps<NumberQuestion>) {
  const id = useId();
  const [text, setText] = useState(typeof last === "number" ? String(last) : "");
  const [isRefused, setRefused] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const value = readNumber(text);
    setRefused(value === undefined);
    if (value !== undefined) onGive(value);
  };
  return (
    <form className="answer-line" onSubmit={submit}>
      <span className="field-box" data-wrong={isRefused || undefined}>
        <input
          value={text}
          inputMode="decimal"
          autoComplete="off"
          aria-label={label}
          aria-invalid={isRefused || undefined}
          aria-describedby={isRefused ? id : undefined}
          disabled={isClosed}
          onChange={({ target }) => setText(target.value)}
        />
        {question.unit && <span className="unit">{question.unit}</span>}
      </span>
      {!isClosed && (
        <Button type="submit" look="primary">
          {action}
        </Button>
      )}
      {isRefused && (
        <p className="why" id={id} role="alert">
          {text.trim() === "" ? "Type a number." : `“${text.trim()}” is no number. Examples: 0.05, 5e-2, 1/20.`}
        </p>
      )}
    </form>
  );
}

/** Returns a typed number: with a decimal point or comma, an exponent, or as a fraction. */
function readNumber(text: string): number | undefined {
  const plain = text.trim().replace(/[−–]/g, "-").replace(",", ".").replace(/\s/g, "");
  const [top, bottom = "1", ...more] = plain.split("/");
  const isNumber = (part: string) => /^[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?$/i.test(part);
  if (more.length > 0 || !isNumber(top) || !isNumber(bottom)) return undefined;
  const value = Number(top) / Number(bottom);
  return Number.isFinite(value) ? value : undefined;
}
