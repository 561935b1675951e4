import { readdirSync } from "node:fs";
import { posix } from "node:path";
import { fileURLToPath } from "node:url";
import MiniSearch from "minisearch";
import { describe, expect, it } from "vitest";
import { POLICY } from "../offline/plugin.ts";
import { CONTENTS } from "./contents.ts";
import { pageHtml } from "./layout.ts";
import { SEARCH } from "./search-options.ts";
import { searchIndex } from "./search.ts";
import { readSite } from "./site.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const site = readSite(ROOT, "https://code.example/");
const index = MiniSearch.loadJSON(JSON.stringify(searchIndex(site)), SEARCH);
const assets = { script: "../assets/a.js", styles: ["../assets/a.css"], formulas: [] };

describe("the documentation", () => {
  it("has no dead link, no dead anchor, and names no file that does not exist", () => {
    expect(site.faults).toEqual([]);
  });

  it("lists each page of docs once", () => {
    const files = readdirSync(new URL("../../docs", import.meta.url)).filter((name) => name.endsWith(".md"));
    const shown = site.pages.map(({ path }) => path).filter((path) => /^docs\/[^/]+$/.test(path));
    expect(shown.toSorted()).toEqual(files.map((name) => `docs/${name}`).toSorted());
  });

  it("links only to files of the site, to the lab, to the repository and to other sites, and each anchor exists", () => {
    const html = new Map(site.pages.map((page) => [page.address, pageHtml(page, site, assets, undefined)]));
    const own = new Set([...html.keys(), ...site.pictures.keys()]);
    const beside = new Set(["../index.html", "../icon.svg", assets.script, ...assets.styles]);
    const dead: string[] = [];
    let links = 0;
    for (const [address, text] of html) {
      for (const [, target] of text.matchAll(/ (?:href|src)="([^"]*)"/g)) {
        links++;
        if (target.startsWith("https:")) continue;
        const [file, anchor] = target.split("#");
        const found = file ? posix.join(posix.dirname(address), file) : address;
        const isThere = anchor ? html.get(found)?.includes(` id="${anchor}"`) : own.has(found) || beside.has(found);
        if (!isThere) dead.push(`${address}: ${target}`);
      }
    }
    expect(dead).toEqual([]);
    // Each page has the contents.
    expect(links).toBeGreaterThan(25 * site.pages.length);
  });

  it("keeps to the page's policy: no style and no program in the markup", () => {
    expect(POLICY).not.toContain("unsafe-inline");
    for (const { html, path } of site.pages) {
      const code = html.replaceAll(/<(?:code|annotation)[^>]*>[^<]*</g, "");
      expect(code, path).not.toMatch(/ style=|<script| on[a-z]+="/);
    }
  });

  it.each([
    ["cyclic prefix", "adaptive.html#equalizers"],
    ["errata", "telemetry.html#errata"],
    ["sdriq", "recordings.html#"],
    ["glossary", "glossary.html#glossary"],
    ["stop rule", "measuring.html#"],
    ["chirp-source", "blocks.html#chirp-source-chirp-source"],
  ])("finds “%s”", (words, expected) => {
    const found = index.search(words, { combineWith: "AND" }).slice(0, 3);
    expect(
      found.map(({ id }) => String(id)).some((id) => id.startsWith(expected)),
      JSON.stringify(found.map(({ id }) => id)),
    ).toBe(true);
  });

  it("begins with the contents", () => {
    expect(site.pages[0]).toMatchObject({ path: CONTENTS, address: "index.html" });
  });
});
