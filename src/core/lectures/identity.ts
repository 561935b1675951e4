import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import type { Check, Commitment, HiddenCheck, Lecture } from "./lecture.ts";
import type { Result } from "./result.ts";

/** Returns JSON whose objects have their fields in alphabetical order, without spaces: equal values have equal texts. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) =>
    typeof part === "object" && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}

/** Returns the SHA-256 of a text in UTF-8. */
export const digestOf = (text: string): Uint8Array => sha256(utf8ToBytes(text));

const hexOf = (text: string) => bytesToHex(digestOf(text));

/** Returns true for a check that only the lecturer's copy has. */
export const isHidden = (check: Check): check is HiddenCheck => "salt" in check;

/**
 * Returns what the student's copy has in place of a hidden check. The salt keeps a student from trying all likely values.
 */
export const commitmentOf = ({ salt, ...check }: HiddenCheck): Commitment => ({
  hash: hexOf(`threeray check 1\n${salt}\n${canonicalJson(check)}`),
});

/** Returns a lecture without hidden checks and solutions. The copy of a copy is the same. */
export function studentCopy(lecture: Lecture): Lecture {
  if (!lecture.tasks) return lecture;
  const tasks = lecture.tasks.map((task) => {
    const { solution: _, ...shown } = task;
    return { ...shown, checks: task.checks.map((check) => (isHidden(check) ? commitmentOf(check) : check)) };
  });
  return { ...lecture, tasks };
}

/** Returns the hash by which a result names its lecture: equal for the lecturer's and the student's copy. */
export const hashOf = (lecture: Lecture): string => hexOf(`threeray lecture 1\n${canonicalJson(studentCopy(lecture))}`);

/** Returns the checksum of a result. */
export function checksumOf(result: Omit<Result, "checksum">): string {
  const { checksum: _, ...rest }: Partial<Result> = result;
  return hexOf(`threeray result 1\n${canonicalJson(rest)}`);
}
