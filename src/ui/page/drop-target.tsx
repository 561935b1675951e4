import { useEffect, useState } from "react";
import { attempt, namesOf } from "../elements/attempt.ts";
import { say } from "../elements/notices.ts";
import { session } from "./labs.ts";

/** Files can be dropped anywhere on the page if the lab accepts files. */
export function DropTarget() {
  const [over, setOver] = useState(false);
  useEffect(() => {
    const carriesFiles = (event: DragEvent) => event.dataTransfer?.types.includes("Files") ?? false;
    const onDragOver = (event: DragEvent) => {
      if (!carriesFiles(event)) return;
      // Also if the lab accepts no files: otherwise the browser would open the file in place of the page.
      event.preventDefault();
      setOver(session()?.drop !== undefined);
    };
    const onDragLeave = (event: DragEvent) => event.relatedTarget === null && setOver(false);
    const onDrop = (event: DragEvent) => {
      if (!carriesFiles(event)) return;
      event.preventDefault();
      setOver(false);
      const transfer = event.dataTransfer as DataTransfer;
      const { drop } = session() ?? {};
      if (drop) void attempt(transfer.files, () => drop.take(transfer));
      else say(`${namesOf(transfer.files)} was not opened: this lab opens no files.`, "warning", { brief: true });
    };
    window.addEventListener("dragover", onDragOver);
    window.addEventListener("dragleave", onDragLeave);
    window.addEventListener("drop", onDrop);
    return () => {
      window.removeEventListener("dragover", onDragOver);
      window.removeEventListener("dragleave", onDragLeave);
      window.removeEventListener("drop", onDrop);
    };
  }, []);
  return over ? (
    <div className="drop-target" aria-hidden="true">
      <p>{session()?.drop?.invitation}</p>
    </div>
  ) : null;
}
