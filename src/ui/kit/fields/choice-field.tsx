import { useId, useReducer } from "react";

export interface ChoiceFieldProps<T extends string> {
  label: string;
  description?: string;
  /** A refused choice is shown with its reason, and cannot be chosen. */
  choices: readonly { value: T; text: string; group?: string; refusal?: string }[];
  value: T;
  onChange: (value: T) => void;
}

/** One of several choices: a native list, with groups if the choices have them. */
export function ChoiceField<T extends string>(props: ChoiceFieldProps<T>) {
  const { label, description, choices, value, onChange } = props;
  const id = useId();
  // A list whose new choice was refused is drawn again, with the value.
  const [, redraw] = useReducer((times: number) => times + 1, 0);
  const groups = [...new Set(choices.map((choice) => choice.group))];
  const options = (group: string | undefined) =>
    choices
      .filter((choice) => choice.group === group)
      .map((choice) => (
        <option key={choice.value} value={choice.value} disabled={choice.refusal !== undefined} title={choice.refusal}>
          {choice.refusal === undefined ? choice.text : `${choice.text} (${choice.refusal})`}
        </option>
      ));
  return (
    <div className="field">
      <label htmlFor={id} title={description}>
        {label}
      </label>
      <span className="field-box">
        <select
          id={id}
          value={value}
          onChange={(event) => {
            onChange(event.target.value as T);
            redraw();
          }}
        >
          {groups.map((group) =>
            group ? (
              <optgroup key={group} label={group}>
                {options(group)}
              </optgroup>
            ) : (
              options(group)
            ),
          )}
        </select>
      </span>
    </div>
  );
}
