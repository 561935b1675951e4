import { useEffect, useState } from "react";
import { fromBlob } from "#core/capture/byte-source.ts";
import { missingFile } from "#core/capture/formats/sigmf-missing.ts";
import { Button } from "../../elements/button.tsx";
import { say } from "../../elements/notices.ts";
import { useFileDialog } from "./file-dialog.tsx";
import { filesOfHandles, type Handle, handlesOf } from "./handles.ts";
import { openFiles } from "./recording.ts";

interface FilePicker {
  showOpenFilePicker?(options: { multiple: true; startIn?: FileSystemHandle }): Promise<Handle[]>;
}

/** Asks for the file that refused files lack: the samples of metadata, or the metadata of samples. */
export function MissingFile({ files }: { files: readonly File[] }) {
  const [found, setFound] = useState<{ name?: string; of: readonly File[] }>();
  const add = async (chosen: readonly File[]) => {
    if (chosen.length === 0 || !(await openFiles([...files, ...chosen]))) return;
    const { rememberHandles } = await import("./recents.ts");
    await rememberHandles(await handlesOf([...files, ...chosen]));
  };
  const { input, ask } = useFileDialog((chosen) => void add(chosen));
  useEffect(() => {
    let isNewest = true;
    const sources = files.map((file) => fromBlob(file.name, file));
    void missingFile(sources).then((name) => isNewest && setFound({ name, of: files }));
    return () => {
      isNewest = false;
    };
  }, [files]);
  const name = found?.of === files ? found.name : undefined;
  if (name === undefined) return null;
  const choose = async () => {
    try {
      await add(await pickBeside(files));
    } catch (error) {
      const { name: kind, message } = error as Error;
      // The person closed the dialog.
      if (kind === "AbortError") return;
      say(`The file dialog could not be opened. ${message}`, "warning", { brief: true });
    }
  };
  return (
    <p>
      <Button onClick={() => ("showOpenFilePicker" in window ? void choose() : ask())}>Choose {name}</Button>
      {input}
    </p>
  );
}

/** Shows the browser's dialog, in the folder of the given files where their place is known. */
async function pickBeside(files: readonly File[]): Promise<File[]> {
  const { showOpenFilePicker } = window as FilePicker;
  const [startIn] = await handlesOf(files);
  return filesOfHandles((await showOpenFilePicker?.({ multiple: true, startIn })) ?? []);
}
