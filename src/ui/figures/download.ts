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
