import { FigureCard } from "../../figures/card.tsx";
import { describeRay, RayChart } from "./charts/ray-chart.tsx";
import { editableRays, editRay, shownRays, useScenario } from "./store/scenario.ts";
import { lessonOf } from "./lesson-of.ts";
import { channelText } from "./text.ts";

export function ChannelCard() {
  const scenario = useScenario((state) => state.scenario);
  const rays = shownRays(scenario);
  const editable = editableRays(scenario) !== undefined;
  const spoken = rays.map((ray, i) => `ray ${i + 1}: ${describeRay(ray)}`).join("; ");
  return (
    <FigureCard
      name="channel"
      lesson={lessonOf("channel")}
      title="Channel"
      look={
        editable
          ? "Drag a ray, or its handle to turn its phase. Where rays cancel, there is a null."
          : "The taps of a measured response. Each is an echo at a whole number of samples."
      }
      summary={`${channelText(scenario.channel).text}. ${spoken}.`}
      table={() => ({
        columns: ["ray", "attenuation (dB)", "phase (°)", "delay (ns)"],
        rows: rays.map((ray, i) => [i + 1, ray.attenuationDb, ray.phaseDeg, ray.delayNs]),
      })}
    >
      <RayChart rays={rays} onChange={editable ? editRay : undefined} />
    </FigureCard>
  );
}
