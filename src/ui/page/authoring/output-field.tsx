import type { OutputFacts, OutputValue } from "#core/lectures/outputs.ts";
import { ChoiceField } from "../../kit/fields/choice-field.tsx";
import { valueText } from "../lectures/output-words.ts";
import { useOutputs, useOutputValue } from "./asked.ts";
import { LineField, ProblemLine } from "./text-fields.tsx";

/** The end of a listed name that stands for a number, a range or a name. */
const PATTERN = /(?:…:…|…|NAME)$/;

const PART_LABELS: Readonly<Record<string, string>> = {
  "…": "At (a number)",
  "…:…": "Band (from:to)",
  NAME: "Name of the block",
};

/** Returns the listed output that a name means: the one with the longest beginning. */
function listedFor(list: readonly OutputFacts[], name: string): OutputFacts | undefined {
  const stems = list.filter((one) =>
    PATTERN.test(one.name) ? name.startsWith(one.name.replace(PATTERN, "")) : one.name === name,
  );
  return stems.toSorted((a, b) => b.name.length - a.name.length).at(0);
}

interface OutputFieldProps {
  at: string;
  label?: string;
  scenario: string;
  /** What the question can take. */
  kinds: readonly OutputValue["kind"][];
  /** The scenario with which outputs compare. Without it they are not offered. */
  reference?: string;
  value: string;
  onChange: (output: string, facts: OutputFacts | undefined) => void;
}

/** One of the lab's outputs for a scenario, with its present value. */
export function OutputField({ at, label = "Output", scenario, kinds, reference, value, onChange }: OutputFieldProps) {
  const outputs = useOutputs(scenario);
  const list =
    outputs && "value" in outputs
      ? outputs.value.filter(({ kind, compares }) => kinds.includes(kind) && (!compares || reference !== undefined))
      : [];
  const listed = listedFor(list, value);
  const pattern = PATTERN.exec(listed?.name ?? "")?.[0];
  const stem = listed?.name.replace(PATTERN, "") ?? "";
  const part = pattern ? value.slice(stem.length) : "";
  const name = listed?.name ?? value;
  const unknown = name !== "" && !listed ? [{ value: name, text: `${name} (not in this scenario)` }] : [];
  const choices = [
    { value: "", text: outputs === undefined ? "Loading the outputs …" : "Choose an output" },
    ...list.map((one) => ({ value: one.name, text: `${one.name}: ${one.title}` })),
    ...(outputs === undefined && name !== "" ? [{ value: name, text: name }] : unknown),
  ];
  return (
    <div className="author-output" data-at={at}>
      <ChoiceField
        label={label}
        choices={choices}
        value={name}
        onChange={(next) => onChange(next.replace(PATTERN, ""), listedFor(list, next.replace(PATTERN, "") || next))}
      />
      {pattern && (
        <LineField
          at={`${at}.part`}
          label={PART_LABELS[pattern]}
          value={part}
          onChange={(text) => onChange(`${stem}${text.trim()}`, listed)}
        />
      )}
      {outputs && "reason" in outputs && <p className="why">{outputs.reason}</p>}
      {value !== "" && !(pattern && part === "") && (
        <PresentValue {...{ scenario, reference, output: value, unit: listed?.unit }} />
      )}
      {value !== "" && <ProblemLine at={at} />}
    </div>
  );
}

interface PresentValueProps {
  scenario: string;
  reference?: string;
  output: string;
  unit?: string;
}

/** What the lab computes now. */
function PresentValue({ scenario, reference, output, unit }: PresentValueProps) {
  const answer = useOutputValue(scenario, output, reference);
  if (answer && "reason" in answer) return <p className="why">No value: {answer.reason}.</p>;
  return (
    <p className="muted" aria-live="polite">
      {answer ? `Now: ${valueText(answer.value)}${unit ? ` ${unit}` : ""}` : "The lab computes the value …"}
    </p>
  );
}
