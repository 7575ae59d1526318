import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSignatureLog } from '../../../src/keys/signing-log/open-signature-log.ts';
import type { Signature } from '../../../src/ports/signature-log.ts';
import { account } from '../../support/snapshot.ts';

const swapId = '6f2ef9a2-5d3c-4a8e-9a3e-1f0f5f0f5f0f' as never;
const signature: Signature = {
  ...{ chain: 'ETH', txId: '0x1', bytes: '0x02', maxFee: 1n, signedAt: 1 },
  lease: { account, terms: { kind: 'nonce', nonce: 4n } },
  parts: [{ swapId, idempotencyKey: 'key', retries: [], intent: 'swap' }],
};

describe('the log of a signer', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'ferryman-log-'));
  });
  afterEach(() => rm(folder, { recursive: true, force: true }));

  it('takes nothing that it could not read again, and goes on', async () => {
    const log = openSignatureLog({ dataFolder: folder, now: () => 1 });
    await expect(log.record({ ...signature, maxFee: -1n })).rejects.toMatchObject({
      code: 'INTERNAL',
    });
    await log.record(signature);
    expect(await log.ofSwaps([{ swapId, idempotencyKey: 'key' }])).toEqual([signature]);
    await log.close();
  });

  it('finds the payments of a week, after a restart too, also those of versions without rules', async () => {
    const day = 86_400_000;
    const now = 100 * day;
    const use = {
      ...{ wallet: 'treasury', chain: 'ETH', token: '0x1', provider: 'p', receiver: '0x2' },
      ...{ amount: 5n, decimals: 6 },
    };
    const paid = (days: number, taken: object): Signature => ({
      ...{ ...signature, txId: `0x${days}`, signedAt: now - days * day },
      parts: [{ ...signature.parts[0]!, use: taken as never }],
    });
    const log = openSignatureLog({ dataFolder: folder, now: () => now });
    for (const one of [paid(8, use), paid(6, use), paid(2, { ...use, rule: 'dca' })])
      await log.record(one);
    await log.record({ ...signature, signedAt: now });
    await log.close();
    const again = openSignatureLog({ dataFolder: folder, now: () => now });
    const found = await again.paymentsSince(now - 7 * day);
    expect(found.map(({ txId, parts }) => [txId, parts[0]?.use?.rule])).toEqual([
      ['0x6', ''],
      ['0x2', 'dca'],
    ]);
    await again.close();
  });
});
