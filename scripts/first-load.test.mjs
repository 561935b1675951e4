import { describe, expect, it } from "vitest";
import { firstLoad } from "./first-load.mjs";

/** A small build in Vite's form. */
const build = {
  "index.html":
    '<link rel="icon" href="./icon.svg" /><script type="module" crossorigin src="./assets/index-1.js"></script>' +
    '<link rel="stylesheet" crossorigin href="./assets/index-2.css"><script src="./check.js"></script>',
  "check.js": "",
  "assets/index-1.js":
    'const d=m.f||(m.f=["./lab-3.js","./lab-4.css","./other-5.css"]);import{a as b}from"./react-6.js";' +
    "const L={equalizers:{title:`E`,load:()=>p(()=>import(`./lab-3.js`),__vite__mapDeps([0,1]))},mimo:{load:()=>p(()=>import(`./lab-7.js`),[])}};",
  "assets/index-2.css": "",
  "assets/react-6.js": "",
  "assets/lab-3.js": 'import"./react-6.js";import{x}from"./engine-8.js";const later=()=>import(`./plotly-9.js`);',
  "assets/lab-4.css": "",
  "assets/engine-8.js": "new Worker(new URL(new URL(`worker-10.js`,import.meta.url).href,``+import.meta.url))",
  "assets/worker-10.js":
    'import{g}from"./gpu-11.js";const E={equalizers:()=>import(`./runs-12.js`),mimo:()=>import(`./runs-13.js`)};',
  "assets/gpu-11.js": "",
  "assets/runs-12.js": 'import"./gpu-11.js";import{f}from"./fft-14.js";',
  "assets/fft-14.js": "",
};

describe("first load", () => {
  it("contains the page, the first lab with its style sheets, the worker and its experiment, and no file that is fetched later", () => {
    expect(firstLoad((file) => build[file]).toSorted()).toEqual(
      Object.keys(build)
        .filter((file) => !/other|lab-7/.test(file))
        .toSorted(),
    );
  });

  it("fails if the form of the build's chunks has changed", () => {
    expect(() => firstLoad((file) => build[file].replace("equalizers", "e"))).toThrow(
      "the module of equalizers was not found in the build",
    );
  });
});
