import { Button } from "../elements/button.tsx";
import { type ReactNode, useId, useRef, useState } from "react";
import type { CardDialogProps } from "./card-menu.tsx";
import { Boundary } from "../elements/boundary.tsx";
import { Icon } from "../elements/icons.tsx";
import { Terms } from "../elements/glossary/terms.tsx";
import { onDemand } from "../elements/on-demand.tsx";
import type { Failure } from "../elements/failure.ts";
import { together } from "../elements/together.ts";
import { useAttention } from "./attention.ts";
import type { Lesson } from "./lesson.ts";
import { Pending } from "./pending.tsx";
import { FailureNote } from "../elements/failure-note.tsx";
import { CardPictures, type Pictures } from "./picture.ts";
import type { Table } from "./table.ts";

/** An entry of a card's menu. */
export interface CardAction {
  name: string;
  title?: string;
  onPick: () => void;
}

export interface FigureCardProps {
  /** Name of exported files, and the card's id. */
  name: string;
  title: string;
  /** One sentence: what to look for. */
  look: ReactNode;
  /** A sentence that describes the figure's numbers. */
  summary?: string;
  /** The figure's numbers; undefined while there is nothing to export. */
  table?: (() => Table) | false | null | "";
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
  /** Further entries of its menu, and remarks at the end of the menu. */
  actions?: readonly CardAction[];
  remarks?: ReactNode;
  children: ReactNode;
}

const CardMenu = onDemand(async () => (await import("./card-menu.tsx")).CardMenu, {
  failed: "The menu could not be shown.",
});
const CardDialog = onDemand(async () => (await import("./card-menu.tsx")).CardDialog, {
  failed: "The dialog could not be shown.",
});

/** A figure with a title, a hint and a menu: data table, PNG, SVG, CSV, equation and source, and how changes affect it. */
export function FigureCard(props: FigureCardProps) {
  const { name, title, look, summary, table, lesson, busy, stale } = props;
  const { failure, onRetry, width, controls, actions, remarks, children } = props;
  const id = useId();
  const enlarged = useAttention((state) => state.enlarged);
  const inFocus = useAttention(({ focus }) => focus === name);
  const isCovered = useAttention(({ covered }) => covered === name);
  const told = useAttention((state) => (state.focus === name && state.covered !== name ? state.told : undefined));
  const description = [summary, told].filter(Boolean).join(" ");
  const [pictures] = useState<Pictures>(() => new Map());
  const [shown, setShown] = useState<CardDialogProps["shown"]>();
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
        {!isCovered && controls}
        <div className="card-tools" hidden={isCovered}>
          <Button
            icon={isEnlarged ? "shrink" : "enlarge"}
            label={isEnlarged ? `Shrink ${title}` : `Enlarge ${title}`}
            title={isEnlarged ? "Back to all figures (Esc)" : "Enlarge"}
            onClick={() => useAttention.setState({ enlarged: isEnlarged ? undefined : name })}
          />
          <Menu {...{ title, name, table, pictures, lesson, actions, remarks }} onShow={setShown} />
        </div>
      </header>
      <p className="look">
        <Terms>{typeof look === "string" ? together(look) : look}</Terms>
      </p>
      <div className="card-body">
        <Boundary what="This figure could not be drawn.">
          {isCovered ? (
            <p className="covered">
              This figure and its buttons open after your prediction. Answer the questions of the step first.
            </p>
          ) : (
            <CardPictures value={pictures}>{children || <Pending />}</CardPictures>
          )}
        </Boundary>
      </div>
      {failure && <FailureNote failure={failure} onRetry={onRetry} />}
      {description && !isCovered && <p className="unseen">{description}</p>}
      {shown && <CardDialog {...{ title, shown }} summary={description} onClose={() => setShown(undefined)} />}
    </section>
  );
}

export interface CardMenuProps extends Pick<
  FigureCardProps,
  "title" | "name" | "table" | "lesson" | "actions" | "remarks"
> {
  pictures: Pictures;
  onShow: (shown: CardDialogProps["shown"]) => void;
}

/** The button of a card's menu. The menu itself is fetched when it is opened for the first time. */
function Menu({ title, ...menu }: CardMenuProps) {
  const details = useRef<HTMLDetailsElement>(null);
  const [opened, setOpened] = useState(false);
  const close = () => details.current?.removeAttribute("open");
  const focus = () => details.current?.querySelector("summary")?.focus();
  return (
    <details
      className="menu"
      ref={details}
      onToggle={() => setOpened(true)}
      onBlur={(event) => !event.currentTarget.contains(event.relatedTarget) && close()}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || !details.current?.open) return;
        event.stopPropagation();
        close();
        focus();
      }}
    >
      <summary className="button quiet icon" aria-label={`Data and export of ${title}`} title="Data and export">
        <Icon name="more" />
      </summary>
      <div className="menu-list">
        {opened && (
          <CardMenu
            {...menu}
            title={title}
            onPick={() => {
              close();
              // The focus returns here from a dialog.
              focus();
            }}
          />
        )}
      </div>
    </details>
  );
}
