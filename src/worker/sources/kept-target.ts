import { memoryTarget, type RecordingTarget } from "#core/live/recorder.ts";
import type { Folder } from "../../storage/folder.ts";
import type { RecordingAbout } from "../../storage/item.ts";
import { createRecordingWriter, type RecordingWriter } from "../../storage/recording-writer.ts";

/**
 * Writes a recording into the browser's storage as it comes. Where that fails, the rest goes into memory: the recording
 * continues, and its end is one archive.
 *
 * @param open Opens the folder of everything that is kept.
 * @param id The recording's folder in it.
 */
export function keptTarget(open: () => Promise<Folder>, id: string): RecordingTarget {
  let opening: Promise<RecordingWriter> | undefined;
  let written = 0;
  /** Set after the first failure: the rest of the recording, and why it is there. */
  let memory: { target: RecordingTarget; reason: string } | undefined;

  async function openWriter(content: RecordingAbout["content"]): Promise<RecordingWriter> {
    return createRecordingWriter(await open(), id, { kind: "recording", content, begun: Date.now(), ended: false });
  }

  return {
    get most() {
      return memory?.target.most ?? Number.MAX_SAFE_INTEGER;
    },
    get remark() {
      return memory && `The recording continues in memory, where a closed tab would lose it: ${memory.reason}`;
    },
    async write(piece, content) {
      if (!memory) {
        try {
          opening ??= openWriter(content);
          await (await opening).write(piece);
          written += piece.length;
          return;
        } catch (error) {
          const before = written > 0 && opening ? [await (await opening).samples()] : [];
          memory = { target: memoryTarget(undefined, before), reason: reasonOf(error as Error) };
        }
      }
      await memory.target.write(piece, content);
    },
    async finish(content, meta) {
      // Without a writer, nothing was written.
      const writer = await opening?.catch(() => undefined);
      // All samples are written. After a failure, only the description keeps saying that the recording was cut.
      await writer?.close(!memory).catch(() => {});
      return memory?.target.finish(content, meta);
    },
  };
}

function reasonOf({ name, message }: Error): string {
  if (name === "QuotaExceededError") return "the browser's storage is full. Delete something in Help, Storage.";
  if (name === "NoModificationAllowedError") return "another tab has locked its file. Close that tab.";
  return `the browser's storage cannot be used. ${message.replace(/\.?$/, ".")}`;
}
