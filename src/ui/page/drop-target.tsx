import { useEffect, useState } from "react";
import { filesOfDrop } from "../kit/given-files.ts";
import { session } from "./labs.ts";
import { useView } from "./view.ts";

type TakeFiles = typeof import("./files/take-files.ts").takeFiles;

let takeFiles: TakeFiles | undefined;

/** Fetches the program that takes files, while they are still held over the page: so a drop counts in the moment when it is made. */
async function fetchTakeFiles(): Promise<TakeFiles> {
  takeFiles ??= (await import("./files/take-files.ts")).takeFiles;
  return takeFiles;
}

const isGrading = () => useView.getState().page === "grading";

/** Files can be dropped anywhere on the page. */
export function DropTarget() {
  const [over, setOver] = useState(false);
  useEffect(() => {
    const carriesFiles = (event: DragEvent) => event.dataTransfer?.types.includes("Files") ?? false;
    const onDragOver = (event: DragEvent) => {
      if (!carriesFiles(event)) return;
      // Also if the lab accepts no files: otherwise the browser would open the file in place of the page.
      event.preventDefault();
      void fetchTakeFiles().catch(() => {});
      setOver(isGrading() || session()?.drop !== undefined);
    };
    const onDragLeave = (event: DragEvent) => event.relatedTarget === null && setOver(false);
    const onDrop = (event: DragEvent) => {
      if (!carriesFiles(event)) return;
      event.preventDefault();
      setOver(false);
      const given = filesOfDrop(event.dataTransfer as DataTransfer);
      if (takeFiles) void takeFiles(given);
      else void fetchTakeFiles().then((take) => take(given));
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
      <p>{isGrading() ? "Drop results and lectures to grade them" : session()?.drop?.invitation}</p>
    </div>
  ) : null;
}
