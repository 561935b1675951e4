/**
 * Stores a text. Storage may be full, or blocked (private windows, embedded pages): then the page works, but remembers nothing.
 *
 * @returns False if the text is not stored.
 */
export function remember(key: string, value: string): boolean {
  try {
    localStorage.setItem(key, value);
    return true;
  } catch {
    return false;
  }
}

/** Returns the value stored under a key; null if there is none or storage is blocked. */
export function recall(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}
