import type { OpenedRecording } from "./recording.ts";
import { ChoiceField } from "../fields/choice-field.tsx";
import { QuantityField } from "../fields/quantity-field.tsx";
import { AskRate } from "./ask-rate.tsx";
import { correctReading, useRecording } from "./recording.ts";
import "./recording.css";

const RAW_TYPES = ["cf32_le", "cf64_le", "ci32_le", "ci16_le", "ci16_be", "ci8", "cu8", "rf32_le", "ri16_le"];

/** Fields for what a file does not contain: all of a raw one's format, and of another one a missing sample rate. */
export function Correction({ recording }: { recording: OpenedRecording }) {
  const { format, datatype, sampleRate, centerFrequency } = recording;
  const given = useRecording(({ hints }) => hints.sampleRate);
  const rate =
    sampleRate === undefined ? (
      <AskRate key="rate" />
    ) : (
      <QuantityField
        key="rate"
        label="Sample rate"
        unit="MS/s"
        min={1e-6}
        max={1e6}
        step={0.1}
        value={sampleRate / 1e6}
        onChange={(rate) => correctReading({ sampleRate: rate * 1e6 })}
      />
    );
  if (format !== "raw") return sampleRate === given && rate;
  const choices = [...new Set([datatype, ...RAW_TYPES])].map((value) => ({ value, text: value }));
  return (
    <div className="correction">
      {/* Keys: without them the field of the known rate would take over the input of the frequency, while a person types there. */}
      <ChoiceField
        label="Sample type"
        choices={choices}
        value={datatype}
        onChange={(datatype) => correctReading({ datatype })}
      />
      {rate}
      <QuantityField
        key="frequency"
        label="Centre frequency"
        unit="MHz"
        min={0}
        max={1e6}
        step={0.1}
        value={(centerFrequency ?? 0) / 1e6}
        onChange={(frequency) => correctReading({ centerFrequency: frequency * 1e6 })}
      />
    </div>
  );
}
