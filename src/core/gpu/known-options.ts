/**
 * Checks that options are an object with known names: programs without types would not hear of a misspelled one.
 *
 * @param known The names of all options, each with true.
 * @param hint Says what to do with an unknown name.
 * @throws TypeError for what is no object; RangeError for an unknown name, with the known ones.
 */
export function checkKnownOptions<Options extends object>(
  what: string,
  given: Options,
  known: Readonly<Record<keyof Required<Options>, true>>,
  hint: (unknown: string) => string = () => "",
): void {
  if (typeof given !== "object" || given === null) {
    throw new TypeError(`${what}: expected an object, got ${given === null ? "null" : typeof given}`);
  }
  const unknown = Object.keys(given).find((name) => !Object.hasOwn(known, name));
  if (unknown === undefined) return;
  const names = Object.keys(known).join(", ");
  throw new RangeError(`${what} must be some of ${names}; got ${JSON.stringify(unknown)}${hint(unknown)}`);
}
