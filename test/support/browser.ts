import axe from 'axe-core';
import type { BrowserContextOptions, Locator, Page, Response } from 'playwright-core';
import { hangLimit } from './hang-limit.ts';
import { launchChromium } from './launch-chromium.ts';

/** What is served to people, and what went wrong in their browser. */
export interface TestBrowser {
  /** A page with cookies of its own. */
  open(options?: BrowserContextOptions): Promise<Page>;
  /** Something that goes wrong on purpose, as `troubles` would name it. */
  expectTrouble(pattern: RegExp): void;
  /** Errors of scripts and the console, refused and failed requests since the last call. */
  troubles(): string[];
  close(): Promise<void>;
}

/** The answer to a page without a session. */
const signedOut = /^401 GET \/v1\/session$/;

/** Goes on by Tab until one of the targets has the focus. */
export async function tabTo(target: Locator): Promise<void> {
  const page = target.page();
  await target.first().waitFor();
  for (let stops = 0; stops < 100; stops++) {
    if (await target.and(page.locator(':focus')).count()) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab does not come to ${target}`);
}

/** Headless Chromium, which `scripts/setup` sees to. */
export async function launchBrowser(baseURL: string): Promise<TestBrowser> {
  const browser = await launchChromium({ timeout: hangLimit });
  let found: string[] = [];
  let expected = [signedOut];
  const note = (trouble: string): void => {
    if (!expected.some((pattern) => pattern.test(trouble))) found.push(trouble);
  };
  return {
    async open(options) {
      const context = await browser.newContext({ baseURL, colorScheme: 'light', ...options });
      context.setDefaultTimeout(hangLimit);
      const page = await context.newPage();
      page.on('pageerror', ({ message }) => note(`script: ${message}`));
      page.on('response', (response) => {
        if (response.status() >= 400) note(told(response));
      });
      page.on('requestfailed', (request) => {
        const why = request.failure()?.errorText ?? '';
        // A page that is left needs no answer any more.
        if (why !== 'net::ERR_ABORTED') note(`${why} ${request.method()} ${request.url()}`);
      });
      page.on('console', (message) => {
        const isOfResponse = message.text().startsWith('Failed to load resource');
        if (message.type() === 'error' && !isOfResponse) note(`console: ${message.text()}`);
      });
      return page;
    },
    expectTrouble(pattern) {
      expected.push(pattern);
    },
    troubles() {
      const all = found;
      found = [];
      expected = [signedOut];
      return all;
    },
    close: () => browser.close(),
  };
}

function told(response: Response): string {
  const { pathname } = new URL(response.url());
  return `${response.status()} ${response.request().method()} ${pathname}`;
}

/** Serious and critical findings of axe about what is shown, such as "color-contrast: .label". */
export async function accessibilityFaults(page: Page): Promise<string[]> {
  // Not as an element of the page: its content security policy allows none of others.
  await page.evaluate(`window.axe ?? (() => { ${axe.source} })()`);
  const { passes, violations } = await page.evaluate<axe.AxeResults>(
    `axe.run(document, { resultTypes: ['violations'], preload: false })`,
  );
  if (passes.length === 0) throw new Error('axe has looked at nothing');
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ target, html }) => `${id}: ${target} ${html}`));
}
