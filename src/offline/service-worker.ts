/** The build's files with their digests. The build inserts them. */
declare const BUILD_FILES: readonly (readonly [path: string, digest: string])[];
/** A digest of all files. */
declare const BUILD: string;
/** The page's Content-Security-Policy. */
declare const BUILD_POLICY: string;

/**
 * Caches one complete build of the page on this machine. After the first visit everything works without a network, and
 * Threeray sends no requests. A new build is fetched in the background. It waits until the person accepts it, or until
 * the last page is closed.
 */
const worker = self as unknown as ServiceWorkerGlobalScope;
const PREFIX = "threeray ";
const CACHE = `${PREFIX}${BUILD}`;
const FILES = new Map(BUILD_FILES);
const PAGE = "index.html";
/** Where the manifest sends what is shared, and the cache that keeps it until the page has opened it. */
const SHARE = "share";
const SHARED = "shared with threeray";

worker.addEventListener("install", (event) => event.waitUntil(install()));
worker.addEventListener("activate", (event) => event.waitUntil(activate()));
worker.addEventListener("message", ({ data }) => {
  if (data === "take over") void worker.skipWaiting();
});
worker.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method === "POST" && pathOf(request) === SHARE) event.respondWith(receive(request));
  if (request.method !== "GET" || new URL(request.url).origin !== location.origin) return;
  event.respondWith(answer(request));
});

/** Fetches the files that older builds do not have. */
async function install(): Promise<void> {
  const cache = await caches.open(CACHE);
  const add = async (path: string) => {
    const key = keyOf(path);
    const known = await caches.match(key);
    // No server redirects the folder's own address. A navigation could not follow a redirect.
    const response = known ?? (await fetch(path === PAGE ? "./" : path, { cache: "no-cache" }));
    if (!response.ok) throw new Error(`${path}: ${response.status}`);
    await cache.put(key, underPolicy(response));
  };
  await Promise.all([...FILES.keys()].map(add));
}

/**
 * Returns a file with the policy in its header, in place of the server's header. The page also has the policy in its
 * markup. A worker takes it only from the header of its own program.
 */
function underPolicy({ body, headers }: Response): Response {
  const ours = new Headers(headers);
  ours.set("Content-Security-Policy", BUILD_POLICY);
  return new Response(body, { headers: ours });
}

/** The previous build stays, because an open page may still request its files. Older builds are removed. */
async function activate(): Promise<void> {
  const builds = (await caches.keys()).filter((name) => name.startsWith(PREFIX));
  await Promise.all(builds.slice(0, -2).map((name) => caches.delete(name)));
  await worker.clients.claim();
}

/**
 * Keeps files that another program shares with the page, and leads to the page, which opens them. A shared link to the page
 * is opened at once.
 */
async function receive(request: Request): Promise<Response> {
  const go = (to: string) => Response.redirect(new URL(to, worker.registration.scope), 303);
  try {
    const form = await request.formData();
    // A form without files has an empty one.
    const files = form.getAll("files").filter((one) => one instanceof File && one.name !== "") as File[];
    if (files.length === 0) return go(linkIn(form.getAll("url").concat(form.getAll("text"))) ?? "?shared=nothing");
    const id = crypto.randomUUID();
    const shared = await caches.open(SHARED);
    const put = (file: File, i: number) =>
      shared.put(
        `${worker.registration.scope}${SHARE}/${id}/${i}/${encodeURIComponent(file.name)}`,
        new Response(file),
      );
    // All files of a share, or none.
    await Promise.all(files.map(put)).catch(async (error: unknown) => {
      for (const key of await shared.keys()) if (key.url.includes(id)) await shared.delete(key);
      throw error;
    });
    return go(`?shared=${id}`);
  } catch {
    return go("?shared=failed");
  }
}

/** Returns the first link to the page in shared texts. */
function linkIn(texts: readonly FormDataEntryValue[]): string | undefined {
  const links = texts.flatMap((text) => (typeof text === "string" ? (text.match(/https?:\S+/g) ?? []) : []));
  return links.find((link) => link.startsWith(worker.registration.scope) && link.includes("#"));
}

const pathOf = (request: Request) => request.url.slice(worker.registration.scope.length).replace(/[?#].*/, "");

async function answer(request: Request): Promise<Response> {
  const path = pathOf(request).replace(/^$|(?<=\/)$/, PAGE);
  // The previous build may have a file that this build lacks.
  const found = FILES.has(path) ? caches.match(keyOf(path)) : caches.match(request, { ignoreSearch: true });
  return (await found) ?? fetch(request);
}

/** Returns the address under which a file is cached: equal files have equal addresses in all builds. */
function keyOf(path: string): string {
  return new URL(`${path}?${FILES.get(path)}`, worker.registration.scope).href;
}
