import { useEffect, useState } from "react";
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
      session()?.drop?.take(event.dataTransfer as DataTransfer);
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
