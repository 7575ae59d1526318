import { TronWeb } from 'tronweb';
import { type Address, createTestClient, http, parseAbi, publicActions, walletActions } from 'viem';
import { generatePrivateKey } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '../../sandbox/start-sandbox.ts';
import { fundSandboxWallet } from '../../src/cli/fund-sandbox-wallet.ts';
import type { SwapId } from '../../src/core/swap/ids.ts';
import type { JobRequest } from '../../src/executor/job-request.ts';
import { startTestFerryman, submitJob, type TestFerryman, tokenOf } from '../support/harness.ts';
import { until } from '../support/until.ts';

const erc20 = parseAbi([
  'function approve(address spender, uint256 value) returns (bool)',
  'function transferFrom(address from, address to, uint256 value) returns (bool)',
  'function allowance(address owner, address spender) view returns (uint256)',
  'function balanceOf(address account) view returns (uint256)',
]);
const thief = '0x9a40b1655d6d147ea6c5bb92fecf600ab3fd5630';
const fifty = 50_000_000n;

let sandbox: Sandbox;
let one: TestFerryman;
const secret = generatePrivateKey();
/** Called where swap data has been recorded: a swap that has its allowance and is about to pay. */
let beforePaying: (() => Promise<void>) | undefined;

beforeAll(async () => {
  sandbox = await startSandbox({ otherChains: ['TRON'] });
  one = await startTestFerryman({
    endpoints: sandbox.endpoints,
    wallets: ['treasury'],
    familyWallets: { tron: { name: 'treasury-tron', secret } },
    adjust: (options) => ({
      ...options,
      checkpoint: async (point) => {
        const act = point === 'swap-data-recorded' ? beforePaying : undefined;
        beforePaying = act ? undefined : beforePaying;
        await act?.();
      },
    }),
  });
  for (const { family, address } of await one.ferryman.journal.wallets()) {
    await fundSandboxWallet(sandbox.endpoints, address, family);
  }
});
afterAll(async () => {
  await one?.close();
  await sandbox?.close();
});

const eventsOf = (id: SwapId) => one.ferryman.journal.events(id);
async function spenderOf(id: SwapId): Promise<string> {
  const quote = (await eventsOf(id)).findLast(({ type }) => type === 'quote_recorded');
  return String(quote?.data.spender);
}
const stepsOf = async (id: SwapId) =>
  (await eventsOf(id)).flatMap(({ type, data }) =>
    type === 'attempt_committed' ? [data.step] : [],
  );
const viewOf = async (id: SwapId) => (await one.ferryman.journal.snapshot(id))?.swap;
/** Submits, acts with the spender when the swap is about to pay, and waits until a person is. */
async function untilReviewed(
  job: JobRequest,
  act: (spender: string) => Promise<void>,
): Promise<SwapId> {
  let id: SwapId | undefined;
  beforePaying = async () => {
    if (!id) throw new Error('nothing is submitted');
    await act(await spenderOf(id));
  };
  id = (await submitJob(one.ferryman, job)).swap.id;
  await until(async () => id !== undefined && (await viewOf(id))?.state === 'needs_review');
  return id;
}

describe('an allowance that somebody else uses', () => {
  it('is given once, and the wallet is frozen, where its spender takes what it may', async () => {
    const { ETH } = sandbox.endpoints.chains;
    const owner = one.wallets.treasury as Address;
    const address = tokenOf(sandbox.endpoints, 'ETH', 'USDC') as Address;
    const transport = http(ETH.rpcUrls[0]);
    const node = createTestClient({ mode: 'anvil', transport })
      .extend(publicActions)
      .extend(walletActions);
    const balance = () =>
      node.readContract({ address, abi: erc20, functionName: 'balanceOf', args: [owner] });
    const held = await balance();
    const job = {
      wallet: 'treasury',
      from: { chain: 'ETH', token: address },
      to: { chain: 'ETH', token: 'native' },
      amount: '50',
      receiver: '0x4444444444444444444444444444444444444444',
      slippageBps: 100,
    };
    const id = await untilReviewed(job, async (spender) => {
      const account = spender as Address;
      await node.impersonateAccount({ address: account });
      await node.setBalance({ address: account, value: 10n ** 18n });
      const args = [owner, thief, fifty] as const;
      const call = {
        account,
        chain: null,
        address,
        abi: erc20,
        functionName: 'transferFrom',
        args,
      } as const;
      const hash = await node.writeContract(call);
      expect(await node.waitForTransactionReceipt({ hash })).toMatchObject({ status: 'success' });
    });
    expect((await viewOf(id))?.reason).toMatchObject({
      code: 'WALLET_FROZEN',
      message: expect.stringContaining('another program used the rest'),
    });
    expect(await stepsOf(id)).toEqual(['approve']);
    expect(await balance()).toBe(held - fifty);
  });

  it('is given again once a person has released the wallet, where its owner has taken it back elsewhere', async () => {
    const { TRON } = sandbox.endpoints.chains;
    const usdc = TRON?.tokens.find(({ symbol }) => symbol === 'USDC')?.address ?? '';
    const owner = new TronWeb({
      fullHost: TRON?.fullNodeUrls[0] ?? '',
      privateKey: secret.slice(2),
    });
    const account = owner.defaultAddress.base58 || '';
    const token = owner.contract([...erc20] as never, usdc);
    const job = {
      wallet: 'treasury-tron',
      from: { chain: 'TRON', token: usdc },
      to: { chain: 'TRON', token: 'native' },
      amount: '50',
      receiver: 'T9yD14Nj9j7xAB4dbGeiX9hsSWU1V1kM1t',
      slippageBps: 200,
    };
    const id = await untilReviewed(job, async (spender) => {
      const standing = async (): Promise<bigint> => token.allowance?.(account, spender).call();
      expect(await standing()).toBe(fifty);
      await token.approve?.(spender, 0).send();
      await until(async () => (await standing()) === 0n);
    });
    expect((await viewOf(id))?.reason?.code).toBe('WALLET_FROZEN');
    const intervention = { by: 'a test', reason: 'the owner did it' };
    await one.ferryman.unfreezeWallet({ name: 'treasury-tron', ...intervention });
    await until(async () => (await viewOf(id))?.state === 'settled');
    expect(await stepsOf(id)).toEqual(['approve', 'approve', 'swap']);
  });
});
