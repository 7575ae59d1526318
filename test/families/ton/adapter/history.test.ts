import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fundAccount } from '../../../../sandbox/ton/fund-account.ts';
import { type RunningTonChain, startTonChain } from '../../../../sandbox/ton/start-ton-chain.ts';
import { TON } from '../../../../sandbox/ton/ton-catalogue.ts';
import { createEndpoint } from '../../../../src/families/ton/adapter/endpoint.ts';
import { readHistory } from '../../../../src/families/ton/adapter/history.ts';
import type { TonTransaction } from '../../../../src/families/ton/adapter/transaction.ts';
import { friendlyTonAddress } from '../../../../src/families/ton/formats/address.ts';

const account = `0:${'56'.repeat(32)}`;
const credits = 40;

describe('the history of an account of TON', () => {
  const closing = new AbortController();
  let sandbox: RunningTonChain;
  const historySince = async (since: bigint) => {
    const chain = { name: 'TON', genesis: sandbox.genesis, blockTimeMs: 100 };
    const options = {
      chain,
      timeoutMs: 5_000,
      fetch,
      now: Date.now,
      requireNotBehind: () => undefined,
    };
    const endpoint = createEndpoint(`${sandbox.url}/api/v2`, chain, options);
    const history: TonTransaction[] = [];
    for await (const transaction of readHistory(endpoint, account, since))
      history.push(transaction);
    return history;
  };

  beforeAll(async () => {
    sandbox = await startTonChain({
      blockIntervalMs: 20,
      finalityDepth: 3,
      signal: closing.signal,
    });
    const friendly = friendlyTonAddress(account, { bounceable: false });
    await Promise.all(
      Array.from({ length: credits }, () => fundAccount(sandbox, friendly, TON, 1_000_000_000n)),
    );
  });
  afterAll(async () => {
    closing.abort();
    await sandbox?.close();
  });

  it('is whole over several pages, each transaction once, the newest first', async () => {
    const history = await historySince(0n);
    expect(history).toHaveLength(credits);
    expect(
      history.every(
        ({ lt, previous }, index) => previous.lt === (history[index + 1]?.lt ?? 0n) && lt > 0n,
      ),
    ).toBe(true);
  });

  it('goes back to a logical time, and not to it', async () => {
    const history = await historySince(0n);
    const since = history[5]!.lt;
    const newer = await historySince(since);
    expect(newer.map(({ hash }) => hash)).toEqual(history.slice(0, 5).map(({ hash }) => hash));
    expect(await historySince(history[0]!.lt)).toEqual([]);
  });
});
