import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fundAccount } from '../../../../sandbox/ton/fund-account.ts';
import { type RunningTonChain, startTonChain } from '../../../../sandbox/ton/start-ton-chain.ts';
import { TON, USDT } from '../../../../sandbox/ton/ton-catalogue.ts';
import { chainRegistry } from '../../../../src/core/swap/chains.ts';
import { readBalances } from '../../../../src/families/ton/adapter/balances.ts';
import { createEndpoint } from '../../../../src/families/ton/adapter/endpoint.ts';
import { friendlyTonAddress } from '../../../../src/families/ton/formats/address.ts';
import { type TonChain, tonNativeToken } from '../../../../src/families/ton/formats/chain.ts';

const owner = `0:${'12'.repeat(32)}`;
const stranger = `0:${'34'.repeat(32)}`;

describe('balances on TON', () => {
  const closing = new AbortController();
  let sandbox: RunningTonChain;
  const balancesOf = (account: string, tokens: readonly string[]) => {
    const chain = {
      ...(chainRegistry.TON as TonChain),
      genesis: sandbox.genesis,
      blockTimeMs: 100,
    };
    const endpoint = createEndpoint(`${sandbox.url}/api/v2`, chain, {
      chain,
      timeoutMs: 5_000,
      fetch,
      now: Date.now,
      requireNotBehind: () => undefined,
    });
    return readBalances(endpoint, chain, account, tokens);
  };

  beforeAll(async () => {
    sandbox = await startTonChain({
      blockIntervalMs: 50,
      finalityDepth: 3,
      signal: closing.signal,
    });
    const account = friendlyTonAddress(owner, { bounceable: false });
    await fundAccount(sandbox, account, TON, 3_000_000_000n);
    await fundAccount(sandbox, account, USDT, 5_000_000n);
  });
  afterAll(async () => {
    closing.abort();
    await sandbox?.close();
  });

  it('are of the coin and of jettons, as the minter says where they are', async () => {
    const usdt = USDT.minter.toString();
    const { balances } = await balancesOf(owner, [tonNativeToken, usdt]);
    expect(balances.get(tonNativeToken)).toBeGreaterThan(2_900_000_000n);
    expect(balances.get(usdt)).toBe(5_000_000n);
  });

  it('are nothing of what nobody has ever had', async () => {
    const usdt = USDT.minter.toString();
    const { balances } = await balancesOf(stranger, [tonNativeToken, usdt]);
    expect([...balances.values()]).toEqual([0n, 0n]);
  });

  it('are not told of what is no jetton', async () => {
    await expect(balancesOf(owner, [owner])).rejects.toMatchObject({ code: 'UNKNOWN_TOKEN' });
  });
});
