import { Button } from "../elements/button.tsx";
import { useState, useSyncExternalStore } from "react";
import type { AutoPoints } from "#core/configuration/fields.ts";
import { type Coverage, coverageOf } from "#core/measurement/coverage.ts";
import { attempt } from "../elements/attempt.ts";
import { copy } from "../elements/copy.ts";
import { plain, whole } from "../format.ts";
import { ChoiceField } from "./fields/choice-field.tsx";
import { ledgersMerged, percent } from "./ledger-actions.ts";
import { useRun } from "./run.ts";
import type { Sweep } from "./sweep.ts";
import "./ledgers.css";

interface LedgerSectionProps<Config, Point> {
  sweep: Sweep<Config, Point>;
  /** The axis, and the requested points on it, dB. */
  axis(config: Config): { label: string; points: number[] | AutoPoints };
}

/**
 * The ledgers of a sweep: which units of each point are counted, the files they came from, and the command that counts
 * the missing units on another machine. It is empty while the page's own sweep runs or is complete.
 */
export function LedgerSection<Config, Point>({ sweep, axis }: LedgerSectionProps<Config, Point>) {
  const { ledgers } = sweep;
  const { taken, refused } = useSyncExternalStore(ledgers.store.subscribe, ledgers.store.getState);
  const { step, phase } = useRun(sweep);
  const partial = step !== undefined && !step.done && phase !== "running" && phase !== "idle";
  if (taken.length === 0 && refused.length === 0 && !partial) return null;
  const { label, points } = axis(step?.state.config ?? sweep.config());
  const ledger = step?.state.ledger;
  const known = Array.isArray(points) ? points : ledger?.points.map(({ db }) => db);
  const coverage = ledger && known ? coverageOf(ledger, known) : [];
  const merged = taken.length > 0 ? `${ledgersMerged(taken.length)}: ` : "";
  const missing = coverage.filter((point) => point.missing.length > 0).length;
  return (
    <>
      {refused.length > 0 && (
        <div className="ledger-refusals" role="alert">
          <ul aria-label="Files that were not merged">
            {refused.map(({ name, reason }, i) => (
              <li key={i}>
                <strong>{name}</strong> was not merged. {reason}
              </li>
            ))}
          </ul>
        </div>
      )}
      {step && (taken.length > 0 || partial) && (
        <details className="ledgers" open={taken.length > 0}>
          <summary>
            {merged}
            {step.done
              ? "all units of the sweep are counted"
              : `${percent(step.progress)} of the sweep is counted; ${missing} of ${coverage.length} points are incomplete`}
          </summary>
          <ul className="coverage" tabIndex={0} aria-label="Counted units of each point">
            {coverage.map((point) => (
              <CoverageRow key={point.db} axis={label} units={step.state.ledger.units} {...point} />
            ))}
          </ul>
          <div className="ledger-buttons">
            <Button onClick={() => void ledgers.save()}>Save the counts</Button>
            {taken.length > 0 && (
              <Button look="quiet" onClick={() => void ledgers.close()}>
                Close the ledgers
              </Button>
            )}
          </div>
          {!step.done && <MissingCommand file={ledgers.file} />}
        </details>
      )}
    </>
  );
}

/** A part of the strip that is always visible, however few units are missing. */
const LEAST_SHARE = 1 / 150;

/** One point: a strip from the first to the last unit. Gaps are missing units; a faint end needs no counting. */
function CoverageRow({ axis, db, units, counted, missing, stopped }: Coverage & { axis: string; units: number }) {
  const end = stopped ?? units;
  const gaps = missing.map(([from, to]) => `M${from} 0H${Math.max(to, from + units * LEAST_SHARE)}V1H${from}Z`);
  const ranges = missing.map(([from, to]) => (to - from === 1 ? whole(from) : `${whole(from)} to ${whole(to - 1)}`));
  const some = ranges.slice(0, 20).join(", ") + (ranges.length > 20 ? ` and ${ranges.length - 20} more ranges` : "");
  const state =
    missing.length > 0 ? `Missing: units ${some}.` : stopped === undefined ? "Complete." : "Ended by the stop rule.";
  const name = `${axis} ${plain(db)} dB`;
  return (
    <li title={`${name}. ${state}`}>
      <span>{plain(db)} dB</span>
      <svg
        role="img"
        aria-label={`${name}: ${whole(counted)} of ${whole(end)} units are counted. ${state}`}
        viewBox={`0 0 ${units} 1`}
        preserveAspectRatio="none"
      >
        {end < units && <rect className="spare" width={units} height={1} />}
        <rect className="counted" width={end} height={1} />
        <path className="missing" d={gaps.join("")} />
      </svg>
      <span>{missing.length > 0 ? `${whole(counted)} of ${whole(end)} units` : `${whole(counted)} units`}</span>
    </li>
  );
}

const PLACES = [
  { value: "one", text: "One machine" },
  { value: "slurm", text: "A cluster with Slurm" },
] as const;

/** The command that counts the missing units of the saved file. */
function MissingCommand({ file }: { file: string }) {
  const [place, setPlace] = useState<"one" | "slurm">("one");
  const rest = place === "one" ? `run ${file} --json complete.json` : `slurm ${file} --tasks 32 --out sweep`;
  const command = `npx threeray sweep ${rest}`;
  const done = () => "The command is in the clipboard.";
  return (
    <div className="missing-command">
      <p>
        Another machine counts the missing units: save the counts into its folder of Threeray, and run this command
        there. Then open the result here.
      </p>
      <ChoiceField label="Where" choices={PLACES} value={place} onChange={setPlace} />
      <code>{command}</code>
      <Button onClick={() => copy(command, done, "Select the command and copy it.")}>Copy command</Button>
    </div>
  );
}

/** Asks for ledgers: counts of a sweep from other machines. */
export function askForLedgers<Config, Point>({ ledgers }: Sweep<Config, Point>): void {
  const input = document.createElement("input");
  Object.assign(input, { type: "file", multiple: true, accept: ".json,application/json" });
  input.addEventListener("change", () => {
    const files = [...(input.files ?? [])];
    void attempt(files, () => ledgers.open(files));
  });
  input.click();
}
