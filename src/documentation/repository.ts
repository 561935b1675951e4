import { readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Returns the address under which the repository's files can be read, with `/` at its end. On a build server of GitHub it is
 * the commit that is built, elsewhere the repository that package.json names; undefined if it names none.
 *
 * @param root The folder of the repository.
 */
export function repositoryOf(root: string, env: NodeJS.ProcessEnv = process.env): string | undefined {
  const { GITHUB_SERVER_URL, GITHUB_REPOSITORY, GITHUB_SHA } = env;
  if (GITHUB_SERVER_URL && GITHUB_REPOSITORY && GITHUB_SHA)
    return `${GITHUB_SERVER_URL}/${GITHUB_REPOSITORY}/blob/${GITHUB_SHA}/`;
  const { repository } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as {
    repository?: string | { url: string };
  };
  const url = typeof repository === "string" ? repository : repository?.url;
  return url && `${url.replace(/^git\+/, "").replace(/\.git$/, "")}/blob/main/`;
}
