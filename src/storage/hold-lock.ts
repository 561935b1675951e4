/** Takes a Web Lock. Returns what releases it; undefined while another tab has it. */
export function holdLock(name: string): Promise<(() => void) | undefined> {
  return new Promise((resolve, reject) => {
    const request = navigator.locks.request(name, { ifAvailable: true }, (lock) => {
      if (!lock) return resolve(undefined);
      return new Promise<void>((release) => resolve(release));
    });
    request.catch(reject);
  });
}
