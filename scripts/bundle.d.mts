export function isOutdated(bundle: string): boolean;
