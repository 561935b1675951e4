import { useEffect, useState } from "react";
import { isReady, useLab } from "../store/lab.ts";
import { openFiles, useRecording } from "../store/recording.ts";

/** Files can be dropped anywhere on the page. */
export function DropTarget() {
  const [over, setOver] = useState(false);
  useEffect(() => {
    const carriesFiles = (event: DragEvent) => event.dataTransfer?.types.includes("Files") ?? false;
    const onDragOver = (event: DragEvent) => {
      if (!carriesFiles(event)) return;
      event.preventDefault();
      setOver(true);
    };
    const onDragLeave = (event: DragEvent) => event.relatedTarget === null && setOver(false);
    const onDrop = (event: DragEvent) => {
      if (!carriesFiles(event)) return;
      event.preventDefault();
      setOver(false);
      take(event.dataTransfer as DataTransfer);
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
      <p>Drop the recording</p>
    </div>
  ) : null;
}

function take({ items, files }: DataTransfer): void {
  const folder = [...items].map((item) => item.webkitGetAsEntry()).find((entry) => entry?.isDirectory);
  document.getElementById("recording")?.scrollIntoView({ block: "nearest" });
  if (!isReady(useLab.getState())) {
    useRecording.setState({ refused: "There is no GPU to look at recordings with." });
  } else if (folder) {
    useRecording.setState({
      refused: `“${folder.name}” is a folder, expected files: open it and drop what is inside.`,
    });
  } else if (files.length) {
    void openFiles([...files]);
  }
}
