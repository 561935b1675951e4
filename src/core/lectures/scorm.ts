import type { Lecture } from "./lecture.ts";

/** The versions of SCORM that a package can have: 1.2, and 2004 in its third edition. */
export const SCORM_VERSIONS = ["1.2", "2004"] as const;
export type ScormVersion = (typeof SCORM_VERSIONS)[number];

/** The page of a package that a course opens. */
const LAUNCHED = "lecture.html";

/** The attributes of a manifest's root, and what differs within it. Sources: ADL, SCORM 1.2 and SCORM 2004 3rd Edition, Content Aggregation Model. */
const SCHEMAS: Readonly<Record<ScormVersion, { root: string; version: string; kind: string }>> = {
  "1.2": {
    root: 'xmlns="http://www.imsproject.org/xsd/imscp_rootv1p1p2" xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_rootv1p2"',
    version: "1.2",
    kind: "adlcp:scormtype",
  },
  "2004": {
    root:
      'xmlns="http://www.imsglobal.org/xsd/imscp_v1p1" xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_v1p3" ' +
      'xmlns:imsss="http://www.imsglobal.org/xsd/imsss"',
    version: "2004 3rd Edition",
    kind: "adlcp:scormType",
  },
};

/** Returns text for XML. */
export const escaped = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.codePointAt(0)};`);

/**
 * Returns the files of a package that belong to a lecture: the manifest, the lecture, and the page that opens it.
 *
 * @param lecture The student's copy.
 * @param page The built page's index.html.
 * @param files Names of the built page's other files, which the package holds as they are.
 */
export function scormFiles(
  lecture: Lecture,
  version: ScormVersion,
  { page, files }: { page: string; files: readonly string[] },
): Record<string, string> {
  const own = { [LAUNCHED]: launchedPage(page, version), "lecture.json": JSON.stringify(lecture) };
  return { ...own, "imsmanifest.xml": manifest(lecture, version, [...Object.keys(own), ...files]) };
}

/** The page finds the lecture and the version of SCORM in its head. */
function launchedPage(page: string, version: ScormVersion): string {
  const names = { lecture: "./lecture.json", scorm: version };
  const tags = Object.entries(names).map(([name, content]) => `<meta name="threeray-${name}" content="${content}">`);
  if (!page.includes("</head>")) throw new RangeError("index.html: expected </head>, found none; build the page again");
  return page.replace("</head>", () => `${tags.join("")}</head>`);
}

function manifest({ id, title }: Lecture, of: ScormVersion, files: readonly string[]): string {
  const { root, version, kind } = SCHEMAS[of];
  const list = files.toSorted().map((file) => `      <file href="${escaped(encodeURI(file))}"/>\n`);
  return `<?xml version="1.0" encoding="UTF-8"?>
<manifest identifier="threeray-${id}" version="1.0" ${root}>
  <metadata>
    <schema>ADL SCORM</schema>
    <schemaversion>${version}</schemaversion>
  </metadata>
  <organizations default="course">
    <organization identifier="course">
      <title>${escaped(title)}</title>
      <item identifier="lecture" identifierref="page" isvisible="true">
        <title>${escaped(title)}</title>
      </item>
    </organization>
  </organizations>
  <resources>
    <resource identifier="page" type="webcontent" ${kind}="sco" href="${LAUNCHED}">
${list.join("")}    </resource>
  </resources>
</manifest>
`;
}
