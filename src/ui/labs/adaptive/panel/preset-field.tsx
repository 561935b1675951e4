import { ChoiceField } from "../../../kit/fields/choice-field.tsx";
import { Group } from "../../../kit/fields/group.tsx";
import { decodeAdaptive, encodeAdaptive } from "../address.ts";
import { type Preset, PRESETS } from "../presets.ts";
import { useAdaptive } from "../store.ts";

/** The scenario of the panel, if it is a preset. */
export function PresetField() {
  const link = useAdaptive(encodeAdaptive);
  const chosen = PRESETS.find((preset) => presetLink(preset) === link);
  return (
    <Group title="Start from">
      <ChoiceField
        label="Preset"
        description="Scenarios in the order in which a course treats equalizers."
        choices={[{ value: "", text: "Own settings" }, ...PRESETS.map(({ title }) => ({ value: title, text: title }))]}
        value={chosen?.title ?? ""}
        onChange={(title) => {
          const preset = PRESETS.find((one) => one.title === title);
          if (preset) useAdaptive.setState(decodeAdaptive(preset.link));
        }}
      />
      {chosen && <p className="field-note">{chosen.about}</p>}
    </Group>
  );
}

/** Returns a preset's link in the form that the lab writes. */
const presetLink = ({ link }: Preset) => encodeAdaptive(decodeAdaptive(link));
