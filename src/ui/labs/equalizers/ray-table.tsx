import { FIELDS, type Ray } from "#core/telemetry/experiment/scenario.ts";
import { QuantityField } from "../../kit/fields/quantity-field.tsx";
import { Icon } from "../../elements/icons.tsx";
import { addRay, editableRays, editRay, removeRay, useScenario } from "./store/scenario.ts";

const COLUMNS: readonly {
  key: keyof Ray;
  head: string;
  label: string;
  unit: string;
  min: number;
  max: number;
  step: number;
}[] = [
  { key: "attenuationDb", head: "Loss", label: "attenuation", unit: "dB", min: 0, max: 80, step: 0.5 },
  { key: "phaseDeg", head: "Phase", label: "phase", unit: "°", min: -360, max: 360, step: 5 },
  { key: "delayNs", head: "Delay", label: "delay", unit: "ns", min: -500, max: 1200, step: 5 },
];

/** The rays as number fields. */
export function RayTable() {
  const scenario = useScenario((state) => state.scenario);
  const rays = editableRays(scenario);
  if (!rays) return <p className="muted">This is a measured response. The channel figure shows its taps.</p>;
  const most = FIELDS.rays.kind === "rows" ? FIELDS.rays.max : 0;
  return (
    <div className="rays" role="group" aria-label={FIELDS.rays.label}>
      <div className="rays-head" aria-hidden="true">
        <span />
        {COLUMNS.map(({ key, head }) => (
          <span key={key}>{head}</span>
        ))}
      </div>
      {rays.map((ray, index) => (
        <div className="rays-row" key={index} role="group" aria-label={`Ray ${index + 1}`}>
          <span aria-hidden="true">{index + 1}</span>
          {COLUMNS.map(({ key, label, ...range }) => (
            <QuantityField
              key={key}
              {...range}
              compact
              label={`Ray ${index + 1} ${label}`}
              value={ray[key]}
              onChange={(value) => editRay(index, { [key]: value })}
            />
          ))}
          <button
            type="button"
            className="button quiet icon"
            aria-label={`Remove ray ${index + 1}`}
            disabled={rays.length === 1}
            onClick={() => removeRay(index)}
          >
            <Icon name="close" />
          </button>
        </div>
      ))}
      <button type="button" className="button quiet" disabled={rays.length >= most} onClick={addRay}>
        <Icon name="plus" /> Add a ray
      </button>
    </div>
  );
}
