/** Returns true in a package for a course: its page names its lecture. */
export const isPackage = (): boolean => document.querySelector('meta[name="threeray-lecture"]') !== null;
