import { createContext, type ReactNode, use, useId, useState } from "react";
import type { FileProblem } from "#core/lectures/strict.ts";
import { filled } from "#core/lectures/variant.ts";
import { RichLine, RichText } from "../lectures/rich-text.tsx";

/** What the strict reader finds wrong with the open draft. */
export const Problems = createContext<readonly FileProblem[]>([]);

/** Returns what is wrong at a place; undefined if nothing is. */
export function useProblem(at: string): string | undefined {
  return use(Problems).find((problem) => problem.at === at)?.text;
}

/** What is wrong at a place that is no field: a list, or a part as a whole. */
export function ProblemLine({ at }: { at: string }) {
  const text = useProblem(at);
  return text === undefined ? null : (
    <p className="why" data-at={at} tabIndex={-1}>
      {sentence(text)}
    </p>
  );
}

/** Returns a problem as a sentence. What is empty is missing. */
export function sentence(text: string): string {
  const [, expected] = /^expected (.*), found (?:""|0 characters|0 items|undefined)$/.exec(text) ?? [];
  const said = expected === undefined ? text : `missing: ${expected}`;
  return `${said[0].toUpperCase()}${said.slice(1).replace(/\.?$/, ".")}`;
}

interface TextFieldProps {
  /** The place in the file: problems there are shown beside the field. */
  at: string;
  label: string;
  value: string;
  onChange: (value: string) => void;
  placeholder?: string;
  /** How to fill the field in. */
  hint?: ReactNode;
}

interface FrameProps extends Pick<TextFieldProps, "at" | "label" | "value" | "hint"> {
  children: (input: {
    id: string;
    "aria-invalid"?: true;
    "aria-describedby"?: string;
    onBlur: () => void;
  }) => ReactNode;
  /** Below the field. */
  below?: ReactNode;
}

/** A pointer is down. */
let isPressed = false;
window.addEventListener("pointerdown", () => (isPressed = true), true);
for (const end of ["pointerup", "pointercancel"]) window.addEventListener(end, () => (isPressed = false), true);

/** Does work once no pointer is down: a line that appears between press and release would move a button away from the click. */
function afterPress(work: () => void): void {
  if (isPressed) window.addEventListener("pointerup", () => setTimeout(work), { once: true });
  else work();
}

/** A label above a field, and what is wrong below it. An empty field is not called wrong before the author leaves it. */
function Frame({ at, label, value, hint, children, below }: FrameProps) {
  const id = useId();
  const [isLeft, setLeft] = useState(false);
  const problem = useProblem(at);
  const isShown = problem !== undefined && (isLeft || value !== "");
  return (
    <div className="author-field" data-at={at}>
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        ...(isShown && { "aria-invalid": true }),
        ...((isShown || hint) && { "aria-describedby": `${id}-about` }),
        onBlur: () => afterPress(() => setLeft(true)),
      })}
      {(isShown || hint) && (
        <p className={isShown ? "why" : "muted"} id={`${id}-about`}>
          {isShown ? sentence(problem) : hint}
        </p>
      )}
      {below}
    </div>
  );
}

/** One line of plain text. */
export function LineField({ placeholder, onChange, ...field }: TextFieldProps) {
  return (
    <Frame {...field}>
      {(input) => (
        <input
          {...input}
          type="text"
          autoComplete="off"
          value={field.value}
          placeholder={placeholder}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Frame>
  );
}

interface AreaFieldProps extends TextFieldProps, Pick<FrameProps, "below"> {
  rows: number;
}

function AreaField({ rows, placeholder, onChange, ...field }: AreaFieldProps) {
  return (
    <Frame {...field}>
      {(input) => (
        <textarea
          {...input}
          rows={rows}
          className={rows > 1 ? "author-prose" : undefined}
          value={field.value}
          placeholder={placeholder}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Frame>
  );
}

interface ProseFieldProps extends TextFieldProps {
  /** One line, with formulas and emphasis; otherwise paragraphs and lists. */
  isLine?: boolean;
  /** Values for {{field}} in the preview. */
  values?: Readonly<Record<string, string | number>>;
}

/** What makes a text look otherwise than it is typed. */
const MARKUP = /[*`$[\\]|\{\{|^\s*(?:[-*]|\d+\.) |\n/m;

/** A text in Markdown with formulas, and its preview. */
export function ProseField({ isLine = false, values = {}, onChange, ...field }: ProseFieldProps) {
  const { label, value } = field;
  const problem = useProblem(field.at);
  const text = filled(value, values);
  const preview = problem === undefined && MARKUP.test(value) && (
    <div className="author-preview" role="group" aria-label={`${label}: preview`}>
      {isLine ? (
        <p>
          <RichLine>{text}</RichLine>
        </p>
      ) : (
        <RichText>{text}</RichText>
      )}
    </div>
  );
  return (
    <AreaField
      {...field}
      rows={isLine ? 1 : 3}
      below={preview}
      onChange={(next) => onChange(isLine ? next.replaceAll("\n", " ") : next)}
    />
  );
}

interface LinesFieldProps extends Omit<TextFieldProps, "value" | "onChange"> {
  value: readonly string[];
  onChange: (value: readonly string[]) => void;
}

const linesOf = (text: string) => text.split("\n").filter((line) => line.trim() !== "");

/** A list of short texts, one per line. */
export function LinesField({ value, onChange, ...field }: LinesFieldProps) {
  // An empty last line is typed before its text.
  const [typed, setTyped] = useState("");
  const text = linesOf(typed).join("\n") === value.join("\n") ? typed : value.join("\n");
  return (
    <AreaField
      {...field}
      rows={1}
      value={text}
      onChange={(next) => {
        setTyped(next);
        onChange(linesOf(next));
      }}
    />
  );
}
