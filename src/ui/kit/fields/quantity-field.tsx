import { parseQuantity, type QuantityRange, showQuantity } from "./quantity.ts";
import { TypedField, type TypedFieldProps } from "./typed-field.tsx";

export interface QuantityFieldProps extends QuantityRange, Pick<TypedFieldProps, "label" | "description" | "compact"> {
  step: number;
  value: number;
  onChange: (value: number) => void;
  /** Why a number within the range is refused; undefined if it is accepted. */
  check?: (value: number) => string | undefined;
  /** The range of a slider under the field. */
  slider?: { min: number; max: number };
}

/** ARIA knows no powers of ten, which JavaScript writes below 10⁻⁶. The text beside it has the number. */
const decimal = (value: number) => (Math.abs(value) < 1e-6 ? 0 : value);

/** A number with a unit. It accepts typed text (see parseQuantity), arrow keys and, when focused, the wheel. */
export function QuantityField(props: QuantityFieldProps) {
  const { label, description, compact, unit, min, max, value, onChange, check } = props;
  const text = showQuantity(value);
  const read = (typed: string) => {
    const parsed = parseQuantity(typed, props);
    if ("reason" in parsed) return parsed.reason;
    const reason = check?.(parsed.value);
    if (reason === undefined && parsed.value !== value) onChange(parsed.value);
    return reason;
  };
  const spoken = {
    role: "spinbutton",
    inputMode: "decimal",
    "aria-valuenow": decimal(value),
    "aria-valuemin": decimal(min),
    "aria-valuemax": decimal(max),
    "aria-valuetext": `${text} ${unit}`.trim(),
  } as const;
  return <TypedField {...{ label, description, compact, unit, text, read }} number={props} input={spoken} />;
}
