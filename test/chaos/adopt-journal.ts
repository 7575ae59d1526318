import { setTimeout as pause } from 'node:timers/promises';
import { pino } from 'pino';
import { sandboxSettings } from '../../src/cli/sandbox-settings.ts';
import { compose } from '../../src/compose.ts';
import type { World } from './start-world.ts';

const betweenTries = 500;
const mostTries = 60;

/**
 * What an operator does after a restore, once the service has said that the journal went back: takes it as it is. The wallets whose
 * transactions it has forgotten stay frozen. Tried again while another fault keeps the servers away.
 */
export async function adoptJournal({ endpoints, settings }: World): Promise<void> {
  const { dataFolder, databaseUrl, redisUrl } = settings;
  const servers = { ...(databaseUrl ? { databaseUrl } : {}), ...(redisUrl ? { redisUrl } : {}) };
  for (let tries = 1; ; tries += 1) {
    try {
      const ferryman = await compose({
        ...sandboxSettings(endpoints),
        ...servers,
        dataFolder,
        logger: pino({ level: 'silent' }),
      });
      try {
        await ferryman.adoptJournal({ by: 'operator', reason: 'the journal was restored' });
      } finally {
        await ferryman.close();
      }
      return;
    } catch (cause) {
      if (tries >= mostTries) throw cause;
      await pause(betweenTries);
    }
  }
}
