import { useRef } from "react";
import { Button } from "../../elements/button.tsx";
import { type Ray, RAY_COLUMNS } from "#core/channel/paths.ts";
import type { Field } from "#core/configuration/fields.ts";
import { QuantityField } from "./quantity-field.tsx";
import "./ray-table.css";

const COLUMNS = [
  { key: "attenuationDb", head: "Loss", label: "attenuation", unit: "dB", step: 0.5 },
  { key: "phaseDeg", head: "Phase", label: "phase", unit: "°", step: 5 },
  { key: "delayNs", head: "Delay", label: "delay", unit: "ns", step: 5 },
] as const;

/** Returns a further ray: weaker and later than the last one. */
function following(rays: readonly Ray[]): Ray {
  const { attenuationDb, delayNs } = rays[rays.length - 1];
  return { attenuationDb: Math.min(attenuationDb + 6, 30), phaseDeg: 0, delayNs: delayNs + 50 };
}

interface RayTableProps {
  /** The schema's field of the rays. */
  of: Field;
  rays: readonly Ray[];
  onChange(rays: Ray[]): void;
}

/** Rays as number fields. */
export function RayTable({ of, rays, onChange }: RayTableProps) {
  const most = of.kind === "rows" ? of.max : 0;
  const table = useRef<HTMLDivElement>(null);
  const remove = (index: number) => {
    onChange(rays.toSpliced(index, 1));
    if (index < rays.length - 1) return;
    // The last row goes with its button, and the focus would go with both.
    const before = table.current?.querySelectorAll<HTMLElement>(".rays-row")[index - 1];
    before?.querySelector("button")?.focus();
  };
  return (
    <div className="rays" ref={table} role="group" aria-label={of.label}>
      <div className="rays-head" aria-hidden="true">
        <span />
        {COLUMNS.map(({ key, head }) => (
          <span key={key}>{head}</span>
        ))}
      </div>
      {rays.map((ray, index) => (
        <div className="rays-row" key={index} role="group" aria-label={`Ray ${index + 1}`}>
          <span aria-hidden="true">{index + 1}</span>
          {COLUMNS.map(({ key, label, unit, step }) => (
            <QuantityField
              key={key}
              {...RAY_COLUMNS[key]}
              unit={unit}
              step={step}
              compact
              label={`Ray ${index + 1} ${label}`}
              value={ray[key]}
              onChange={(value) => onChange(rays.with(index, { ...ray, [key]: value }))}
            />
          ))}
          <Button
            icon="close"
            label={`Remove ray ${index + 1}`}
            disabled={rays.length === 1}
            onClick={() => remove(index)}
          />
        </div>
      ))}
      <Button
        look="quiet"
        icon="plus"
        disabled={rays.length >= most}
        onClick={() => onChange([...rays, following(rays)])}
      >
        Add a ray
      </Button>
    </div>
  );
}
