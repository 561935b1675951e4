import type { Check as TaskCheck, HiddenCheck, OpenCheck } from "#core/lectures/lecture.ts";
import { Check } from "../../elements/check.tsx";
import { ChoiceField } from "../../kit/fields/choice-field.tsx";
import { withHidden, withTest } from "./draft.ts";
import { ListTools } from "./list-tools.tsx";
import { AnyNumber } from "./numbers.tsx";
import { OutputField } from "./output-field.tsx";
import { presentScenario, ScenarioLine } from "./scenario-line.tsx";
import { ProblemLine } from "./text-fields.tsx";

interface CheckEditorProps {
  at: string;
  /** The scenario whose value is shown: the solution, or the start. */
  scenario: string;
  check: TaskCheck;
  checks: readonly TaskCheck[];
  index: number;
  onChange: (check: TaskCheck) => void;
  onList: (checks: readonly TaskCheck[]) => void;
}

/** One check of a task. */
export function CheckEditor({ at, scenario, check, checks, index, onChange, onList }: CheckEditorProps) {
  return (
    <div className="author-bounds" role="group" aria-label={`Check ${index + 1}`} data-at={at}>
      <div className="author-item-head">
        <strong>Check {index + 1}</strong>
        <ListTools noun="check" list={checks} index={index} onChange={onList} canCopy={false} />
      </div>
      {"hash" in check ? (
        <p className="muted">
          A hidden check. This is a student’s copy, which holds its hash only; the lecturer’s file has the check.
        </p>
      ) : (
        <TestFields at={at} scenario={scenario} check={check} onChange={onChange} />
      )}
      <ProblemLine at={at} />
    </div>
  );
}

interface TestFieldsProps extends Pick<CheckEditorProps, "at" | "scenario"> {
  check: OpenCheck | HiddenCheck;
  onChange: (check: TaskCheck) => void;
}

function TestFields({ at, scenario, check, onChange }: TestFieldsProps) {
  const { output, test, value, reference } = check;
  return (
    <>
      <OutputField
        at={`${at}.output`}
        scenario={scenario}
        kinds={["number", "rate"]}
        value={output}
        reference={reference ?? ""}
        onChange={(next, facts) => {
          const { reference: _, ...plain } = check;
          onChange({ ...plain, output: next, ...(facts?.compares && { reference: reference ?? "" }) });
        }}
      />
      {reference !== undefined && (
        <ScenarioLine
          at={`${at}.reference`}
          label="Reference"
          scenario={reference}
          onTake={() => onChange({ ...check, reference: presentScenario() ?? reference })}
        />
      )}
      <ChoiceField
        label="Must be"
        choices={[
          { value: "<=", text: "at most" },
          { value: ">=", text: "at least" },
          { value: "within", text: "within" },
        ]}
        value={test}
        onChange={(next) => onChange(withTest(check, next))}
      />
      {typeof value === "number" ? (
        <AnyNumber label="Limit" value={value} onChange={(next) => onChange({ ...check, value: next })} />
      ) : (
        <>
          <AnyNumber
            label="Lowest"
            value={value[0]}
            onChange={(least) => onChange({ ...check, value: [least, value[1]] })}
          />
          <AnyNumber
            label="Highest"
            value={value[1]}
            onChange={(most) => onChange({ ...check, value: [value[0], most] })}
          />
        </>
      )}
      <ProblemLine at={`${at}.value`} />
      <Check checked={"salt" in check} onChange={(isHidden) => onChange(withHidden(check, isHidden))}>
        Hidden: students get its hash only
      </Check>
    </>
  );
}
