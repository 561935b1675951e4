/** An output that cannot be written. The message names it and the reason. */
export class OutputError extends Error {
  override readonly name = "OutputError";
}

const REASONS: Readonly<Record<string, string>> = {
  ENOSPC: "no space is left on the disk",
  EDQUOT: "the disk quota is used up",
  EFBIG: "the file grows beyond what the system allows",
  EACCES: "permission denied",
  EPERM: "permission denied",
  EROFS: "the disk is read-only",
  ENOENT: "its folder does not exist",
  ENOTDIR: "a part of the path is a file, not a folder",
  EISDIR: "it is a folder",
  ENAMETOOLONG: "the name is too long",
  ELOOP: "its links form a circle",
  EMFILE: "too many files are open",
  EIO: "the disk reports an error",
};

/** Returns a system error in words. */
export function reasonOf(error: unknown): string {
  const { code = "", message } = error as NodeJS.ErrnoException;
  return REASONS[code] ? `${REASONS[code]} (${code})` : message;
}
