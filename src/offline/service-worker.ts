/** The build's files with a digest each: put in when the page is built. */
declare const BUILD_FILES: readonly (readonly [path: string, digest: string])[];
/** A digest of all of them. */
declare const BUILD: string;
/** The page's Content-Security-Policy. */
declare const BUILD_POLICY: string;

/**
 * Keeps one build of the page, whole, on this machine: after the first visit everything works without a network, and nothing
 * is asked of one. A new build is fetched in the background and waits until the person takes it, or the last page is closed.
 */
const worker = self as unknown as ServiceWorkerGlobalScope;
const PREFIX = "threeray ";
const CACHE = `${PREFIX}${BUILD}`;
const FILES = new Map(BUILD_FILES);
const PAGE = "index.html";

worker.addEventListener("install", (event) => event.waitUntil(install()));
worker.addEventListener("activate", (event) => event.waitUntil(activate()));
worker.addEventListener("message", ({ data }) => {
  if (data === "take over") void worker.skipWaiting();
});
worker.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || new URL(request.url).origin !== location.origin) return;
  event.respondWith(answer(request));
});

/** Fetches what the builds before do not have already. */
async function install(): Promise<void> {
  const cache = await caches.open(CACHE);
  const add = async (path: string) => {
    const key = keyOf(path);
    const known = await caches.match(key);
    // Asked by the folder's own address, no server redirects to it, which a navigation could not take.
    const response = known ?? (await fetch(path === PAGE ? "./" : path, { cache: "no-cache" }));
    if (!response.ok) throw new Error(`${path}: ${response.status}`);
    await cache.put(key, underPolicy(response));
  };
  await Promise.all([...FILES.keys()].map(add));
}

/**
 * A file as it is handed out: with the policy in its header, whatever the server sends. The page has it in its markup, too; a
 * worker of the page takes it from its own program's header alone.
 */
function underPolicy({ body, headers }: Response): Response {
  const ours = new Headers(headers);
  ours.set("Content-Security-Policy", BUILD_POLICY);
  return new Response(body, { headers: ours });
}

/** The build before stays: a page that still shows it may ask for more of its files. Older ones go. */
async function activate(): Promise<void> {
  const builds = (await caches.keys()).filter((name) => name.startsWith(PREFIX));
  await Promise.all(builds.slice(0, -2).map((name) => caches.delete(name)));
  await worker.clients.claim();
}

async function answer(request: Request): Promise<Response> {
  const path = request.url.slice(worker.registration.scope.length).replace(/[?#].*/, "") || PAGE;
  // What this build does not have, the one before may.
  const found = FILES.has(path) ? caches.match(keyOf(path)) : caches.match(request, { ignoreSearch: true });
  return (await found) ?? fetch(request);
}

/** Under which address a file is kept: the same file has the same in all builds. */
function keyOf(path: string): string {
  return new URL(`${path}?${FILES.get(path)}`, worker.registration.scope).href;
}
