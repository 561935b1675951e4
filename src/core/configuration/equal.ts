/** Returns whether two values of plain data have the same structure and values. A missing field is `undefined`. */
export function equal(a: unknown, b: unknown): boolean {
  if (a === b || (Number.isNaN(a) && Number.isNaN(b))) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const [some, others] = [a, b] as Record<string, unknown>[];
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].every((key) => equal(some[key], others[key]));
}
