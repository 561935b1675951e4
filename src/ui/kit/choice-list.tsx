import { Fragment } from "react";
import { Mark } from "../figures/glyph.tsx";

export interface Choice<Name extends string> {
  name: Name;
  text: string;
  title?: string;
  colour: `--${string}`;
  shape: string;
  /** Why it cannot be chosen; undefined if it can. */
  refusal?: string;
}

interface ChoiceListProps<Name extends string> {
  description: string;
  choices: readonly Choice<Name>[];
  chosen: readonly Name[];
  onToggle: (name: Name) => void;
  /** True: three per row, for short names. */
  compact?: boolean;
}

/** Keys that choose an algorithm: 1 to 9. */
const DIGITS = 9;

/**
 * A list of algorithms to add and remove, each with its marker, its digit key, and the reason if it cannot be chosen.
 */
export function ChoiceList<Name extends string>(props: ChoiceListProps<Name>) {
  const { description, choices, chosen, onToggle, compact } = props;
  return (
    <fieldset className={compact ? "algorithms compact" : "algorithms"}>
      <legend className="unseen">{description}</legend>
      {choices.map(({ name, text, title, colour, shape, refusal }, i) => {
        const on = chosen.includes(name);
        // Neighbours that are refused for one reason share its text, which is below the last of them.
        const last = refusal ? choices.slice(i).find((_, j, rest) => rest[j + 1]?.refusal !== refusal) : undefined;
        const why = last && `refusal-${last.name}`;
        return (
          <Fragment key={name}>
            <label title={title} data-refused={refusal ? true : undefined}>
              <input
                type="checkbox"
                checked={on}
                disabled={refusal !== undefined || (on && chosen.length === 1)}
                aria-describedby={why}
                onChange={() => onToggle(name)}
              />
              <Mark colour={colour} shape={shape} />
              {text}
              {i < DIGITS && <kbd>{i + 1}</kbd>}
            </label>
            {last?.name === name && (
              <p className="refusal" id={why}>
                {refusal}
              </p>
            )}
          </Fragment>
        );
      })}
    </fieldset>
  );
}

/** Returns the chosen algorithms with one added or removed, in the order of all. The last one stays. */
export function toggled<Name>(all: readonly Name[], chosen: readonly Name[], name: Name): Name[] {
  const next = all.filter((one) => chosen.includes(one) !== (one === name));
  return next.length > 0 ? next : [...chosen];
}
