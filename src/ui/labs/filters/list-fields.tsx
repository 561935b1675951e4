import type { FilterSpec } from "#core/filter-design/spec.ts";
import { ChoiceField } from "../../kit/fields/choice-field.tsx";
import { TextField } from "../../kit/fields/text-field.tsx";
import { readPoints, writePoint } from "./complex-text.ts";
import { refusalOf } from "./store/filters.ts";
import { changed, edit, type Of } from "./edit.ts";

/** A field of numbers, separated by commas. */
function readNumbers(text: string): number[] | undefined {
  const parts = text.split(/[\s,;]+/).filter(Boolean);
  const numbers = parts.map((part) => Number(part.replace("−", "-")));
  return numbers.length > 0 && numbers.every(Number.isFinite) ? numbers : undefined;
}

interface NumbersProps {
  spec: FilterSpec;
  name: "bands" | "gains" | "weights";
  label: string;
  description: string;
  value: readonly number[];
}

function Numbers({ spec, name, label, description, value }: NumbersProps) {
  return (
    <TextField
      label={label}
      description={description}
      value={value.join(", ")}
      check={(text) => {
        const numbers = readNumbers(text);
        return numbers ? refusalOf(changed(spec, { [name]: numbers })) : "Type numbers, separated by commas";
      }}
      onChange={(text) => edit(spec, { [name]: readNumbers(text) })}
    />
  );
}

/** Bands with gains at their edges, for least squares and Parks–McClellan. */
export function BandFields({ spec }: { spec: Of<"bands"> }) {
  const { type, bands, gains, weights } = spec;
  return (
    <div className="lists">
      <Numbers
        spec={spec}
        name="bands"
        label={`Bands${spec.rate === undefined ? "" : " (Hz)"}`}
        description="Start and end of each band, in rising order."
        value={bands}
      />
      <Numbers spec={spec} name="gains" label="Gains" description="The gain at each of these edges." value={gains} />
      <Numbers
        spec={spec}
        name="weights"
        label="Weights"
        description="The weight of the error in each band."
        value={weights ?? gains.filter((_, i) => i % 2 === 0).map(() => 1)}
      />
      {type === "remez" && (
        <ChoiceField
          label="Symmetry"
          description="Even for frequency-selective filters, odd for Hilbert transformers and differentiators."
          choices={[
            { value: "even", text: "even" },
            { value: "odd", text: "odd" },
          ]}
          value={spec.symmetry ?? "even"}
          onChange={(symmetry) => edit(spec, { symmetry: symmetry === "even" ? undefined : symmetry })}
        />
      )}
    </div>
  );
}

/** Fields of taps or sections. */
export function ListFields({ spec }: { spec: Extract<FilterSpec, { type: "taps" | "sections" }> }) {
  if (spec.type === "taps") {
    return (
      <div className="lists">
        <TextField
          label="Taps"
          description="h(0), h(1), h(2) …; write complex taps as 0.5+0.2j."
          value={spec.taps.map(writePoint).join(", ")}
          check={(typed) => {
            const taps = readPoints(typed);
            return taps ? refusalOf(changed(spec, { taps })) : "Type numbers, separated by commas: 0.5, 0.5+0.2j";
          }}
          onChange={(typed) => edit(spec, { taps: readPoints(typed) })}
        />
      </div>
    );
  }
  const text = spec.sections
    .map(([b0, b1, b2, , a1, a2]) => [b0, b1, b2, a1, a2].map(writePoint).join(", "))
    .join("; ");
  const read = (typed: string) => {
    const rows = typed.split(";").filter((row) => row.trim() !== "");
    const numbers = rows.map(readPoints);
    if (!numbers.every((row) => row?.length === 5)) return undefined;
    return numbers.map((row) => [...row!.slice(0, 3), 1, ...row!.slice(3)]);
  };
  return (
    <div className="lists">
      <TextField
        label="Sections"
        description="b0, b1, b2, a1, a2 of each section, separated by semicolons; a0 is 1."
        value={text}
        check={(typed) =>
          read(typed) ? undefined : "Type five numbers per section, b0, b1, b2, a1, a2; complex ones as 0.5+0.2j"
        }
        onChange={(typed) => edit(spec, { sections: read(typed) })}
      />
      <p className="field-note">b0, b1, b2, a1, a2 of each section, separated by semicolons; a0 is 1.</p>
    </div>
  );
}
