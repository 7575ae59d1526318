import { createPublicClient, encodeFunctionData, getAddress, http, parseAbi } from 'viem';
import { privateKeyToAddress } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '../../sandbox/start-sandbox.ts';
import { fundSandboxWallet } from '../../src/cli/fund-sandbox-wallet.ts';
import { tellSandbox } from '../support/tell-sandbox.ts';
import { failureOf } from './fail-and-take-back.ts';

const abi = parseAbi([
  'function transfer(address, uint256) returns (bool)',
  'function decimals() view returns (uint8)',
  'function balanceOf(address) view returns (uint256)',
]);
const receiver = '0x4444444444444444444444444444444444444444';
const owner = privateKeyToAddress(`0x${'7'.repeat(64)}`);

describe('a token whose payments are made to fail', () => {
  let sandbox: Sandbox;
  beforeAll(async () => {
    sandbox = await startSandbox({ otherChains: [] });
    await fundSandboxWallet(sandbox.endpoints, owner);
  });
  afterAll(() => sandbox?.close());

  it('refuses transfers and answers all else, until it is mended', async () => {
    const { ETH } = sandbox.endpoints.chains;
    const client = createPublicClient({ transport: http(ETH.rpcUrls[0]) });
    const token = getAddress(ETH.tokens.find(({ symbol }) => symbol === 'USDC')?.address ?? '');
    const data = encodeFunctionData({ abi, functionName: 'transfer', args: [receiver, 1n] });
    const read = () =>
      Promise.all([
        client.readContract({ address: token, abi, functionName: 'decimals' }),
        client.readContract({ address: token, abi, functionName: 'balanceOf', args: [owner] }),
      ]);
    const pay = () => client.call({ account: owner, to: token, data });
    const tell = async (changes: readonly object[] = []) => {
      for (const change of changes)
        await tellSandbox(sandbox.endpoints.control.url, '/chains/ETH', change);
    };
    const before = await read();
    expect(before[1]).toBeGreaterThan(0n);

    const call = { contract: token, data, render: getAddress };
    const failure = failureOf({ ...call, code: await client.getCode({ address: token }) });
    await tell(failure?.fail);
    expect(await read()).toEqual(before);
    await expect(pay()).rejects.toThrow('reverted');
    // Whoever would take this for its code could not mend it.
    expect(failureOf({ ...call, code: await client.getCode({ address: token }) })).toBeUndefined();

    await tell(failure?.mend);
    expect(await read()).toEqual(before);
    await expect(pay()).resolves.toBeDefined();
  });
});
