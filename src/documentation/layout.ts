import { posix } from "node:path";
import { POLICY } from "../offline/plugin.ts";
import { ICONS, type IconName } from "../ui/elements/icon-paths.ts";
import type { Entry } from "./contents.ts";
import { escape } from "./markdown.ts";
import type { Page, Site } from "./site.ts";

/** The site's own files, by their addresses in it. */
export interface Assets {
  script: string;
  styles: readonly string[];
  /** For pages with formulas. */
  formulas: readonly string[];
}

const icon = (name: IconName) =>
  `<svg width="16" height="16" viewBox="0 0 16 16" aria-hidden="true"><path d="${ICONS[name]}" fill="none" stroke="currentColor" stroke-width="1.5" stroke-linecap="round" stroke-linejoin="round" /></svg>`;

/**
 * Returns a page of the site as HTML.
 *
 * @param source The address of the page's Markdown in the repository, if it has one.
 */
export function pageHtml(page: Page, site: Site, assets: Assets, source: string | undefined): string {
  const from = posix.dirname(page.address);
  const to = (address: string) => escape(posix.relative(from, address));
  const sheets = [...assets.styles, ...(page.styles.size ? assets.formulas : [])];
  const isFirst = page === site.pages[0];
  const at = site.pages.indexOf(page);
  const description = page.sections.find(({ text }) => text)?.text.slice(0, 160) ?? page.title;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8" />
<meta http-equiv="Content-Security-Policy" content="${escape(POLICY)}" />
<meta name="viewport" content="width=device-width, initial-scale=1" />
<meta name="color-scheme" content="light dark" />
<meta name="description" content="${escape(description)}" />
<title>${isFirst ? "Threeray: documentation" : `${escape(page.title)} · Threeray`}</title>
<link rel="icon" href="${to("../icon.svg")}" type="image/svg+xml" />
${sheets.map((sheet) => `<link rel="stylesheet" href="${to(sheet)}" />`).join("\n")}
<script type="module" blocking="render" src="${to(assets.script)}"></script>
</head>
<body data-root="${to(".") || "."}">
<a class="skip-link" href="#content">Skip to the text</a>
<header class="bar">
<button type="button" class="button quiet icon contents-button" popovertarget="contents" aria-label="Contents">${icon("list")}</button>
<a class="brand" href="${to("index.html")}"><img src="${to("../icon.svg")}" width="20" height="20" alt="" />Threeray <span>documentation</span></a>
<search class="search"><input type="search" id="search" role="combobox" aria-expanded="false" aria-controls="results" aria-autocomplete="list" aria-label="Search the documentation" placeholder="Search" autocomplete="off" spellcheck="false" /><kbd aria-hidden="true">/</kbd><div id="results" role="listbox" aria-label="Results" hidden></div><p class="unseen" role="status"></p></search>
<button type="button" class="button quiet icon theme-button">${icon("system")}</button>
<a class="button" href="${to("../index.html")}">Open the lab</a>
</header>
<nav class="contents" id="contents" popover="auto" aria-label="Contents">
${site.groups.map((group) => groupHtml(group, page, site, to)).join("\n")}
</nav>
<main id="content" tabindex="-1">
<article>
${page.html}</article>
<nav class="turn" aria-label="Pages before and after">
${turnHtml(site.pages[at - 1], "prev", to)}${turnHtml(site.pages[at + 1], "next", to)}
</nav>
${source === undefined ? "" : `<p class="muted"><a href="${escape(source)}">The Markdown of this page</a></p>\n`}</main>
${outlineHtml(page)}
</body>
</html>
`;
}

function groupHtml(
  { title, entries }: Site["groups"][number],
  page: Page,
  site: Site,
  to: (address: string) => string,
) {
  const item = ({ title, path, under = [] }: Entry): string => {
    const current = path === page.path ? ' aria-current="page"' : "";
    const isOpen = [path, ...under.map((one) => one.path)].includes(page.path);
    const inner = isOpen && under.length ? `<ul>${under.map(item).join("")}</ul>` : "";
    return `<li><a href="${to(site.addresses.get(path) ?? "")}"${current}>${escape(title)}</a>${inner}</li>`;
  };
  return `<h2>${escape(title)}</h2>\n<ul>${entries.map(item).join("")}</ul>`;
}

function turnHtml(page: Page | undefined, rel: "prev" | "next", to: (address: string) => string): string {
  if (!page) return "";
  const hint = rel === "prev" ? "Previous" : "Next";
  return `<a rel="${rel}" href="${to(page.address)}"><span>${hint}</span> ${escape(page.title)}</a>`;
}

/** The headings of a page, where it has several. */
function outlineHtml({ headings }: Page): string {
  const shown = headings.filter(({ level }) => level === 2 || level === 3);
  if (shown.length < 2) return "";
  const items = shown.map(
    ({ level, short, id }) => `<li${level === 3 ? ' class="under"' : ""}><a href="#${id}">${escape(short)}</a></li>`,
  );
  return `<nav class="outline" aria-label="On this page"><h2>On this page</h2><ul>${items.join("")}</ul></nav>`;
}
