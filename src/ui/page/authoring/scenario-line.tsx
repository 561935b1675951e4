import { Button } from "../../elements/button.tsx";
import { labOf } from "#core/lectures/lecture.ts";
import { say } from "../../elements/notices.ts";
import { LABS } from "../../labs/registry.ts";
import { session } from "../labs.ts";
import { useView } from "../view.ts";
import { scenarioOf } from "./draft.ts";
import { ProblemLine } from "./text-fields.tsx";

/** Returns the title of a scenario's lab. */
export const labTitle = (scenario: string): string => {
  const lab = labOf(scenario);
  return Object.hasOwn(LABS, lab) ? LABS[lab as keyof typeof LABS].title : lab;
};

/**
 * Returns the page's scenario, for a step or a task; undefined if there is none. A recording from a file is not in it, and the
 * page says so.
 */
export function presentScenario(): string | undefined {
  const now = session();
  if (!now) return undefined;
  if (useView.getState().page) {
    say("The page shows no lab. Go to a lab first, and set its scenario.", "warning", { brief: true });
    return undefined;
  }
  const file = now.ownFile?.();
  if (file !== undefined) {
    say(
      `“${file}” is not in the scenario: a recording stays on this computer. Students see the scenario without it.`,
      "warning",
      { brief: true },
    );
  }
  return scenarioOf(now.address());
}

interface ScenarioLineProps {
  at: string;
  label: string;
  scenario: string;
  /** Takes the page's scenario. */
  onTake: () => void;
}

/** A scenario: its address, a button that shows it in its lab, and one that takes the page's present one. */
export function ScenarioLine({ at, label, scenario, onTake }: ScenarioLineProps) {
  return (
    <div className="author-field" data-at={at} role="group" aria-label={label}>
      <span className="author-item-head">
        <span>{label}</span>
        {scenario !== "" && (
          <Button
            look="quiet"
            label={`Show the ${label.toLowerCase()}`}
            onClick={() => (location.hash = `#${scenario}`)}
          >
            Show
          </Button>
        )}
        <Button look="quiet" label={`Take the page’s scenario as the ${label.toLowerCase()}`} onClick={onTake}>
          Take from the page
        </Button>
      </span>
      {scenario !== "" && (
        <p className="author-address muted" title={scenario.length < 2000 ? scenario : undefined}>
          {labTitle(scenario)}: <code>{shortened(scenario.split("?")[1] ?? "")}</code>
        </p>
      )}
      <ProblemLine at={at} />
    </div>
  );
}

/** An address may hold a whole flow graph. */
const shortened = (text: string) => (text.length > 160 ? `${text.slice(0, 160)}… (${text.length} characters)` : text);
