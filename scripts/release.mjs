// npm run release: checks that this commit is a release, builds and packs it, and writes its notes, all to release/.
// It publishes nothing: a tag does (.github/workflows/release.yml).
//   --dry-run   Print the problems and the commands, and run none of them.
//   --tested    The tests of this commit have passed. Otherwise npm test runs first.
//   --tag NAME  The tag that started the release.
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { parse } from "yaml";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const FOLDER = "release";

/** Returns the version, date and text of the changelog's first section. */
export function firstSection(changelog) {
  const [, version, date, text] =
    /^## (\d+\.\d+\.\d+)(?:, (\S+))?\n([\s\S]*?)(?=^## |$(?![\s\S]))/m.exec(changelog) ?? [];
  return { version, date, text: text?.trim() ?? "" };
}

/** Returns the notes of a release, as Markdown. */
export const notesOf = (changelog) => {
  const { version, text } = firstSection(changelog);
  return `${text}\n\nInstall it with \`npm install threeray@${version}\`, or run \`npx threeray@${version} --help\`.\n`;
};

/** Returns what must agree in a release, as its files have it. */
export function readFacts() {
  const text = (name) => readFileSync(join(ROOT, name), "utf8");
  return {
    packageVersion: JSON.parse(text("package.json")).version,
    lockVersion: JSON.parse(text("package-lock.json")).version,
    citation: parse(text("CITATION.cff")),
    changelog: firstSection(text("CHANGELOG.md")),
  };
}

/** Returns what is wrong with a release: each problem says what to do. */
export function problemsOf(
  { packageVersion, lockVersion, citation, changelog },
  { status = "", tag, isTaggedElsewhere = false } = {},
) {
  const problems = [];
  const expect = (name, found, expected) => {
    if (found !== expected) problems.push(`${name} is ${found ?? "missing"}, expected ${expected}`);
  };
  expect("the version in package-lock.json", lockVersion, packageVersion);
  expect("the version in CITATION.cff", citation.version, packageVersion);
  expect("the version of the first section in CHANGELOG.md", changelog.version, packageVersion);
  if (!/^\d{4}-\d\d-\d\d$/.test(changelog.date ?? "")) {
    problems.push(
      `the first section in CHANGELOG.md has the date ${changelog.date ?? "none"}; write "## ${packageVersion}, YYYY-MM-DD"`,
    );
  } else expect("date-released in CITATION.cff", citation["date-released"], changelog.date);
  if (changelog.text === "") problems.push("the first section in CHANGELOG.md is empty; say what is new");
  if (tag !== undefined) expect("the tag", tag, `v${packageVersion}`);
  if (isTaggedElsewhere) {
    problems.push(`the tag v${packageVersion} is on another commit: this version is out; give the release a new one`);
  }
  if (status.trim()) problems.push(`the working tree has changes; commit or remove them:\n${status.trimEnd()}`);
  return problems;
}

/**
 * Returns the commands of a release, in order.
 *
 * @param repository The address of the repository. npm refuses the provenance of a package that names another one.
 */
export const commandsOf = ({ isTested = false, repository } = {}) => [
  ...(isTested ? [] : [["npm", "test"]]),
  ...(repository ? [["npm", "pkg", "set", "repository.type=git", `repository.url=git+${repository}.git`]] : []),
  ["npm", "pack", "--pack-destination", FOLDER],
];

function main() {
  const { values } = parseArgs({
    options: { "dry-run": { type: "boolean" }, tested: { type: "boolean" }, tag: { type: "string" } },
  });
  const git = (...args) => spawnSync("git", args, { cwd: ROOT, encoding: "utf8" }).stdout;
  const facts = readFacts();
  const [head, tagged] = ["HEAD", `refs/tags/v${facts.packageVersion}`].map((name) =>
    git("rev-parse", "--verify", "--quiet", `${name}^{commit}`).trim(),
  );
  const problems = problemsOf(facts, {
    status: git("status", "--porcelain"),
    tag: values.tag,
    isTaggedElsewhere: tagged !== "" && tagged !== head,
  });
  for (const problem of problems) console.error(`release: ${problem}`);
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: name } = process.env;
  const commands = commandsOf({ isTested: values.tested, repository: server && name && `${server}/${name}` });
  const tag = `v${facts.packageVersion}`;
  const next = `Publish it: git tag -a ${tag} -m "Threeray ${facts.packageVersion}" && git push origin ${tag}`;
  if (values["dry-run"]) {
    for (const words of commands) console.log(`Would run: ${words.join(" ")}`);
    console.log(`Would write: ${FOLDER}/notes.md\n\n${notes()}\n${next}`);
  }
  if (problems.length > 0) process.exit(1);
  if (values["dry-run"]) return;
  rmSync(join(ROOT, FOLDER), { recursive: true, force: true });
  mkdirSync(join(ROOT, FOLDER));
  for (const [command, ...args] of commands) {
    console.log(`release: ${command} ${args.join(" ")}`);
    const { status } = spawnSync(command, args, { cwd: ROOT, stdio: "inherit", shell: process.platform === "win32" });
    if (status !== 0) {
      console.error(`release: ${command} ${args.join(" ")} failed; nothing was published`);
      process.exit(1);
    }
  }
  writeFileSync(join(ROOT, FOLDER, "notes.md"), notes());
  console.log(`release: the package and notes.md are in ${FOLDER}/. ${next}`);
}

const notes = () => notesOf(readFileSync(join(ROOT, "CHANGELOG.md"), "utf8"));

if (process.argv[1] === fileURLToPath(import.meta.url)) main();
