import { MOST } from "#core/lectures/read.ts";
import { Button } from "../../elements/button.tsx";
import {
  type Draft,
  draftProblems,
  type ListName,
  moved,
  newStep,
  newTask,
  type PartPath,
  partOf,
  pathOf,
} from "./draft.ts";
import { figureInSight } from "./figures-on-page.ts";
import { ListTools } from "./list-tools.tsx";
import { jumpTo } from "./problem-list.tsx";
import { labTitle, presentScenario } from "./scenario-line.tsx";
import { editDraft, useDraft } from "./store.ts";

const select = (part: PartPath) => useDraft.setState({ part });

/** Adds the page's scenario as a step or a task, and shows its editor. Returns false if there is none. */
export function addPresent(list: ListName): boolean {
  const scenario = presentScenario();
  if (scenario === undefined) return false;
  const figure = figureInSight();
  editDraft((draft) =>
    list === "steps"
      ? { ...draft, steps: [...draft.steps, newStep(scenario, figure)] }
      : { ...draft, tasks: [...draft.tasks, newTask(scenario)] },
  );
  const { open } = useDraft.getState();
  if (open) jumpTo(`${pathOf(list, open.draft[list].length - 1)}.title`);
  return true;
}

/** Changes a list of parts. The shown part stays shown at its new place. */
function setList(list: ListName, before: readonly unknown[], after: readonly unknown[]): void {
  const { part } = useDraft.getState();
  editDraft((draft) => ({ ...draft, [list]: after }));
  const at = partOf(part);
  if (at?.list !== list) return;
  const index = after.indexOf(before[at.index]);
  select(index >= 0 ? pathOf(list, index) : after.length > 0 ? pathOf(list, Math.min(at.index, after.length - 1)) : "");
}

/** The parts of the draft in their order: one of them is open in the editor. */
export function Outline({ draft, problems }: { draft: Draft; problems: ReturnType<typeof draftProblems> }) {
  const part = useDraft((state) => state.part);
  const count = (at: PartPath) =>
    problems.filter((problem) => (at === "" ? partOf(problem.at) === undefined : problem.at.startsWith(at))).length;
  const parts = (list: ListName) =>
    draft[list].map(({ title, scenario }, i) => {
      const at = pathOf(list, i);
      return (
        <li key={at}>
          <OutlineButton at={at} isOpen={part === at} problems={count(at)}>
            <span className="author-number">{list === "steps" ? i + 1 : `Task ${i + 1}`}</span>
            <span className="author-title">{title.trim() || "Without a title"}</span>
            <span className="muted">{labTitle(scenario)}</span>
          </OutlineButton>
          <ListTools
            noun={list === "steps" ? "step" : "task"}
            list={draft[list] as readonly unknown[]}
            index={i}
            onChange={(next) => setList(list, draft[list], next)}
          />
        </li>
      );
    });
  return (
    <nav className="author-outline" aria-label="Parts of the draft">
      <ol
        onKeyDown={(event) => {
          const by = { ArrowUp: -1, ArrowDown: 1 }[event.key];
          const at = partOf(part);
          if (!event.altKey || by === undefined || !at) return;
          event.preventDefault();
          setList(at.list, draft[at.list], moved<unknown>(draft[at.list], at.index, at.index + by));
        }}
      >
        <li>
          <OutlineButton at="" isOpen={part === ""} problems={count("")}>
            <span className="author-title">About the lecture</span>
          </OutlineButton>
        </li>
        {parts("steps")}
        {parts("tasks")}
      </ol>
      <div className="author-adding">
        <Button
          look="primary"
          icon="plus"
          disabled={draft.steps.length >= MOST.steps}
          onClick={() => addPresent("steps")}
        >
          Add this scenario as a step
        </Button>
        <Button
          label="Add this scenario as a task"
          disabled={draft.tasks.length >= MOST.tasks}
          onClick={() => addPresent("tasks")}
        >
          As a task
        </Button>
      </div>
    </nav>
  );
}

interface OutlineButtonProps {
  at: PartPath;
  isOpen: boolean;
  problems: number;
  children: React.ReactNode;
}

function OutlineButton({ at, isOpen, problems, children }: OutlineButtonProps) {
  return (
    <button type="button" className="author-open" aria-current={isOpen || undefined} onClick={() => select(at)}>
      {children}
      {problems > 0 && (
        <span className="author-count" title={problems === 1 ? "1 problem" : `${problems} problems`}>
          {problems}
          <span className="unseen"> {problems === 1 ? "problem" : "problems"}</span>
        </span>
      )}
    </button>
  );
}
