/** Storage may be blocked (private windows, embedded pages). Then the page works, but remembers nothing. */
export function remember(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Only the remembered setting is lost.
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
