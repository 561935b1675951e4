// npm run docs: writes the reference of the package as Markdown to docs/api, a page for each domain and for each export. The
// build makes pages of the site from them. An argument names another folder.
import { readdirSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { Application, Converter } from "typedoc";
import { load } from "typedoc-plugin-markdown";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const ENTRIES = join(ROOT, "src/package");
const [out = join(ROOT, "docs/api")] = process.argv.slice(2);

const app = await Application.bootstrapWithPlugins({
  // The index has the exports of all domains again.
  entryPoints: readdirSync(ENTRIES)
    .filter((name) => /^(?!index)[\w-]+\.ts$/.test(name))
    .map((name) => join(ENTRIES, name)),
  tsconfig: join(ROOT, "scripts/reference/tsconfig.json"),
  plugin: [load],
  name: "API reference",
  // `npm run types` checks them, with the house's TypeScript.
  skipErrorChecking: true,
  readme: "none",
  disableSources: true,
  excludeExternals: true,
  groupOrder: ["Functions", "Variables", "Classes", "Interfaces", "Type Aliases"],
  // Settings of typedoc-plugin-markdown.
  router: "structure",
  hidePageHeader: true,
  useCodeBlocks: true,
  expandObjects: false,
  indexFormat: "table",
  parametersFormat: "table",
  interfacePropertiesFormat: "table",
  classPropertiesFormat: "table",
  typeDeclarationFormat: "table",
  propertyMembersFormat: "table",
  pageTitleTemplates: {
    index: "{projectName}",
    module: ({ name }) => `threeray/${name}`,
    member: "{name}",
  },
  out,
  logLevel: "Warn",
  treatWarningsAsErrors: true,
});
// Parameters that a function takes apart have no name in its code; the docstring may name them.
app.converter.on(Converter.EVENT_CREATE_PARAMETER, (_, parameter) => {
  if (parameter.name !== "__namedParameters") return;
  const tags = parameter.parent.comment?.blockTags.filter(({ tag }) => tag === "@param") ?? [];
  parameter.name = tags.some(({ name }) => name === "options") ? "options" : "config";
});
// Markdown has anchors at headings only, so anchors of rows in tables would be text.
app.renderer.on("endPage", (page) => {
  page.contents = page.contents
    ?.replaceAll(/<a id="[^"]*"><\/a> /g, "")
    .replaceAll("| - |", "|  |")
    .replaceAll(/(\]\([\w./-]+\.md)#[\w-]+\)/g, "$1)");
});
const project = await app.convert();
if (!project) throw new Error(`reference: ${basename(ENTRIES)} could not be read`);
await app.generateOutputs(project);
if (app.logger.hasErrors() || app.logger.hasWarnings()) process.exitCode = 1;
