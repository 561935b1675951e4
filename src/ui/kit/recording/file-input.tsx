import type { ReactNode } from "react";
import { EXTENSIONS } from "#core/capture/extensions.ts";
import { isReady, useGpu } from "../engine.ts";
import { useFileDialog } from "./file-dialog.tsx";
import { openFiles } from "./recording.ts";
import { pickFiles, remembers } from "./recents.ts";
import { say } from "../../elements/notices.ts";

/** A button that opens files. If the browser gives handles, the page remembers the files. */
export function ChooseFiles({ className, children }: { className: string; children: ReactNode }) {
  const ready = useGpu(isReady);
  const { input, ask } = useFileDialog((files) => void openFiles(files), {
    "data-testid": "files",
    accept: EXTENSIONS.map((extension) => `.${extension}`).join(","),
  });
  const choose = () => {
    if (!remembers()) ask();
    else
      pickFiles().catch((error: Error) =>
        say(`The file dialog could not be opened. ${error.message}`, "warning", { brief: true }),
      );
  };
  return (
    <>
      <button type="button" className={className} disabled={!ready} onClick={choose}>
        {children}
      </button>
      {input}
    </>
  );
}
