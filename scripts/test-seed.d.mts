export function testSeed(chosen?: string, commit?: string): number;
