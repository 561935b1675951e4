import { useState } from "react";
import { TypedField, type TypedFieldProps } from "./typed-field.tsx";

export interface TextFieldProps extends Pick<TypedFieldProps, "label" | "description" | "unit"> {
  value: string;
  /** Why a text is refused; undefined if it is accepted. By default every text is. */
  check?: (text: string) => string | undefined;
  onChange: (value: string) => void;
  /** The effect of the text "auto". A button beside the field writes it. */
  auto?: string;
}

/** A short text that is checked. */
export function TextField({ value, check, onChange, auto, ...field }: TextFieldProps) {
  /** The text before "auto". */
  const [typed, setTyped] = useState<string>();
  const automatic = value.startsWith("auto");
  const read = (text: string) => {
    const reason = check?.(text);
    if (reason === undefined) onChange(text);
    return reason;
  };
  return (
    <TypedField {...field} className="text-field" text={value} read={read}>
      {auto && (
        <button
          type="button"
          className="field-auto"
          title={auto}
          aria-label="auto: the sweep chooses the points"
          aria-pressed={automatic}
          onClick={() => {
            if (!automatic) setTyped(value);
            onChange(automatic ? (typed ?? value) : "auto");
          }}
        >
          auto
        </button>
      )}
    </TypedField>
  );
}
