import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { lockFolder } from '../../src/journal/lock-folder.ts';
import { startCli } from '../support/cli-process.ts';
import { copyJournalTemplate } from '../support/copy-journal-template.ts';
import { descendantsOf } from '../support/processes.ts';

/** Nothing listens at these addresses. */
const nowhere = 'http://127.0.0.1:9';
const configured = {
  router: { url: nowhere },
  chains: { ETH: { chainId: 7_700_001, rpcUrls: [nowhere] } },
};
/** The servers that the tests' own environment may name. */
const embedded = { DATABASE_URL: '', REDIS_URL: '', FERRYMAN_KEYSTORE_PASSWORD: 'only for tests' };

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ferryman-lock-lost-'));
  await writeFile(join(folder, 'ferryman.config.json'), JSON.stringify(configured));
  await copyJournalTemplate(join(folder, '.ferryman'));
});
afterEach(() => rm(folder, { recursive: true }));

it.each(['flock', 'cat'])(
  'a service whose lock is lost with its process %s stops, and says why',
  async (name) => {
    const up = await startCli(['up', '--json', '--port', '0'], { cwd: folder, env: embedded });
    const holder = (await descendantsOf(up.pid)).find((child) => child.name === 'flock');
    const [cat] = await descendantsOf(holder!.pid);
    process.kill(name === 'cat' ? cat!.pid : holder!.pid, 'SIGKILL');
    expect(await up.ended).toBe(1);
    expect(up.told()).toContain('error FOLDER_LOCK_LOST: ');
    // Redis is gone as well, and the folder is the next one's.
    await (await lockFolder(join(folder, '.ferryman'))).release();
    const next = await startCli(['up', '--json', '--port', '0'], { cwd: folder, env: embedded });
    expect(await next.stop()).toBe(0);
  },
);
