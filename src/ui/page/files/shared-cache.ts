/** The service worker's cache of shared files. */
export const SHARED = "shared with threeray";
