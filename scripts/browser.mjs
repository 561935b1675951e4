// Finds Chrome or Chromium for the tests, or installs it, and finds its SwiftShader driver.
import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, readdirSync, realpathSync } from "node:fs";
import { dirname, join } from "node:path";

const CANDIDATES = [
  process.env.CHROMIUM,
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/opt/google/chrome/chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
  "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
];

/** Returns undefined where Playwright is not installed: it is no dependency of the package. */
async function playwrightPath() {
  try {
    const { chromium } = await import("@playwright/test");
    return chromium.executablePath();
  } catch {
    return undefined;
  }
}

/** Returns the path of Chrome or Chromium on this machine, or undefined. */
export async function findBrowser() {
  const found = CANDIDATES.find((path) => path && existsSync(path));
  if (found) return found;
  // The last attempt, because loading Playwright takes longer than a short command.
  const path = await playwrightPath();
  return path && existsSync(path) ? path : undefined;
}

/** Returns the path of Chrome or Chromium. If there is none, installs one (Debian: apt, elsewhere: Playwright's). */
export async function ensureBrowser() {
  const found = await findBrowser();
  if (found) return found;
  const run = (command, args) => spawnSync(command, args, { stdio: "inherit" }).status === 0;
  console.log("Chrome or Chromium was not found. Installing Chromium for the tests.");
  if (existsSync("/etc/debian_version")) {
    const sudo = process.getuid?.() === 0 ? [] : ["sudo"];
    const apt = (...args) => run([...sudo, "apt-get", ...args][0], [...sudo, "apt-get", ...args].slice(1));
    if (apt("update") && apt("install", "-y", "chromium") && existsSync("/usr/bin/chromium"))
      return "/usr/bin/chromium";
  }
  if (run("npx", ["playwright", "install", "chromium"])) return playwrightPath();
  throw new Error("Chrome or Chromium could not be found or installed. Install it and set CHROMIUM to its path.");
}

/** Folders that may hold the files of a browser's package. */
function browserFolders(browser) {
  const folders = ["/usr/lib/chromium", "/opt/google/chrome", dirname(realpathSync(browser))];
  return folders.filter((folder) => existsSync(folder));
}

/** Returns true if the machine probably has a hardware Vulkan, Metal or D3D12 driver. */
function hasHardwareGpu() {
  if (process.platform !== "linux") return true;
  const folders = ["/usr/share/vulkan/icd.d", "/etc/vulkan/icd.d"];
  const drivers = folders.flatMap((folder) => (existsSync(folder) ? readdirSync(folder) : []));
  const device = existsSync("/dev/dri/renderD128") || existsSync("/dev/nvidia0");
  return device && drivers.some((name) => !/lvp|swiftshader/.test(name));
}

/**
 * Returns the environment in which Dawn in Node finds an adapter. It is empty on a machine with a GPU; otherwise it
 * names SwiftShader's driver and the Vulkan loader in the browser's folder. Set it before the process starts, because
 * the linker loads the loader.
 */
export function vulkanEnvironment(browser) {
  if (process.env.VK_ICD_FILENAMES || process.env.VK_DRIVER_FILES || hasHardwareGpu() || !browser) return {};
  const folder = browserFolders(browser).find((path) => existsSync(join(path, "vk_swiftshader_icd.json")));
  if (!folder) return {};
  return {
    VK_ICD_FILENAMES: join(folder, "vk_swiftshader_icd.json"),
    LD_LIBRARY_PATH: [process.env.LD_LIBRARY_PATH, folder].filter(Boolean).join(":"),
    XDG_RUNTIME_DIR: process.env.XDG_RUNTIME_DIR ?? "/tmp",
  };
}

/**
 * Returns the switches that give headless Chromium a WebGPU adapter: the GPU, or SwiftShader on a machine without one.
 */
export function browserSwitches() {
  const switches = [
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
  ];
  if (process.getuid?.() === 0) switches.push("--no-sandbox");
  if (hasHardwareGpu()) return [...switches, "--enable-unsafe-webgpu"];
  return [
    ...switches,
    "--enable-unsafe-webgpu",
    "--enable-features=Vulkan",
    "--use-vulkan=swiftshader",
    "--use-webgpu-adapter=swiftshader",
    "--use-angle=swiftshader",
    "--enable-unsafe-swiftshader",
    // SwiftShader zeroes workgroup storage store by store, which takes seconds to compile. Dawn itself uses a loop.
    "--disable-dawn-features=use_vulkan_zero_initialize_workgroup_memory_extension",
  ];
}

export function version(browser) {
  return execFileSync(browser, ["--version"]).toString().trim();
}
