// What may stand in the packed files, and what may not.
import { hostname, homedir, userInfo } from "node:os";

/** Folders and files of the package. */
const EXPECTED =
  /^(dist-package\/|dist-cli\/((main|threeray)|parts\/[\w-]+)\.js$|package\.json$|README\.md$|LICENSE$|CHANGELOG\.md$|CITATION\.cff$)/;
/** Sources of tests, float64 references and benches, and files of the page. */
const FORBIDDEN = /\.(test|bench|spec|reference|testing|vectors|claims)\b|(^|\/)testing\.|\/(ui|worker|e2e|lectures)\//;
/** Paths of machines: of people, of roots, of temporary folders. */
const PATHS = /(?<![\w.])\/(?:home|Users|root|work|mnt|srv|workspace)\/[\w.-]+/g;
/** Addresses in private networks, and hosts that only a company's or a home's network knows. */
const HOSTS =
  /\b(?:10(?:\.\d{1,3}){3}|192\.168(?:\.\d{1,3}){2}|172\.(?:1[6-9]|2\d|3[01])(?:\.\d{1,3}){2})\b|\b[\w-]+\.(?:internal|corp|intranet|lan)\b/g;

/** Returns words that only this machine has. */
export function machineWords(root) {
  const words = [root.replace(/\/$/, ""), homedir(), hostname(), userInfo().username];
  // Short and usual words occur in any text.
  return words.filter((word) => word.length >= 6 && !["/", "/root", "localhost", "runner"].includes(word));
}

/**
 * Returns what is wrong with the packed files, one sentence each.
 *
 * @param files Texts by path in the package.
 * @param words Words that must not occur.
 */
export function wrongContents(files, words) {
  const wrong = [];
  for (const [path, text] of files) {
    if (!EXPECTED.test(path)) wrong.push(`${path}: is no file of the package; change "files" in package.json`);
    if (FORBIDDEN.test(path)) wrong.push(`${path}: is a test, a reference or a part of the page`);
    const found = [...text.matchAll(PATHS), ...text.matchAll(HOSTS)].map(([match]) => match);
    for (const match of new Set([...found, ...words.filter((word) => text.includes(word))])) {
      wrong.push(`${path}: holds "${match}", which belongs to one machine`);
    }
  }
  return wrong;
}
