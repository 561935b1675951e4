import type { Tolerance } from "#core/lectures/lecture.ts";
import { ChoiceField } from "../../kit/fields/choice-field.tsx";
import { QuantityField } from "../../kit/fields/quantity-field.tsx";
import { TextField } from "../../kit/fields/text-field.tsx";

/** Wide limits that ARIA can say: it knows no powers of ten. */
const ANY = { unit: "", min: -1e15, max: 1e15 };

/** A step of the arrow keys: a twentieth of a number's power of ten. */
const stepFor = (value: number) => (value === 0 ? 0.1 : 10 ** (Math.floor(Math.log10(Math.abs(value))) - 1));

interface NumberFieldProps {
  label: string;
  value: number;
  onChange: (value: number) => void;
  unit?: string;
  min?: number;
  max?: number;
  compact?: boolean;
}

/** A number with any size. */
export function AnyNumber(props: NumberFieldProps) {
  return <QuantityField {...ANY} step={stepFor(props.value)} {...props} />;
}

interface ToleranceFieldProps {
  value: Tolerance;
  unit?: string;
  onChange: (value: Tolerance) => void;
}

/** How far an answer may be from the right one. */
export function ToleranceField({ value, unit = "", onChange }: ToleranceFieldProps) {
  const isRelative = "relative" in value;
  const number = isRelative ? value.relative * 100 : value.absolute;
  return (
    <>
      <ChoiceField
        label="Tolerance in"
        description="How far an answer may be from the right one."
        choices={[
          { value: "relative", text: "per cent of the value" },
          { value: "absolute", text: "the output’s unit" },
        ]}
        value={isRelative ? "relative" : "absolute"}
        onChange={(kind) => onChange(kind === "relative" ? { relative: 0.05 } : { absolute: 0.1 })}
      />
      <AnyNumber
        label="At most"
        unit={isRelative ? "%" : unit}
        min={0}
        {...(isRelative && { max: 100 })}
        value={Number(number.toPrecision(12))}
        onChange={(next) =>
          onChange(isRelative ? { relative: Number((next / 100).toPrecision(12)) } : { absolute: next })
        }
      />
    </>
  );
}

interface NumbersFieldProps {
  label: string;
  description?: string;
  value: readonly number[];
  /** Why numbers are refused; undefined if they are accepted. */
  check: (numbers: readonly number[]) => string | undefined;
  onChange: (value: readonly number[]) => void;
}

/** Several numbers, separated by spaces or commas. */
export function NumbersField({ value, check, onChange, ...field }: NumbersFieldProps) {
  const read = (text: string) =>
    text
      .split(/[\s,;]+/)
      .filter(Boolean)
      .map((part) => Number(part.replace("−", "-")));
  return (
    <TextField
      {...field}
      value={value.join(", ")}
      check={(text) => {
        const numbers = read(text);
        return numbers.every(Number.isFinite) ? check(numbers) : "Enter numbers with commas between them.";
      }}
      onChange={(text) => onChange(read(text))}
    />
  );
}

/** A limit that may be absent: an empty text is none. */
export function LimitField({
  label,
  value,
  onChange,
}: {
  label: string;
  value: number | null;
  onChange: (value: number | null) => void;
}) {
  const read = (text: string) => (text.trim() === "" ? null : Number(text.replace("−", "-")));
  return (
    <TextField
      label={label}
      description="Empty: no limit."
      value={value === null ? "" : String(value)}
      check={(text) => (Number.isFinite(read(text) ?? 0) ? undefined : "Enter a number, or nothing for no limit.")}
      onChange={(text) => onChange(read(text))}
    />
  );
}
