import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import { strFromU8, unzipSync } from "fflate";
import type { ScormVersion } from "../src/core/lectures/scorm.ts";

/**
 * A learning-management system: it serves a package of the command line in a frame, with scorm-again as its runtime, and
 * keeps what the package reports. Another host, or a file that the package lacks, is an error of the test.
 */
export interface CourseSystem {
  /** Address of the page with the frame. */
  address: string;
  /** What the course keeps, as scorm-again sends it. */
  kept: () => Kept;
  /** Addresses on this server that have nothing. */
  missed: readonly string[];
  close(): Promise<void>;
}

/** The elements of the data model that a test looks at. Version 2004 has no group "core". */
export interface Kept {
  core?: { score: { raw: string }; lesson_status: string; lesson_location: string; student_name: string };
  score?: { raw: string; scaled: string };
  completion_status?: string;
  location?: string;
  suspend_data?: string;
}

const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
  ".json": "application/json",
  ".webmanifest": "application/manifest+json",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".woff2": "font/woff2",
  ".wasm": "application/wasm",
};

const RUNTIMES = {
  "1.2": { script: "scorm12.min.js", create: "Scorm12API", at: "API" },
  "2004": { script: "scorm2004.min.js", create: "Scorm2004API", at: "API_1484_11" },
} as const;

/**
 * Makes a package of a lecture on the command line, and serves it.
 *
 * @param lecture The content of a lecture's file, or the name of a lecture of the labs.
 */
export async function openCourseSystem(
  lecture: object | string,
  version: ScormVersion,
  student: string,
): Promise<CourseSystem> {
  const files = packageOf(lecture, version);
  const launched = /<resource [^>]*href="([^"]+)"/.exec(strFromU8(files["imsmanifest.xml"]))![1];
  const { script, create, at } = RUNTIMES[version];
  const runtime = readFileSync(join("node_modules", "scorm-again", "dist", script));
  let kept: Kept = version === "1.2" ? ({ core: { student_name: student } } as Kept) : {};
  const named = version === "1.2" ? {} : { learner_name: student };
  const missed: string[] = [];
  const page = () => `<!doctype html><html lang="en"><title>Course</title>
    <body style="margin:0"><script src="/runtime.js"></script><script>
      const api = new ${create}({ autocommit: false, logLevel: 4, lmsCommitUrl: "/commit" });
      api.loadFromJSON({ cmi: ${JSON.stringify({ ...kept, ...named })} }, "");
      window.${at} = api;
    </script>
    <iframe title="Activity" src="/package/${launched}" style="border:0;width:100vw;height:98vh"></iframe>`;
  const server = createServer((request, response) => {
    const path = decodeURIComponent(new URL(request.url!, "http://course").pathname);
    const send = (type: string, body: string | Uint8Array) =>
      response.writeHead(200, { "content-type": type }).end(body);
    if (path === "/commit") {
      let text = "";
      request.on("data", (part) => (text += part));
      request.on("end", () => {
        kept = (JSON.parse(text) as { cmi: Kept }).cmi;
        send("application/json", '{"result":true,"errorCode":0}');
      });
      return;
    }
    if (path === "/") return void send(TYPES[".html"], page());
    if (path === "/runtime.js") return void send(TYPES[".js"], runtime);
    const body = files[path.replace(/^\/package\//, "")];
    if (body) return void send(TYPES[extname(path)] ?? "application/octet-stream", body);
    // The browser asks for the icon of the course's page.
    if (path !== "/favicon.ico") missed.push(path);
    response.writeHead(404).end();
  });
  await listening(server);
  return {
    address: `http://localhost:${(server.address() as AddressInfo).port}/`,
    kept: () => kept,
    missed,
    close: () => new Promise((resolve) => (server.closeAllConnections(), server.close(() => resolve()))),
  };
}

const listening = (server: Server) => new Promise<void>((resolve) => server.listen(0, "localhost", resolve));

function packageOf(lecture: object | string, version: ScormVersion): Record<string, Uint8Array> {
  const folder = mkdtempSync(join(tmpdir(), "threeray-course-"));
  try {
    const name = typeof lecture === "string" ? lecture : join(folder, "lecture.json");
    if (typeof lecture !== "string") writeFileSync(name, JSON.stringify(lecture));
    const zip = join(folder, "package.zip");
    const args = ["scripts/cli.mjs", "lecture", "scorm", name, "--version", version, "--out", zip];
    execFileSync(process.execPath, args, { stdio: ["ignore", "ignore", "inherit"] });
    return unzipSync(readFileSync(zip));
  } finally {
    rmSync(folder, { recursive: true });
  }
}
