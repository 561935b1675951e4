import { createTimeSlice } from "#core/thread/time-slice.ts";

/** Offers a file as a download. */
export function download(name: string, content: BlobPart, type: string): void {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // Most browsers have read the file when the click returns; slow ones need a moment more.
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

/** Offers a text as a download that is made piece by piece: the page answers between the pieces. */
export async function downloadPieces(name: string, pieces: Iterable<string>, type: string): Promise<void> {
  const slice = createTimeSlice();
  const parts: Blob[] = [];
  for (const piece of pieces) {
    // A blob of many texts would encode all of them at once.
    parts.push(new Blob([piece]));
    if (slice.due()) await slice.pass();
  }
  download(name, new Blob(parts), type);
}
