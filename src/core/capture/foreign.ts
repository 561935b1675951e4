/** First bytes of files that are often chosen by mistake. */
const SIGNATURES: readonly [kind: string, ...bytes: number[]][] = [
  ["a JPEG image", 0xff, 0xd8, 0xff],
  ["a PNG image", 0x89, 0x50, 0x4e, 0x47],
  ["a GIF image", 0x47, 0x49, 0x46, 0x38],
  ["a PDF document", 0x25, 0x50, 0x44, 0x46],
  ["a ZIP archive", 0x50, 0x4b, 0x03, 0x04],
  ["a gzip archive", 0x1f, 0x8b, 0x08],
  ["an xz archive", 0xfd, 0x37, 0x7a, 0x58, 0x5a],
  ["a 7-Zip archive", 0x37, 0x7a, 0xbc, 0xaf],
  ["FLAC audio", 0x66, 0x4c, 0x61, 0x43],
  ["MP3 audio", 0x49, 0x44, 0x33],
  ["an HDF5 or MATLAB 7.3 file", 0x89, 0x48, 0x44, 0x46],
  ["a program", 0x7f, 0x45, 0x4c, 0x46],
];

/** The kind of a file by its first bytes, e.g. "a JPEG image", if it is certainly not a recording. */
export function foreignKind(head: Uint8Array): string | undefined {
  return SIGNATURES.find(([, ...bytes]) => bytes.every((byte, i) => head[i] === byte))?.[0];
}
