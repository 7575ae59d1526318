import { existsSync } from 'node:fs';
import type { Browser } from 'playwright-core';

const places = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** Starts the Chromium of this machine: `CHROMIUM`, or where systems install it. */
export async function openBrowser(): Promise<Browser> {
  const executablePath = process.env.CHROMIUM ?? places.find((place) => existsSync(place));
  if (executablePath === undefined || !existsSync(executablePath))
    throw new Error(
      `no Chromium at ${executablePath ?? places.join(', ')}: install it (apt-get install chromium), or name its program in CHROMIUM`,
    );
  const { chromium } = await import('playwright-core');
  return chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
    ],
  });
}
