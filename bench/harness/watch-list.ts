import { launchChromium } from '../../test/support/launch-chromium.ts';
import type { Ferryman } from './ferryman.ts';
import { percentile, round } from './meter.ts';

/** Pixels of one turn of the wheel, and how many turns there are. */
const turn = 600;
const turns = 60;

/** Opens the list of swaps in headless Chromium, and scrolls through it as a person does. */
export async function watchList({ api }: Pick<Ferryman, 'api'>) {
  const browser = await launchChromium();
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 860 } });
    page.setDefaultTimeout(60_000);
    await page.goto(api.url);
    await page.getByLabel('API key').fill(api.key);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    const rows = page.locator('.swap-list tbody tr:not(.gap)');
    const startedAt = performance.now();
    await page.goto(`${api.url}/swaps`);
    await rows.first().waitFor();
    const firstRowsMs = round(performance.now() - startedAt);
    // The time between two frames while the wheel turns: 16.7 ms is smooth.
    await page.evaluate(`window.frames_ = []; (function next(last) {
      requestAnimationFrame((now) => { window.frames_.push(now - last); next(now); });
    })(performance.now())`);
    await rows.nth(5).hover();
    let mostRows = 0;
    for (let index = 0; index < turns; index += 1) {
      await page.mouse.wheel(0, turn);
      await page.waitForTimeout(50);
      mostRows = Math.max(mostRows, await rows.count());
    }
    const frames = await page.evaluate<number[]>('window.frames_');
    const last = await rows.last().getAttribute('data-index');
    return {
      firstRowsMs,
      scrolledRows: Number(last) + 1,
      mostRowsInPage: mostRows,
      frameP50Ms: round(percentile(frames, 0.5)),
      frameP95Ms: round(percentile(frames, 0.95)),
    };
  } finally {
    await browser.close();
  }
}
