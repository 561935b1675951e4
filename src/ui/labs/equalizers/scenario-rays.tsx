import { SCENARIO } from "#core/telemetry/experiment/scenario.ts";
import { RayTable } from "../../kit/fields/ray-table.tsx";
import { editableRays, editRays, useScenario } from "./store/scenario.ts";

/** The rays of the scenario as number fields. */
export function ScenarioRays() {
  const scenario = useScenario((state) => state.scenario);
  const rays = editableRays(scenario);
  if (!rays) return <p className="muted">This is a measured response. The channel figure shows its taps.</p>;
  return <RayTable of={SCENARIO.fields.rays} rays={rays} onChange={editRays} />;
}
