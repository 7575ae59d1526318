// Takes pictures of every page of the dashboard, of a service with a history on a sandbox of its
// own. Nothing is left running. They go to dist/screenshots, or the folder of the first parameter.
import { existsSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { launchChromium } from '../test/support/launch-chromium.ts';
import { makeHistory } from './screenshots/make-history.ts';
import { startService } from './screenshots/start-service.ts';
import { takePictures } from './screenshots/take-pictures.ts';

const tell = (text: string): void => void process.stderr.write(`${text}\n`);

async function takeScreenshots(folder: string): Promise<readonly string[]> {
  if (!existsSync('dist/dashboard/index.html'))
    throw new Error('the dashboard is not built: run `npm run screenshots` in the project root');
  const browser = await launchChromium();
  try {
    tell('starting a service on a sandbox');
    const service = await startService();
    try {
      tell('making a history');
      const history = await makeHistory(service);
      await rm(folder, { recursive: true, force: true });
      await mkdir(folder, { recursive: true });
      tell(`taking pictures into ${folder}`);
      return await takePictures(browser, service, history, folder);
    } finally {
      await service.stop();
    }
  } finally {
    await browser.close();
  }
}

try {
  const faults = await takeScreenshots(process.argv[2] ?? 'dist/screenshots');
  for (const fault of faults) tell(fault);
  process.exitCode = faults.length === 0 ? 0 : 1;
} catch (cause) {
  tell(cause instanceof Error ? cause.message : String(cause));
  process.exitCode = 1;
}
