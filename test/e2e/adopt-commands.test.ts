import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '../../sandbox/start-sandbox.ts';
import { sandboxConfigFile } from '../../src/cli/sandbox-config-file.ts';
import type { SwapId } from '../../src/core/swap/ids.ts';
import { openSigningLog } from '../../src/keys/signing-log/open-signing-log.ts';
import { type CliResult, ferryman } from '../cli/io-for-test.ts';
import { copyJournalTemplate } from '../support/copy-journal-template.ts';

const environment = { FERRYMAN_KEYSTORE_PASSWORD: 'correct horse' };
const txId = `0x${randomBytes(32).toString('hex')}`;

describe('what people do about a journal that has forgotten', () => {
  let sandbox: Sandbox;
  let folder = '';
  let address = '';
  const call = (...parameters: string[]): Promise<CliResult> =>
    ferryman(parameters, { folder, environment });

  beforeAll(async () => {
    [sandbox, folder] = await Promise.all([
      startSandbox({ otherChains: [] }),
      mkdtemp(join(tmpdir(), 'ferryman-adopt-')),
    ]);
    await writeFile(join(folder, 'ferryman.config.json'), sandboxConfigFile(sandbox.endpoints));
    address = (await call('wallet', 'create', 'treasury', '--no-phrase', '--json')).json().address;
    const dataFolder = join(folder, '.ferryman');
    await copyJournalTemplate(dataFolder);
    const signingLog = openSigningLog({ dataFolder, now: () => Date.now() });
    const instanceId = randomUUID();
    await signingLog.bind(instanceId);
    await signingLog.record([
      {
        instanceId,
        chain: 'ETH',
        txId,
        account: address,
        nonce: 0n,
        swapId: randomUUID() as SwapId,
        idempotencyKey: 'invoice-17',
        retries: [],
        step: 'swap',
        kind: 'pay',
        signedAt: Date.UTC(2026, 0, 1),
        sequence: 1n,
      },
    ]);
    await signingLog.close();
  });
  afterAll(async () => {
    await sandbox?.close();
    await rm(folder, { recursive: true, force: true });
  });

  it('is shown, then adopted, and the wallet released, each with a reason', async () => {
    const shown = (await call('journal', 'show', '--json')).json();
    expect(shown).toMatchObject({
      lost: [{ txId, chain: 'ETH', nonce: '0', adopted: false }],
      frozen: [],
    });
    expect(shown.instanceId).not.toBe(shown.ownInstanceId);
    // Looking changed nothing.
    const again = await call('journal', 'show');
    expect(again.stdout).toContain(`the keys sign for ${shown.ownInstanceId}`);
    expect(again.stdout).toContain(txId);

    expect(await call('journal', 'adopt')).toMatchObject({ code: 2 });
    expect(await call('journal', 'adopt', '--reason', ' ')).toMatchObject({ code: 2 });
    const adopted = (
      await call('journal', 'adopt', '--reason', 'the other one is gone', '--yes', '--json')
    ).json();
    expect(adopted).toMatchObject({
      instanceId: shown.instanceId,
      ownInstanceId: shown.instanceId,
      lost: [{ txId, adopted: true }],
      frozen: [{ name: 'treasury', address, reason: expect.stringContaining(txId) }],
    });

    const why = await call('wallet', 'unfreeze', 'treasury');
    expect(why.stdout).toContain('is frozen: the journal was rolled back');
    expect(why.stdout).toContain(txId);
    expect(why.stderr).toContain('--reason');
    expect(await call('wallet', 'unfreeze', 'treasury', '--reason', '')).toMatchObject({ code: 2 });
    const released = await call(
      'wallet',
      'unfreeze',
      'treasury',
      '--reason',
      'never landed',
      '--yes',
      '--by',
      'ada',
      '--json',
    );
    expect(released.json()).toMatchObject({
      name: 'treasury',
      released: true,
      chainNonces: { ETH: '0' },
    });
    expect((await call('wallet', 'unfreeze', 'treasury')).stdout).toContain('is not frozen');
    expect(await call('wallet', 'unfreeze', 'treasury', '--reason', 'once more')).toMatchObject({
      code: 2,
    });
    expect(await call('wallet', 'unfreeze', 'nobody')).toMatchObject({ code: 2 });
    expect((await call('journal', 'show', '--json')).json().frozen).toEqual([]);
  });
});
