import { say } from "../elements/notices.ts";
import type { CardMenuProps as OpenerProps, FigureCardProps } from "./card.tsx";
import { download } from "./download.ts";
import type { Lesson } from "./lesson.ts";
import { LessonDialog, type LessonPart } from "./lesson-dialog.tsx";
import { pictureOf } from "./card-picture.ts";
import { rasterize } from "./rasterize.ts";
import { TableDialog } from "./table-dialog.tsx";
import { type Table, toCsv, toJson } from "./table.ts";
import "./card-menu.css";

interface CardMenuProps extends OpenerProps {
  /** Called when an entry is picked, before its action. */
  onPick: () => void;
}

type FileKind<Source> = readonly [kind: string, type: string, write: (source: Source) => BlobPart | Promise<BlobPart>];

/** The entries of a card's menu: its data, its picture, its lesson, its own actions and remarks. */
export function CardMenu({ title, name, table, pictures, lesson, actions, remarks, onShow, onPick }: CardMenuProps) {
  const attempt = async (action: () => unknown) => {
    try {
      await action();
    } catch (error) {
      say(`${title} could not be saved. ${(error as Error).message}`, "warning");
    }
  };
  const pick = (action: () => unknown) => () => {
    onPick();
    return attempt(action);
  };
  const background = () => getComputedStyle(document.documentElement).getPropertyValue("--card");
  // Dark figures have light letters, which cannot be read on white paper.
  const onGround = (svg: string) =>
    svg.replace(/<svg[^>]*>/, (head) => `${head}<rect width="100%" height="100%" fill="${background().trim()}"/>`);
  const teach = async (part: LessonPart) => {
    if (lesson) onShow({ lesson: typeof lesson === "function" ? await lesson() : lesson, part });
  };
  const drawings: readonly FileKind<string>[] = [
    ["PNG", "image/png", (svg) => rasterize(svg, background())],
    ["SVG", "image/svg+xml", onGround],
  ];
  const files: readonly FileKind<Table>[] = [
    ["CSV", "text/csv", toCsv],
    ["JSON", "application/json", toJson],
  ];
  const save = (kind: string, type: string, data: BlobPart) => download(`${name}.${kind.toLowerCase()}`, data, type);
  /** Draws before the menu closes: then the pointer is on the figure, which highlights what lies there. */
  const picture = ([kind, type, write]: FileKind<string>) =>
    attempt(async () => {
      const svg = await pictureOf(pictures).finally(onPick);
      if (!svg) throw new Error("It has not been drawn yet. Scroll to it and try again.");
      save(kind, type, await write(svg));
    });
  const button = (text: string, onClick: () => unknown, state?: { disabled?: boolean; title?: string }) => (
    <button key={text} type="button" {...state} onClick={onClick}>
      {text}
    </button>
  );
  const entry = (text: string, action: () => unknown, state?: { disabled?: boolean; title?: string }) =>
    button(text, pick(action), state);
  const disabled = !table;
  return (
    <>
      {entry("Data table", () => table && onShow({ table: table() }), { disabled })}
      {pictures.size > 0 && drawings.map((drawing) => button(drawing[0], () => picture(drawing), { disabled }))}
      {files.map(([kind, type, write]) =>
        entry(kind, async () => table && save(kind, type, await write(table())), { disabled }),
      )}
      {actions && <hr />}
      {actions?.map(({ name, title, onPick }) => entry(name, onPick, { title }))}
      {lesson && (
        <>
          <hr />
          {entry("Equation and source", () => teach("equation"))}
          {entry("What would change this?", () => teach("changes"))}
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
