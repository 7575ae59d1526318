import { existsSync } from 'node:fs';
import { type Browser, chromium, type LaunchOptions } from 'playwright-core';

const places = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** Starts the headless Chromium of this machine: `CHROMIUM`, or where systems install it. */
export async function launchChromium(options: LaunchOptions = {}): Promise<Browser> {
  const executablePath = process.env.CHROMIUM ?? places.find((place) => existsSync(place));
  if (executablePath === undefined || !existsSync(executablePath))
    throw new Error(
      `no Chromium at ${executablePath ?? places.join(', ')}: install it (apt-get install chromium), or name its program in CHROMIUM`,
    );
  return chromium.launch({
    ...options,
    executablePath,
    args: [
      // Root may run it, as in containers; it opens pages of this machine alone.
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      // It asks its maker for nothing.
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}
