import type { RecordingTarget } from "#core/live/recorder.ts";

/** Returns a place for a recording as a pair of files in a folder that a person has chosen. */
export async function folderTarget(folder: FileSystemDirectoryHandle, name: string): Promise<RecordingTarget> {
  const fileOf = async (ending: string) => {
    const file = await folder.getFileHandle(`${name}.${ending}`, { create: true });
    return file.createWritable();
  };
  const data = await fileOf("sigmf-data");
  return {
    write: (piece) => data.write(piece),
    async finish(_, meta) {
      await data.close();
      const file = await fileOf("sigmf-meta");
      await file.write(meta);
      await file.close();
      return undefined;
    },
  };
}
