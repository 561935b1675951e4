import { useEffect, useState } from "react";
import { attempt, namesOf } from "../elements/attempt.ts";
import { say } from "../elements/notices.ts";
import { session } from "./labs.ts";
import { useView } from "./view.ts";

/** Opens a lecture; any other JSON is for the lab. */
async function takeJson(file: File): Promise<void> {
  const { takeLecture } = await import("./lectures/opening.ts");
  await attempt([file], async () => {
    if (await takeLecture(file)) return;
    const { drop } = session() ?? {};
    if (!drop) throw new RangeError("this lab opens no files, and it is no lecture");
    const transfer = new DataTransfer();
    transfer.items.add(file);
    await drop.take(transfer);
  });
}

const isGrading = () => useView.getState().page === "grading";

/** Takes files and folders. A list of dropped items is empty after the first pause. */
async function takeResults({ items }: DataTransfer): Promise<void> {
  const dropped = Array.from(items, (item) => ({ entry: item.webkitGetAsEntry(), file: item.getAsFile() }));
  const { takeDropped } = await import("./grading/grading.ts");
  await takeDropped(dropped);
}

/** Files can be dropped anywhere on the page if the lab accepts files. */
export function DropTarget() {
  const [over, setOver] = useState(false);
  useEffect(() => {
    const carriesFiles = (event: DragEvent) => event.dataTransfer?.types.includes("Files") ?? false;
    const onDragOver = (event: DragEvent) => {
      if (!carriesFiles(event)) return;
      // Also if the lab accepts no files: otherwise the browser would open the file in place of the page.
      event.preventDefault();
      setOver(isGrading() || session()?.drop !== undefined);
    };
    const onDragLeave = (event: DragEvent) => event.relatedTarget === null && setOver(false);
    const onDrop = (event: DragEvent) => {
      if (!carriesFiles(event)) return;
      event.preventDefault();
      setOver(false);
      const transfer = event.dataTransfer as DataTransfer;
      if (isGrading()) return void takeResults(transfer);
      const { drop } = session() ?? {};
      const [file, ...others] = transfer.files;
      if (others.length === 0 && /\.json$/i.test(file?.name ?? "")) void takeJson(file);
      else if (drop) void attempt(transfer.files, () => drop.take(transfer));
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
      <p>{isGrading() ? "Drop results and lectures to grade them" : session()?.drop?.invitation}</p>
    </div>
  ) : null;
}
