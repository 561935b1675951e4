import { useId, useState } from "react";

export interface TextFieldProps {
  label: string;
  description?: string;
  unit?: string;
  value: string;
  /** Why a text is refused; undefined if it is accepted. By default every text is. */
  check?: (text: string) => string | undefined;
  onChange: (value: string) => void;
  /** The effect of the text "auto". A button beside the field writes it. */
  auto?: string;
}

/** A short text that is checked: invalid input shows the reason and keeps the last valid value. */
export function TextField({ label, description, unit, value, check, onChange, auto }: TextFieldProps) {
  const id = useId();
  const [draft, setDraft] = useState<string>();
  const [reason, setReason] = useState<string>();
  /** The text before "auto". */
  const [typed, setTyped] = useState<string>();
  const automatic = value.startsWith("auto");
  const toggleAuto = () => {
    if (!automatic) setTyped(value);
    setDraft(undefined);
    setReason(undefined);
    onChange(automatic ? (typed ?? value) : "auto");
  };
  const read = (text: string) => {
    setDraft(text);
    const wrong = check?.(text);
    setReason(wrong);
    if (!wrong) onChange(text);
  };
  return (
    <div className="field text-field">
      <label htmlFor={id} title={description}>
        {label}
      </label>
      <span className="field-box" data-wrong={reason ? true : undefined}>
        <input
          id={id}
          type="text"
          autoComplete="off"
          spellCheck={false}
          aria-invalid={reason ? true : undefined}
          aria-describedby={reason ? `${id}-why` : undefined}
          value={draft ?? value}
          onChange={(event) => read(event.target.value)}
          onBlur={() => setDraft(undefined)}
        />
        {unit && <span className="unit">{unit}</span>}
        {auto && (
          <button
            type="button"
            className="field-auto"
            title={auto}
            aria-label="auto: the sweep chooses the points"
            aria-pressed={automatic}
            onClick={toggleAuto}
          >
            auto
          </button>
        )}
      </span>
      {reason && (
        <p className="why" id={`${id}-why`} role="alert">
          {reason}. Kept {value}
        </p>
      )}
    </div>
  );
}
