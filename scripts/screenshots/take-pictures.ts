import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import type { History } from './make-history.ts';
import { shotsOf } from './pages.ts';
import type { Started } from './start-service.ts';

const widths = { wide: { width: 1280, height: 860 }, phone: { width: 390, height: 844 } } as const;
const themes = ['light', 'dark'] as const;

/** What the README shows, in its theme: the top of the page alone. */
const readmePictures: Readonly<Record<string, string>> = {
  'swap-review': 'light',
  overview: 'dark',
};

/** Takes every picture in both themes and widths. Returns what went wrong on the way. */
export async function takePictures(
  browser: Browser,
  { apiUrl, apiKey }: Pick<Started, 'apiUrl' | 'apiKey'>,
  history: History,
  folder: string,
): Promise<readonly string[]> {
  const faults: string[] = [];
  for (const theme of themes) {
    for (const [width, viewport] of Object.entries(widths)) {
      const context = await browser.newContext({ viewport, colorScheme: theme });
      const page = await context.newPage();
      page.on('pageerror', ({ message }) => faults.push(`${theme} ${width}: ${message}`));
      const save = (name: string, fullPage: boolean) =>
        page.screenshot({ path: join(folder, `${name}-${theme}-${width}.png`), fullPage });
      await page.goto(apiUrl);
      await page.getByLabel('API key').waitFor();
      await save('sign-in', false);
      await page.getByLabel('API key').fill(apiKey);
      await page.getByRole('button', { name: 'Sign in' }).click();
      await page.getByRole('heading', { name: 'Overview' }).waitFor();
      for (const { name, path, prepare } of shotsOf(history)) {
        await page.goto(`${apiUrl}${path}`);
        await settle(page);
        if (prepare) {
          await prepare(page).catch((cause: unknown) => {
            faults.push(`${name} ${theme} ${width}: ${String(cause)}`);
          });
          await settle(page);
        }
        if (await isTooWide(page)) faults.push(`${name} ${theme} ${width} scrolls sideways`);
        await save(name, !name.endsWith('dialog'));
        if (width === 'wide' && readmePictures[name] === theme) await save(`readme-${name}`, false);
      }
      await context.close();
    }
  }
  return faults;
}

/** The page has what it shows. Its stream of events stays open, so the network is never idle. */
async function settle(page: Page): Promise<void> {
  await page.waitForTimeout(500);
  await page.locator('main[aria-busy="false"], main:not([aria-busy])').waitFor();
}

async function isTooWide(page: Page): Promise<boolean> {
  return page.evaluate('document.documentElement.scrollWidth > innerWidth');
}
