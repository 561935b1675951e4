import type { ReactNode } from "react";
import { rate } from "../format.ts";
import { ChoiceField } from "./fields/choice-field.tsx";

interface TargetChoiceProps {
  description: string;
  /** Error rates to choose from, falling. A link may have another. */
  targets: readonly number[];
  value: number;
  onChange: (target: number) => void;
  /** Further switches beside it. */
  children?: ReactNode;
}

/** A card's control for the bit error rate at which curves are compared. */
export function TargetChoice({ description, targets, value, onChange, children }: TargetChoiceProps) {
  const all = targets.includes(value) ? targets : [...targets, value].toSorted((a, b) => b - a);
  return (
    <div className="target">
      {children}
      <ChoiceField
        label="BER"
        description={description}
        choices={all.map((target) => ({ value: String(target), text: rate(target) }))}
        value={String(value)}
        onChange={(text) => onChange(Number(text))}
      />
    </div>
  );
}
