export function findBrowser(): Promise<string | undefined>;
export function ensureBrowser(): Promise<string>;
export function vulkanEnvironment(browser: string | undefined): Record<string, string>;
export function browserSwitches(): string[];
export function version(browser: string): string;
