import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Group } from "./contents.ts";

/** The folder of the reference's pages, which `npm run docs` writes. */
const FOLDER = "docs/api";

/** Whether a page is one of the reference. */
export const isReference = (path: string): boolean => path.startsWith(`${FOLDER}/`);

/** Whether the reference has been written. It is not committed. */
export const hasReference = (root: string): boolean => existsSync(join(root, FOLDER, "README.md"));

/** Returns the contents of the reference: its first page, and each domain with its exports; nothing if it has not been written. */
export function referenceGroups(root: string): Group[] {
  if (!hasReference(root)) return [];
  const first = readFileSync(join(root, FOLDER, "README.md"), "utf8");
  const domains = [...first.matchAll(/\]\(([\w-]+)\.md\)/g)].map(([, domain]) => ({
    title: domain,
    path: `${FOLDER}/${domain}.md`,
    under: exportsOf(root, domain),
  }));
  return [{ title: "API reference", entries: [{ title: "All modules", path: `${FOLDER}/README.md` }, ...domains] }];
}

/** Returns the pages of a domain's exports: what runs first, then types. */
function exportsOf(root: string, domain: string) {
  const names = readdirSync(join(root, FOLDER, domain)).map((file) => file.replace(/\.md$/, ""));
  const entries = names.map((name) => {
    const path = `${FOLDER}/${domain}/${name}.md`;
    const [, title] = /^# (.+)$/m.exec(readFileSync(join(root, path), "utf8")) ?? [];
    return { title: (title ?? name).replaceAll("\\", ""), path };
  });
  const isType = ({ title }: { title: string }) => /^[A-Z]/.test(title) && !/^[A-Z_]+$/.test(title);
  return entries.toSorted((a, b) => Number(isType(a)) - Number(isType(b)) || a.title.localeCompare(b.title, "en"));
}
