/** Marks of browsers in the order of the search: each browser also has the marks below its own. */
const SIGNS: readonly (readonly [name: string, sign: RegExp])[] = [
  ["Edge", /\bEdg(?:A|iOS)?\/(\d+)/],
  ["Opera", /\bOPR\/(\d+)/],
  ["Samsung Internet", /\bSamsungBrowser\/(\d+)/],
  ["Firefox", /\b(?:Firefox|FxiOS)\/(\d+)/],
  ["Chrome", /\b(?:HeadlessChrome|Chrome|CriOS)\/(\d+)/],
  ["Safari", /\bVersion\/(\d+(?:\.\d+)?).*Safari\//],
];

const SYSTEMS: readonly (readonly [name: string, sign: RegExp])[] = [
  ["Android", /Android/],
  ["iOS", /iPhone|iPad/],
  ["Windows", /Windows/],
  ["macOS", /Mac OS X/],
  ["ChromeOS", /CrOS/],
  ["Linux", /Linux/],
];

/** Returns browser, version and system, e.g. "Chrome 120 on Linux"; the whole text if the browser is unknown. */
export function browserOf(userAgent: string): string {
  const browser = SIGNS.find(([, sign]) => sign.test(userAgent));
  if (!browser) return userAgent;
  const [name, sign] = browser;
  const system = SYSTEMS.find(([, one]) => one.test(userAgent));
  return `${name} ${sign.exec(userAgent)?.[1]}${system ? ` on ${system[0]}` : ""}`;
}
