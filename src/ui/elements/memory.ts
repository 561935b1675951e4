/** Storage may be forbidden (private windows, embedded pages); then the page forgets, and works. */
export function remember(key: string, value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Nothing is lost but the memory.
  }
}

/** What was remembered under a key; null where nothing was, or storage is forbidden. */
export function recall(key: string): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}
