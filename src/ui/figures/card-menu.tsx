import { say } from "../elements/notices.ts";
import type { CardMenuProps as OpenerProps, FigureCardProps } from "./card.tsx";
import { download } from "./download.ts";
import type { Lesson } from "./lesson.ts";
import { LessonDialog, type LessonPart } from "./lesson-dialog.tsx";
import { pictureOf } from "./picture.ts";
import { rasterize } from "./rasterize.ts";
import { TableDialog } from "./table-dialog.tsx";
import { type Table, toCsv, toJson } from "./table.ts";
import "./card-menu.css";

interface CardMenuProps extends OpenerProps {
  /** Called when an entry is picked, before its action. */
  onPick: () => void;
}

/** The entries of a card's menu: its data, its picture, its lesson, its own actions and remarks. */
export function CardMenu({ title, name, table, pictures, lesson, actions, remarks, onShow, onPick }: CardMenuProps) {
  const pick = (action: () => unknown) => async () => {
    onPick();
    try {
      await action();
    } catch (error) {
      say(`${title} could not be saved. ${(error as Error).message}`, "warning");
    }
  };
  const svg = async () => {
    const svg = await pictureOf(pictures);
    if (!svg) throw new Error("It has not been drawn yet. Scroll to it and try again.");
    return svg;
  };
  const background = () => getComputedStyle(document.documentElement).getPropertyValue("--card");
  const teach = async (part: LessonPart) => {
    if (lesson) onShow({ lesson: typeof lesson === "function" ? await lesson() : lesson, part });
  };
  return (
    <>
      <button type="button" disabled={!table} onClick={pick(() => table && onShow({ table: table() }))}>
        Data table
      </button>
      {pictures.size > 0 && (
        <>
          <button
            type="button"
            disabled={!table}
            onClick={pick(async () => download(`${name}.png`, await rasterize(await svg(), background()), "image/png"))}
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
      {actions && <hr />}
      {actions?.map((action) => (
        <button key={action.name} type="button" title={action.title} onClick={pick(action.onPick)}>
          {action.name}
        </button>
      ))}
      {lesson && (
        <>
          <hr />
          <button type="button" onClick={pick(() => teach("equation"))}>
            Equation and source
          </button>
          <button type="button" onClick={pick(() => teach("changes"))}>
            What would change this?
          </button>
        </>
      )}
      {remarks && (
        <>
          <hr />
          <div className="menu-remarks">{remarks}</div>
        </>
      )}
    </>
  );
}

export interface CardDialogProps extends Pick<FigureCardProps, "title" | "summary"> {
  /** The card's data, or a part of its lesson. */
  shown: { table: Table } | { lesson: Lesson; part: LessonPart };
  onClose: () => void;
}

/** A dialog that the menu of a card opens. */
export function CardDialog({ shown, ...dialog }: CardDialogProps) {
  return "table" in shown ? <TableDialog {...dialog} {...shown} /> : <LessonDialog {...dialog} {...shown} />;
}
