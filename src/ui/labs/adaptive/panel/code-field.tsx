import { ADAPTIVE } from "#core/adaptive/experiment/experiment.ts";
import { ChoiceField } from "../../../kit/fields/choice-field.tsx";
import { refusalOf } from "../../../kit/fields/fields-of.tsx";
import { TextField } from "../../../kit/fields/text-field.tsx";
import { editAdaptive, useAdaptive } from "../store.ts";
import { fitted } from "../supported.ts";

/** Codes to choose from; a name finds the others. */
const CODES = {
  none: "none",
  "convolutional:5,7": "Convolutional 5, 7",
  "convolutional:133,171": "Convolutional 133, 171",
  "wimax-1152-1/2": "LDPC, 1152 bits",
  "lte-512": "Turbo, 512 bits",
} as const;

/** The code. A new one has its usual number of information bits. */
export function CodeField() {
  const config = useAdaptive((store) => store.config);
  const { code } = config;
  const { label, description } = ADAPTIVE.fields.code;
  const change = (name: string) => ({ code: name, information: ADAPTIVE.defaults.information });
  return (
    <>
      <ChoiceField
        label={label}
        description={description}
        choices={[
          ...Object.entries(CODES).map(([value, text]) => ({ value, text })),
          ...(code in CODES ? [] : [{ value: code, text: code }]),
        ]}
        value={code}
        onChange={(name) => editAdaptive(change(name))}
      />
      {code !== "none" && (
        <TextField
          label="Code name"
          description="Any code: convolutional:5,7 with other generators, wimax-1152-1/2, nr-ldpc:500:1000, lte-512."
          unit=""
          value={code}
          check={(name) => refusalOf(() => fitted({ ...config, ...change(name) }))}
          onChange={(name) => editAdaptive(change(name))}
        />
      )}
    </>
  );
}
