import { useId } from "react";
import type { Choice, ChoiceQuestion } from "#core/lectures/lecture.ts";
import { MOST } from "#core/lectures/read.ts";
import { Button } from "../../elements/button.tsx";
import { ChoiceField } from "../../kit/fields/choice-field.tsx";
import { type Deciding, decidedBy, markedRight } from "./draft.ts";
import { ListTools } from "./list-tools.tsx";
import { LimitField } from "./numbers.tsx";
import { OutputField } from "./output-field.tsx";
import type { EditorProps } from "./question-editor.tsx";
import { LineField, ProblemLine, ProseField } from "./text-fields.tsx";

/** Returns what decides a question of statements. */
const decidingOf = ({ output, choices }: ChoiceQuestion): Deciding =>
  output === undefined ? "mark" : choices.some(({ is }) => is !== undefined) ? "name" : "number";

/** One of several statements: a mark says which is right, or an output of the lab. */
export function ChoiceEditor({ at, scenario, question, onChange }: EditorProps<ChoiceQuestion>) {
  const group = useId();
  const { choices, output } = question;
  const deciding = decidingOf(question);
  const setChoices = (next: readonly Choice[]) => onChange({ ...question, choices: next });
  const setDeciding = (next: Deciding) => {
    const { output: _, ...rest } = question;
    const decided = { ...rest, choices: decidedBy(choices, next) };
    onChange(next === "mark" ? decided : { ...decided, output: deciding === "mark" ? "" : (output ?? "") });
  };
  return (
    <>
      <ChoiceField
        label="Decided by"
        choices={[
          { value: "mark", text: "the mark at a statement" },
          { value: "name", text: "an output that is a name" },
          { value: "number", text: "an output that is a number" },
        ]}
        value={deciding}
        onChange={setDeciding}
      />
      {output !== undefined && (
        <OutputField
          at={`${at}.output`}
          scenario={scenario}
          kinds={deciding === "name" ? ["name"] : ["number", "rate"]}
          value={output}
          onChange={(next) => onChange({ ...question, output: next })}
        />
      )}
      <ol className="author-items">
        {choices.map((choice, i) => {
          const set = (change: Partial<Choice>) => setChoices(choices.with(i, { ...choice, ...change }));
          const place = `${at}.choices[${i}]`;
          return (
            <li key={i}>
              <div className="author-item-head">
                {deciding === "mark" ? (
                  <label className="check">
                    <input
                      type="radio"
                      name={group}
                      checked={choice.right === true}
                      onChange={() => setChoices(markedRight(choices, i))}
                    />
                    Statement {i + 1} is right
                  </label>
                ) : (
                  <span className="muted">Statement {i + 1}</span>
                )}
                <ListTools
                  noun="statement"
                  list={choices}
                  index={i}
                  least={2}
                  canCopy={false}
                  onChange={(list) => setChoices(decidedBy(list, deciding))}
                />
              </div>
              <ProseField
                isLine
                at={`${place}.text`}
                label={`Statement ${i + 1}`}
                placeholder="Statement"
                value={choice.text}
                onChange={(text) => set({ text })}
              />
              {deciding === "name" && (
                <LineField
                  at={`${place}.is`}
                  label="Right if the output is"
                  placeholder="Right if the output is this name"
                  value={choice.is ?? ""}
                  onChange={(is) => set({ is })}
                />
              )}
              {deciding === "number" && (
                <div className="author-row" role="group" aria-label={`Statement ${i + 1} is right`}>
                  <LimitField
                    label="Right from"
                    value={choice.between?.[0] ?? null}
                    onChange={(from) => set({ between: [from, choice.between?.[1] ?? null] })}
                  />
                  <LimitField
                    label="up to, not including"
                    value={choice.between?.[1] ?? null}
                    onChange={(to) => set({ between: [choice.between?.[0] ?? null, to] })}
                  />
                </div>
              )}
              <ProseField
                isLine
                at={`${place}.reason`}
                label={`Reason for statement ${i + 1}`}
                placeholder="Why it is wrong, or right"
                value={choice.reason ?? ""}
                onChange={(reason) => set({ reason })}
              />
            </li>
          );
        })}
      </ol>
      <Button
        look="quiet"
        icon="plus"
        disabled={choices.length >= MOST.choices}
        onClick={() => setChoices(decidedBy([...choices, { text: "", reason: "" }], deciding))}
      >
        Add a statement
      </Button>
      <ProblemLine at={`${at}.choices`} />
    </>
  );
}
