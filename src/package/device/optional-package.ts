/**
 * A package that Threeray needs only for one purpose is not installed, or cannot be loaded.
 *
 * @example
 * ```ts
 * import { MissingPackageError, openGpu } from "threeray/gpu";
 *
 * try {
 *   (await openGpu()).close();
 *   console.log("open"); // open
 * } catch (error) {
 *   if (!(error instanceof MissingPackageError)) throw error;
 *   console.log(`npm install ${error.missing}`);
 * }
 * ```
 */
export class MissingPackageError extends Error {
  override readonly name = "MissingPackageError";
  constructor(
    /** The package's name in the registry. */
    readonly missing: string,
    message: string,
    options?: ErrorOptions,
  ) {
    super(message, options);
  }
}

/** The versions that package.json asks for. */
const EXPECTED = { webgpu: "0.6", bullmq: "6", ioredis: "6" } as const;

/**
 * Loads an optional dependency under Node.js. Its name is a value, so that no bundler of a page searches for it.
 *
 * @param purpose What needs it, as the subject of a sentence.
 * @throws MissingPackageError that says what was found, what is expected, and what to do.
 */
export async function optionalPackage<Module>(name: keyof typeof EXPECTED, purpose: string): Promise<Module> {
  try {
    return (await import(/* @vite-ignore */ /* webpackIgnore: true */ name)) as Module;
  } catch (cause) {
    const { code, message } = cause as Error & { code?: string };
    const isAbsent = code === "ERR_MODULE_NOT_FOUND" || code === "MODULE_NOT_FOUND";
    const found = isAbsent ? "it is not installed here" : `it cannot be loaded here (${message.split("\n", 1)[0]})`;
    throw new MissingPackageError(
      name,
      `${purpose} needs the package ${name}, and ${found}. Expected: version ${EXPECTED[name]}. Run: npm install ${name}@${EXPECTED[name]}`,
      { cause },
    );
  }
}
