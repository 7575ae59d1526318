import { setTimeout as pause } from 'node:timers/promises';
import { pino } from 'pino';
import { sandboxSettings } from '../../src/cli/sandbox-settings.ts';
import { compose } from '../../src/compose.ts';
import type { Ferryman } from '../../src/ferryman.ts';
import type { World } from './start-world.ts';

const betweenTries = 500;
const maxTries = 60;

/** How many rollbacks the journal has noticed. */
export async function readEpoch(world: World): Promise<bigint> {
  return (await operate(world, ({ journal }) => journal.recognize([]))).epoch;
}

/** How many signed transactions the journal does not know, by the whole signing log. */
export async function countForgotten(world: World): Promise<number> {
  return (await operate(world, ({ inspectJournal }) => inspectJournal())).lost.length;
}

/**
 * What an operator does after a restore where somebody else signs with the keys as well: takes the
 * journal as it is. The wallets whose transactions it could not import stay frozen. Tells how many
 * transactions these are.
 */
export async function adoptJournal(world: World): Promise<number> {
  const request = { by: 'operator', reason: 'the journal was restored' };
  return (await operate(world, (ferryman) => ferryman.adoptJournal(request))).lost.length;
}

/**
 * What an operator does when nothing of the frozen wallets is pending any more: releases them.
 * Tells which ones.
 */
export async function releaseWallets(world: World): Promise<string[]> {
  return operate(world, async ({ journal, unfreezeWallet }) => {
    const frozen = (await journal.wallets()).filter(
      ({ frozenReason }) => frozenReason !== undefined,
    );
    for (const { name } of frozen)
      await unfreezeWallet({ name, by: 'operator', reason: 'its transactions were looked at' });
    return frozen.map(({ name }) => name);
  });
}

/**
 * As the commands do it, beside the processes that run; tried again while a fault keeps the servers
 * or the chains away.
 */
async function operate<Result>(
  { endpoints, settings }: World,
  act: (ferryman: Ferryman) => Promise<Result>,
): Promise<Result> {
  const { dataFolder, databaseUrl, redisUrl, signerSocket: socket } = settings;
  const servers = {
    ...(databaseUrl ? { databaseUrl } : {}),
    ...(redisUrl ? { redisUrl } : {}),
    // It has the signing log.
    ...(socket ? { signer: { socket } } : {}),
  };
  for (let tries = 1; ; tries += 1) {
    try {
      const ferryman = await compose({
        ...sandboxSettings(endpoints),
        ...servers,
        dataFolder,
        logger: pino({ level: 'silent' }),
      });
      try {
        return await act(ferryman);
      } finally {
        await ferryman.close();
      }
    } catch (cause) {
      if (tries >= maxTries) throw cause;
      await pause(betweenTries);
    }
  }
}
