import { listOf } from "#core/configuration/list-of.ts";
import { Button } from "../../elements/button.tsx";
import { say } from "../../elements/notices.ts";
import { useFileDialog } from "./file-dialog.tsx";
import { filesOfHandles, type Handle, handlesOf } from "./handles.ts";
import { openFiles, useRecording } from "./recording.ts";
import "./recording.css";

/** Says that the browser no longer reads the open files, and opens them again: from their handles, or as the person chooses them. */
export function ReopenFiles({ files }: { files: readonly File[] }) {
  const { input, ask } = useFileDialog((chosen) => void openAgain(files, chosen));
  const names = listOf(files.map(({ name }) => name));
  const isOne = files.length === 1;
  const reopen = async () => {
    const handles = await handlesOf(files);
    if (handles.length < files.length) return ask();
    try {
      await openAgain(files, await filesFrom(handles));
    } catch (error) {
      const isGone = (error as Error).name === "NotFoundError";
      say(
        isGone ? `${names}: moved or deleted. Choose it in its new place.` : `${names}: ${(error as Error).message}`,
        "warning",
        { brief: true },
      );
      ask();
    }
  };
  return (
    <div className="refused" role="alert">
      <p>
        <strong>
          {names} {isOne ? "has" : "have"} been changed, moved or removed since {isOne ? "it was" : "they were"} opened.
        </strong>{" "}
        The browser no longer reads {isOne ? "it" : "them"}. What Threeray has read so far stays on this page.
      </p>
      <Button onClick={() => void reopen()}>Open {isOne ? "it" : "them"} again</Button>
      {input}
    </div>
  );
}

/** Opens files in place of others. Of the same names they are read in the same way. */
async function openAgain(before: readonly File[], files: File[]): Promise<void> {
  const isSame = before.every(({ name }) => files.some((file) => file.name === name));
  const { hints, formatConfirmed } = useRecording.getState();
  if (!isSame) return void (await openFiles(files));
  if (await openFiles(files, hints)) useRecording.setState({ formatConfirmed });
}

async function filesFrom(handles: readonly Handle[]): Promise<File[]> {
  for (const handle of handles) {
    const mode = { mode: "read" } as const;
    if ((await handle.queryPermission?.(mode)) === "prompt") await handle.requestPermission?.(mode);
  }
  return filesOfHandles(handles);
}
