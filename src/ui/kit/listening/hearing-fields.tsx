import { type Hearing, HEARINGS } from "#core/listening/hearing.ts";
import { ChoiceField } from "../fields/choice-field.tsx";
import type { Player } from "./player.ts";

const HEARING_NAMES: Readonly<Record<Hearing, string>> = {
  "as-is": "samples",
  am: "AM",
  fm: "FM, mono",
  "fm-stereo": "FM, stereo",
};
const DEEMPHASES = [
  { value: "50", text: "50 µs (Europe)" },
  { value: "75", text: "75 µs (Americas)" },
  { value: "none", text: "none" },
] as const;

interface HearingFieldsProps {
  player: Player;
  hearing: Hearing;
  onHearing: (hearing: Hearing) => void;
}

/** How to listen to a signal, and FM's de-emphasis. */
export function HearingFields({ player, hearing, onHearing }: HearingFieldsProps) {
  const deemphasis = player.use((store) => store.deemphasis);
  return (
    <>
      <ChoiceField
        label="Listen to"
        description="Samples: played unchanged at an audio sample rate, complex ones as left and right. AM: the envelope. FM: the phase difference of successive samples."
        choices={HEARINGS.map((value) => ({ value, text: HEARING_NAMES[value] }))}
        value={hearing}
        onChange={onHearing}
      />
      {hearing.startsWith("fm") && (
        <ChoiceField label="De-emphasis" choices={[...DEEMPHASES]} value={deemphasis} onChange={player.setDeemphasis} />
      )}
    </>
  );
}
