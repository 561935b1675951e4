import { type ReactNode, type RefObject, useId, useRef, useState } from "react";
import { Boundary } from "../elements/boundary.tsx";
import { Icon } from "../elements/icons.tsx";
import { Terms } from "../elements/glossary/terms.tsx";
import type { Failure } from "../elements/failure.ts";
import { say } from "../elements/notices.ts";
import { together } from "../elements/together.ts";
import { useAttention } from "./attention.ts";
import { download, rasterize } from "./download.ts";
import type { Lesson } from "./lesson.ts";
import { LessonDialog, type LessonPart } from "./lesson-dialog.tsx";
import { Pending } from "./pending.tsx";
import { FailureNote } from "../elements/failure-note.tsx";
import { TableDialog } from "./table-dialog.tsx";
import { type Table, toCsv, toJson } from "./table.ts";

/** Returns a figure's drawing as a standalone SVG file; the figure sets it. */
export type Picture = () => string | Promise<string>;

export interface FigureCardProps {
  /** Name of exported files, and the card's id. */
  name: string;
  title: string;
  /** One sentence: what to look for. */
  look: ReactNode;
  /** A sentence that describes the figure's numbers. */
  summary?: string;
  /** The figure's numbers; undefined while there is nothing to export. */
  table?: () => Table;
  picture?: RefObject<Picture | null>;
  /** The equation behind the figure, and how changes affect it. */
  lesson?: Lesson | (() => Promise<Lesson>);
  /** Whether a new result is being computed; the old one is dimmed. */
  busy?: boolean;
  /** Whether the figure does not belong to the current settings, and no new result is being computed; it is dimmed. */
  stale?: boolean;
  failure?: Failure;
  onRetry?: () => void;
  /** "full" takes a whole row, "roomy" two columns where there are four. */
  width?: "full" | "roomy";
  /** Controls of this figure, beside its title. */
  controls?: ReactNode;
  children: ReactNode;
}

/** A figure with a title, a hint and a menu: data table, PNG, SVG, CSV, equation and source, and how changes affect it. */
export function FigureCard(props: FigureCardProps) {
  const { name, title, look, summary, table, picture, lesson, busy, stale } = props;
  const { failure, onRetry, width, controls, children } = props;
  const id = useId();
  const enlarged = useAttention((state) => state.enlarged);
  const inFocus = useAttention(({ focus }) => focus === name);
  const [open, setOpen] = useState<Table>();
  const [shown, setShown] = useState<{ lesson: Lesson; part: LessonPart }>();
  const teach = async (part: LessonPart) => {
    if (lesson) setShown({ lesson: typeof lesson === "function" ? await lesson() : lesson, part });
  };
  const isEnlarged = enlarged === name;
  return (
    <section
      className="card"
      id={name}
      aria-labelledby={`${id}-title`}
      aria-busy={busy}
      data-busy={busy || stale || undefined}
      data-width={width}
      hidden={enlarged !== undefined && !isEnlarged}
      data-enlarged={isEnlarged || undefined}
      data-focus={inFocus || undefined}
    >
      <header className="card-head">
        <h2 id={`${id}-title`}>{title}</h2>
        {inFocus && <span className="look-here">Look here</span>}
        {controls}
        <button
          type="button"
          className="button quiet icon"
          aria-label={isEnlarged ? `Shrink ${title}` : `Enlarge ${title}`}
          title={isEnlarged ? "Back to all figures (Esc)" : "Enlarge"}
          onClick={() => useAttention.setState({ enlarged: isEnlarged ? undefined : name })}
        >
          <Icon name={isEnlarged ? "shrink" : "enlarge"} />
        </button>
        <ExportMenu
          title={title}
          name={name}
          table={table}
          picture={picture}
          onTable={setOpen}
          onLesson={lesson && teach}
        />
      </header>
      <p className="look">
        <Terms>{typeof look === "string" ? together(look) : look}</Terms>
      </p>
      <div className="card-body">
        <Boundary what="This figure could not be drawn.">{children || <Pending />}</Boundary>
      </div>
      {failure && <FailureNote failure={failure} onRetry={onRetry} />}
      {summary && <p className="unseen">{summary}</p>}
      {open && <TableDialog title={title} summary={summary} table={open} onClose={() => setOpen(undefined)} />}
      {shown && <LessonDialog title={title} {...shown} onClose={() => setShown(undefined)} />}
    </section>
  );
}

interface ExportMenuProps extends Pick<FigureCardProps, "title" | "name" | "table" | "picture"> {
  onTable: (table: Table) => void;
  onLesson?: (part: LessonPart) => void;
}

function ExportMenu({ title, name, table, picture, onTable, onLesson }: ExportMenuProps) {
  const menu = useRef<HTMLDetailsElement>(null);
  const close = () => menu.current?.removeAttribute("open");
  const pick = (action: () => unknown) => async () => {
    close();
    // The focus returns here from a dialog.
    menu.current?.querySelector("summary")?.focus();
    try {
      await action();
    } catch (error) {
      say(`${title} could not be saved. ${(error as Error).message}`, "warning");
    }
  };
  const svg = async () => (await picture?.current?.()) ?? "";
  const background = () => getComputedStyle(document.documentElement).getPropertyValue("--card");
  return (
    <details
      className="menu"
      ref={menu}
      onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && close()}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || !menu.current?.open) return;
        event.stopPropagation();
        close();
        menu.current.querySelector("summary")?.focus();
      }}
    >
      <summary className="button quiet icon" aria-label={`Data and export of ${title}`} title="Data and export">
        <Icon name="more" />
      </summary>
      <div className="menu-list">
        <button type="button" disabled={!table} onClick={pick(() => table && onTable(table()))}>
          Data table
        </button>
        {picture && (
          <>
            <button
              type="button"
              disabled={!table}
              onClick={pick(async () =>
                download(`${name}.png`, await rasterize(await svg(), background()), "image/png"),
              )}
            >
              PNG
            </button>
            <button
              type="button"
              disabled={!table}
              onClick={pick(async () => download(`${name}.svg`, await svg(), "image/svg+xml"))}
            >
              SVG
            </button>
          </>
        )}
        <button
          type="button"
          disabled={!table}
          onClick={pick(() => table && download(`${name}.csv`, toCsv(table()), "text/csv"))}
        >
          CSV
        </button>
        <button
          type="button"
          disabled={!table}
          onClick={pick(() => table && download(`${name}.json`, toJson(table()), "application/json"))}
        >
          JSON
        </button>
        {onLesson && (
          <>
            <hr />
            <button type="button" onClick={pick(() => onLesson("equation"))}>
              Equation and source
            </button>
            <button type="button" onClick={pick(() => onLesson("changes"))}>
              What would change this?
            </button>
          </>
        )}
      </div>
    </details>
  );
}
