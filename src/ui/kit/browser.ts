/** Signs of browsers, in the order in which they are looked for: each also bears the signs of those below. */
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

/** Browser, version and system for a person, e.g. "Chrome 120 on Linux"; the whole text where it is unknown. */
export function browserOf(userAgent: string): string {
  const browser = SIGNS.find(([, sign]) => sign.test(userAgent));
  if (!browser) return userAgent;
  const [name, sign] = browser;
  const system = SYSTEMS.find(([, one]) => one.test(userAgent));
  return `${name} ${sign.exec(userAgent)?.[1]}${system ? ` on ${system[0]}` : ""}`;
}
