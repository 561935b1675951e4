/** A file from successive pieces. Each piece becomes a blob immediately, because a browser keeps large blobs on disk. */
export async function blobOf(pieces: AsyncIterable<Uint8Array<ArrayBuffer>>, type: string): Promise<Blob> {
  const parts: Blob[] = [];
  for await (const piece of pieces) parts.push(new Blob([piece]));
  return new Blob(parts, { type });
}
