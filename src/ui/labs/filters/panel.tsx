import { Button } from "../../elements/button.tsx";
import { BAND_NAMES, bandOf, TYPE_NAMES } from "#core/filters/names.ts";
import { BANDS } from "#core/filter-design/bands.ts";
import type { FilterType } from "#core/filter-design/spec.ts";
import { ChoiceField } from "../../kit/fields/choice-field.tsx";
import { Group } from "../../kit/fields/group.tsx";
import { editDesign, useFilters } from "./store/filters.ts";
import { DesignFields, RateField } from "./design-fields.tsx";
import { EXAMPLES } from "./examples.ts";
import { ComputingGroup, SignalGroup } from "./signal-fields.tsx";
import { type Asked, askedBy, respecify, takesMask } from "./specs.ts";

/** The panel on the left: the filter, its input signal and the method. */
export function FiltersPanel() {
  return (
    <form className="panel" aria-label="Filter" onSubmit={(event) => event.preventDefault()}>
      <DesignGroup />
      <SignalGroup />
      <ComputingGroup />
    </form>
  );
}

const GROUPS: Readonly<Record<string, readonly FilterType[]>> = {
  "Recursive (IIR)": ["butterworth", "chebyshev1", "chebyshev2", "elliptic", "bessel"],
  "Finite (FIR)": ["window", "least-squares", "remez"],
  "By hand": ["zeros-poles", "sections", "taps"],
};
const TYPES = Object.entries(GROUPS).flatMap(([group, types]) =>
  types.map((value) => ({ value, group, text: TYPE_NAMES[value] })),
);

function DesignGroup() {
  const spec = useFilters(({ config }) => config.design);
  const view = useFilters(({ designed }) => designed.view);
  const change = (by: Parameters<typeof respecify>[2]) => editDesign(respecify(spec, view, by));
  const band = bandOf(spec);
  const finite = GROUPS["Finite (FIR)"].includes(spec.type);
  return (
    <>
      <Group title="Filter">
        <ChoiceField label="Type" choices={TYPES} value={spec.type} onChange={(type) => change({ type })} />
        {takesMask(spec.type) && (
          <ChoiceField<Asked>
            label="Specify by"
            description="With a mask, Threeray finds the smallest filter that keeps it. With an order or a length, the tolerances follow from the design."
            choices={[
              { value: "mask", text: "a mask" },
              { value: "order", text: finite ? "its length" : "its order" },
            ]}
            value={askedBy(spec)}
            onChange={(asked) => change({ asked })}
          />
        )}
        {band && (
          <ChoiceField
            label="Band"
            choices={BANDS.map((value) => ({ value, text: BAND_NAMES[value] }))}
            value={band}
            onChange={(next) => change({ band: next })}
          />
        )}
        <DesignFields spec={spec} />
        <RateField spec={spec} />
      </Group>
      <Group title="Start from">
        <ul className="examples">
          {EXAMPLES.map(({ title, about, design }) => (
            <li key={title}>
              <Button look="quiet" title={about} onClick={() => editDesign(design)}>
                {title}
              </Button>
            </li>
          ))}
        </ul>
      </Group>
    </>
  );
}
