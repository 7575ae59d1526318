import { randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SwapId } from '../../src/core/swap/ids.ts';
import { openJournal } from '../../src/journal/open-journal.ts';
import { json, startAnsweringServer } from '../support/answering-server.ts';
import { copyJournalTemplate } from '../support/copy-journal-template.ts';
import { type CliResult, ferryman } from './io-for-test.ts';

const account = {
  evm: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266',
  tron: 'TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE',
};
const config = {
  router: { url: 'http://127.0.0.1:9' },
  chains: { ETH: { chainId: 31_337, rpcUrls: ['http://127.0.0.1:9'] } },
};

let folder = '';
const call = (...parameters: string[]): Promise<CliResult> =>
  ferryman(['wallet', 'unfreeze', ...parameters], { folder });

/**
 * Wallets of two families under one name; the one of TRON is frozen for a payment that the journal
 * has lost.
 */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ferryman-unfreeze-'));
  await writeFile(join(folder, 'ferryman.config.json'), JSON.stringify(config));
  const dataFolder = join(folder, '.ferryman');
  await copyJournalTemplate(dataFolder);
  const journal = await openJournal({ kind: 'pglite', folder: join(dataFolder, 'journal') });
  for (const family of ['evm', 'tron'] as const) {
    await journal.createWallet({
      name: 'treasury',
      family,
      address: account[family],
      keyRef: `treasury-${family}`,
    });
  }
  const swap = { swapId: randomUUID() as SwapId, idempotencyKey: 'invoice-17', retries: [] };
  const attempt = {
    chain: 'TRON',
    txId: 'ab'.repeat(32),
    account: account.tron,
    step: 'swap',
    kind: 'pay',
  } as const;
  await journal.recordLosses([
    { instanceId: randomUUID(), ...attempt, ...swap, signedAt: Date.now(), sequence: 1n },
  ]);
  await journal.adopt({ by: 'ada', reason: 'compared with the chain' });
  await journal.close();
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('ferryman wallet unfreeze, where wallets of two families have one name', () => {
  it('shows and releases none before the family is said', async () => {
    for (const more of [[], ['--reason', 'never landed']]) {
      const refused = await call('treasury', ...more);
      expect(refused).toMatchObject({ code: 2, stdout: '' });
      expect(refused.stderr).toContain('error INVALID_REQUEST');
      for (const address of Object.values(account)) expect(refused.stderr).toContain(address);
      expect(refused.stderr).toContain('--family');
    }
  });

  it('leaves a wallet frozen that is frozen for another reason than was seen', async () => {
    const home = join(folder, '.ferryman', 'journal');
    const journal = await openJournal({ kind: 'pglite', folder: home });
    try {
      const wallet = (await journal.wallets()).find(({ family }) => family === 'tron');
      if (!wallet) throw new Error('the wallet is missing');
      const { frozenReason = '' } = wallet;
      const release = { walletId: wallet.id, by: 'ada', reason: 'x', chainNonces: new Map() };
      await expect(
        journal.unfreezeWallet({ ...release, frozenReason: 'something earlier' }),
      ).rejects.toMatchObject({
        code: 'FREEZE_CHANGED',
        message: expect.stringContaining(frozenReason),
      });
      expect(await journal.wallets()).toContainEqual(
        expect.objectContaining({ id: wallet.id, frozenReason }),
      );
    } finally {
      await journal.close();
    }
  });

  it('shows and releases the one of the family', async () => {
    const shown = await call('treasury', '--family', 'tron', '--json');
    const frozenReason = expect.stringContaining('was rolled back');
    const treasury = { name: 'treasury', family: 'tron', address: account.tron };
    expect(shown.json()).toMatchObject({ ...treasury, frozenReason, released: false });
    const released = await call(
      'treasury',
      '--family',
      'tron',
      '--reason',
      'never landed',
      '--yes',
      '--json',
    );
    expect(released.json()).toMatchObject({ ...treasury, released: true });
    expect((await call('treasury', '--family', 'tron')).stdout).toContain(
      `tron  ${account.tron}  is not frozen`,
    );
  });

  it('asks a service for no release of a wallet that is not frozen, even with --yes', async () => {
    const shown = { name: 'treasury', family: 'tron', address: account.tron, frozenReason: null };
    const service = await startAnsweringServer(
      json({ ...shown, released: false, chainNonces: {}, lost: [] }),
    );
    try {
      const environment = { FERRYMAN_API_URL: service.url, FERRYMAN_API_KEY: 'fm_x' };
      const release = ['wallet', 'unfreeze', 'treasury', '--reason', 'never landed', '--yes'];
      const refused = await ferryman(release, { folder, environment });
      expect(refused).toMatchObject({ code: 2, stdout: '' });
      expect(refused.stderr).toContain('the wallet treasury is not frozen');
      expect(service.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
        'GET /v1/wallets/treasury/freeze',
      ]);
    } finally {
      await service.close();
    }
  });

  it('knows no wallet of another family, and no family of another name', async () => {
    expect((await call('treasury', '--family', 'solana')).stderr).toContain('error UNKNOWN_WALLET');
    expect(await call('treasury', '--family', 'bitcoin')).toMatchObject({ code: 2 });
  });
});
