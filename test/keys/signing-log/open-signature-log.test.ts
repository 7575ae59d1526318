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
});
