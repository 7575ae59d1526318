import {
  type Address,
  encodeFunctionData,
  type Hex,
  keccak256,
  numberToHex,
  pad,
  toHex,
} from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FeeToken } from '../../../../sandbox/evm/artifacts/FeeToken.ts';
import { Pool } from '../../../../sandbox/evm/artifacts/Pool.ts';
import { StandardToken } from '../../../../sandbox/evm/artifacts/StandardToken.ts';
import { SwapRouter } from '../../../../sandbox/evm/artifacts/SwapRouter.ts';
import { TokenGateway } from '../../../../sandbox/evm/artifacts/TokenGateway.ts';
import { WrappedNative } from '../../../../sandbox/evm/artifacts/WrappedNative.ts';
import { maxBaseUnits } from '../../../../src/core/amounts/amounts.ts';
import { defaultPolicy } from '../../../../src/core/decide/policy.ts';
import {
  createEvmAdapter,
  type EvmAdapter,
} from '../../../../src/families/evm/adapter/create-evm-adapter.ts';
import { evmNativeToken } from '../../../../src/families/evm/formats/chain.ts';
import type { SimulatedChanges } from '../../../../src/ports/chain-adapter.ts';
import type { Verdict } from '../../../../src/ports/guard.ts';
import { guardNaming } from '../../../support/guard-policy.ts';
import { aJob, anOrder } from '../../../support/snapshot.ts';
import { type LocalChain, startLocalChain } from './local-chain.ts';
import { startRpcProxy } from './rpc-proxy.ts';
import { logger3, logger4, redPill } from './small-contracts.ts';

const receiver = '0xf02DC103E62cF4A2C007324d8Bb95513edABf875';
const attacker = '0x9A40B1655d6d147eA6c5BB92fECF600aB3fD5630';
const amount = 1_000_000n;
const deadline = Date.now() + 600_000;
const swapSignature =
  'swapExactTokensForTokensSupportingFeeOnTransferTokens(uint256 amountIn,uint256 amountOutMin,address[] path,address to,uint256 deadline)';

let local: LocalChain;
let adapter: EvmAdapter;
let account: Address;
let tokenIn: Address;
let tokenOut: Address;
let router: Address;
let gateway: Address;

beforeAll(async () => {
  local = await startLocalChain();
  account = privateKeyToAccount(generatePrivateKey()).address;
  await local.rpc('anvil_setBalance', [account, numberToHex(10n ** 18n)]);
  tokenIn = await local.deploy(StandardToken, ['In', 'IN', 6]);
  tokenOut = await local.deploy(StandardToken, ['Out', 'OUT', 18]);
  const wrapper = await local.deploy(WrappedNative, ['Wrapped', 'WETH', 18]);
  const pool = await local.deploy(Pool, [tokenIn, tokenOut]);
  await local.mint(tokenIn, pool, 10n ** 12n);
  await local.mint(tokenOut, pool, 10n ** 12n);
  await local.send({ to: pool, data: encodeFunctionData({ abi: Pool.abi, functionName: 'sync' }) });
  router = await local.deploy(SwapRouter, [wrapper, local.addressAhead(1), [pool]]);
  gateway = await local.deploy(TokenGateway, [[router]]);
  await local.mint(tokenIn, account, 5n * amount);
  await asAccount(tokenIn, approveData(gateway, amount));
  adapter = createEvmAdapter({
    chain: { ...local.chain, wrappedNative: wrapper },
    rpcUrls: [local.url],
  });
});
afterAll(() => local.close());

const approveData = (spender: Address, value: bigint): Hex =>
  encodeFunctionData({ abi: StandardToken.abi, functionName: 'approve', args: [spender, value] });

async function asAccount(to: Address, data: Hex): Promise<void> {
  await local.rpc('anvil_impersonateAccount', [account]);
  await local.rpc('eth_sendTransaction', [{ from: account, to, data, gas: numberToHex(200_000) }]);
  await local.mine();
}

const swapData = (to: Address, minimum: bigint): Hex =>
  encodeFunctionData({
    abi: SwapRouter.abi,
    functionName: 'swapExactTokensForTokensSupportingFeeOnTransferTokens',
    args: [amount, minimum, [tokenIn, tokenOut], to, BigInt(Math.floor(deadline / 1_000))],
  });

const fee = {
  family: 'evm',
  gasLimit: 400_000n,
  maxFeePerGas: 10n ** 10n,
  maxPriorityFeePerGas: 10n ** 9n,
} as const;

async function play(
  call: { to: Address; data: Hex; value?: bigint },
  ask: { accounts?: string[]; tokens?: string[]; inspect?: string[] } = {},
  by = adapter,
) {
  const transaction = { family: 'evm', value: 0n, ...call } as const;
  const nonce = await adapter.accounts.nextNonce(account);
  const unsigned = await adapter.prepare({
    account,
    terms: { kind: 'nonce', nonce },
    transaction,
    fee,
  });
  const changes = await by.simulate({ unsigned, accounts: [], tokens: [], inspect: [], ...ask });
  return { transaction, nonce, unsigned, changes };
}

const deltaOf = ({ balanceChanges }: SimulatedChanges, holder: string, token: string): bigint =>
  balanceChanges
    .filter((change) => change.account === holder && change.token === token)
    .reduce((sum, { delta }) => sum + delta, 0n);

const words = (...values: Hex[]): Hex => `0x${values.map((value) => pad(value).slice(2)).join('')}`;
const event = (signature: string): Hex => keccak256(toHex(signature));

/** What decodes the call of the router, as operators write it. */
const routerDescriptor = () => ({
  name: 'swap-router',
  descriptor: {
    context: {
      contract: { deployments: [{ chainId: local.chain.chainId, address: router }] },
    },
    display: { formats: { [swapSignature]: { intent: 'Swap', fields: [] } } },
  },
  roles: {
    version: 1,
    functions: {
      [swapSignature]: {
        receiver: 'to',
        minimum: 'amountOutMin',
        inputToken: 'path.[0]',
        outputToken: 'path.[-1]',
        amountIn: 'amountIn',
        deadline: 'deadline',
      },
    },
  },
});

describe('a swap through a pool', () => {
  async function judged(
    to: Address,
    minimum: bigint,
    minOut: bigint,
  ): Promise<{ verdict: Verdict; changes: SimulatedChanges }> {
    const ask = { accounts: [receiver], tokens: [tokenIn, tokenOut], inspect: [router, gateway] };
    const { transaction, nonce, unsigned, changes } = await play(
      { to: router, data: swapData(to, minimum) },
      ask,
    );
    const asset = { family: 'evm', chain: 'ETH' } as const;
    const job = aJob({
      wallet: { ...aJob().wallet, address: account },
      from: { ...asset, token: tokenIn, decimals: 6, symbol: 'IN' },
      to: { ...asset, token: tokenOut, decimals: 18, symbol: 'OUT' },
      amount,
      receiver,
      bound: { kind: 'min_out', minOut },
      deadline,
    });
    const order = anOrder({
      transaction,
      spender: gateway,
      minOut,
      quotedMinOut: minOut,
      expectedOut: 2n * minOut,
      echo: {
        srcTokenBlockchain: 'ETH',
        srcTokenAddress: tokenIn,
        srcTokenAmount: '1',
        dstTokenBlockchain: 'ETH',
        dstTokenAddress: tokenOut,
        fromAddress: account,
        receiver,
      },
    });
    const verdict = guardNaming(
      'ETH',
      { targets: [{ address: transaction.to }], spenders: [{ address: gateway }] },
      { descriptors: { inline: [routerDescriptor()] } },
    ).judge({
      intent: { kind: 'swap', order },
      chain: adapter.chain,
      job,
      lease: { account, terms: { kind: 'nonce', nonce } },
      unsigned,
      simulation: changes,
      policy: defaultPolicy,
      authenticity: { kind: 'sealed', by: 'library' },
      feeSpent: 0n,
    });
    return { verdict, changes };
  }

  const rulesOf = (verdict: Verdict): string[] =>
    verdict.kind === 'allow' ? [] : [...new Set(verdict.findings.map(({ rule }) => rule))];

  it('is measured exactly, and allowed', async () => {
    const { verdict, changes } = await judged(receiver, 990_000n, 990_000n);
    expect(deltaOf(changes, account, tokenIn)).toBe(-amount);
    expect(deltaOf(changes, receiver, tokenOut)).toBe(996_999n);
    expect(deltaOf(changes, account, evmNativeToken)).toBe(0n);
    expect(changes.allowanceChanges).toContainEqual({
      token: tokenIn,
      spender: gateway,
      before: amount,
      after: 0n,
    });
    expect(verdict.kind).toBe('allow');
  });

  it('is not allowed if it pays another account', async () => {
    const { verdict } = await judged(attacker, 990_000n, 990_000n);
    expect(verdict.kind).toBe('reject');
    expect(rulesOf(verdict)).toEqual(['E03', 'G12']);
  });

  it('is not allowed if it brings less than promised', async () => {
    const { verdict } = await judged(receiver, 1n, 997_000n);
    expect(verdict).toMatchObject({
      kind: 'reject',
      findings: [
        { rule: 'E03', message: 'the call’s own minimum is below the order’s' },
        { rule: 'G12', message: 'the receiver gets less than the minimum', severity: 'requote' },
      ],
    });
  });

  it('says why it reverts', async () => {
    await expect(judged(receiver, amount, amount)).rejects.toMatchObject({
      code: 'TRANSACTION_REVERTS',
      message: expect.stringMatching(/^the transaction reverts: custom error 0x[0-9a-f]{8}$/),
    });
  });
});

describe('what is measured', () => {
  it('includes tokens that were not requested', async () => {
    const token = await local.deploy(FeeToken, ['Fee', 'FEE', 18]);
    await local.mint(token, account, 1_000n);
    const data = encodeFunctionData({
      abi: FeeToken.abi,
      functionName: 'transfer',
      args: [receiver, 1_000n],
    });
    const { changes } = await play({ to: token, data }, { accounts: [receiver] });
    expect(deltaOf(changes, account, token)).toBe(-1_000n);
    expect(deltaOf(changes, receiver, token)).toBe(990n);
  });

  it('includes the wrapped native coin, which logs no transfer', async () => {
    const to = adapter.chain.wrappedNative as Address;
    const data = encodeFunctionData({ abi: WrappedNative.abi, functionName: 'deposit' });
    const { changes } = await play({ to, data, value: 5n });
    expect(deltaOf(changes, account, to)).toBe(5n);
    expect(deltaOf(changes, account, evmNativeToken)).toBe(-5n);
  });

  it('is the same for a later nonce, and for legacy transactions', async () => {
    const legacy = createEvmAdapter({
      chain: { ...local.chain, transactionType: 'legacy' },
      rpcUrls: [local.url],
    });
    const transaction = { family: 'evm', to: receiver, data: '0x', value: 3n } as const;
    for (const by of [adapter, legacy]) {
      const unsigned = await by.prepare({
        account,
        terms: { kind: 'nonce', nonce: 40n },
        transaction,
        fee,
      });
      const changes = await by.simulate({
        unsigned,
        accounts: [receiver],
        tokens: [],
        inspect: [],
      });
      expect(deltaOf(changes, account, evmNativeToken)).toBe(-3n);
      expect(deltaOf(changes, receiver, evmNativeToken)).toBe(3n);
    }
  });

  it('is simulated at the real gas price, not at zero', async () => {
    const { changes } = await play({ to: await local.install(redPill), data: '0x', value: 7n });
    expect(deltaOf(changes, account, evmNativeToken)).toBe(-7n);
  });

  it('follows the logs if a contract does not answer', async () => {
    const logs3 = await local.install(logger3);
    const logs4 = await local.install(logger4);
    const operator = words(event('ApprovalForAll(address,address,bool)'), account, attacker, '0x1');
    expect((await play({ to: logs3, data: operator })).changes.allowanceChanges).toEqual([
      { token: logs3, spender: attacker, before: 0n, after: maxBaseUnits },
    ]);
    const fungible = words(event('Transfer(address,address,uint256)'), account, attacker, '0x9');
    const { changes } = await play({ to: logs3, data: fungible });
    expect(deltaOf(changes, account, logs3)).toBe(-9n);
    const collectible = words(
      event('Transfer(address,address,uint256)'),
      account,
      attacker,
      '0x9',
      '0x0',
    );
    expect(deltaOf((await play({ to: logs4, data: collectible })).changes, account, logs4)).toBe(
      -1n,
    );
    const others = words(event('ApprovalForAll(address,address,bool)'), attacker, account, '0x1');
    expect((await play({ to: logs3, data: others })).changes.allowanceChanges).toEqual([]);
  });

  it('does not call an account with a delegation a contract', async () => {
    const delegated = await local.install(`0xef0100${attacker.slice(2).toLowerCase()}`);
    const { changes } = await play(
      { to: receiver, data: '0x', value: 1n },
      { inspect: [delegated] },
    );
    expect(changes.inspected.get(delegated)).toEqual({ hasCode: false, isToken: false });
  });

  it('shows the code of contracts, and the code that proxies delegate to', async () => {
    const logic = await local.install(logger3);
    const bare = logic.slice(2).toLowerCase();
    const minimal: Hex = `0x363d3d373d3d3d363d73${bare}5af43d82803e903d91602b57fd5bf3`;
    // Its storage names the logic, or a beacon that names it.
    const [plain, stored, beaconed, cloned] = [
      await local.install(redPill),
      await local.install(redPill),
      await local.install(redPill),
      await local.install(minimal),
    ];
    const beacon = await local.install(`0x73${bare}60005260206000f3`);
    const store = (proxy: Address, slot: Hex, value: Address) =>
      local.rpc('anvil_setStorageAt', [proxy, slot, pad(value)]);
    await store(
      stored,
      '0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc',
      logic,
    );
    await store(
      beaconed,
      '0xa3f0ad74e5423aebfd80d3ef4346578335a9a72aeaee59ff6cb3582b35133d50',
      beacon,
    );
    const inspect = [plain, stored, beaconed, cloned, receiver];
    const { changes } = await play({ to: receiver, data: '0x', value: 1n }, { inspect });
    const [codeHash, implementationHash] = [keccak256(redPill), keccak256(logger3)];
    const contract = { hasCode: true, isToken: false };
    expect(inspect.map((address) => changes.inspected.get(address))).toEqual([
      { ...contract, codeHash },
      { ...contract, codeHash, implementationHash },
      { ...contract, codeHash, implementationHash },
      { ...contract, codeHash: keccak256(minimal), implementationHash },
      { hasCode: false, isToken: false },
    ]);
    // An upgrade shows at once.
    await store(
      stored,
      '0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc',
      plain,
    );
    const later = await play({ to: receiver, data: '0x', value: 1n }, { inspect });
    expect(later.changes.inspected.get(stored)?.implementationHash).toBe(keccak256(redPill));
  });
});

describe('an endpoint that cannot simulate', () => {
  it.each([
    [
      'lacks the method',
      'eth_simulateV1',
      { error: { code: -32601, message: 'Method not found' } },
      'RPC_UNSUPPORTED',
    ],
    ['simulates something else', 'eth_simulateV1', { result: [{ calls: [] }] }, 'RPC_MALFORMED'],
    ['answers nothing', 'eth_simulateV1', { result: [] }, 'RPC_MALFORMED'],
  ])('stops the transaction: it %s', async (_what, method, answer, code) => {
    const proxy = await startRpcProxy(local.url);
    proxy.act((questions) =>
      questions.some((question) => question.method === method)
        ? {
            status: 200,
            body: JSON.stringify(questions.map(({ id }) => ({ jsonrpc: '2.0', id, ...answer }))),
          }
        : 'forward',
    );
    const crippled = createEvmAdapter({ chain: local.chain, rpcUrls: [proxy.url] });
    const simulating = play({ to: receiver, data: '0x', value: 1n }, {}, crippled);
    await expect(simulating.finally(() => proxy.close())).rejects.toMatchObject({ code });
  });

  it('stops the transaction: it does not trace native coins', async () => {
    const untraced: typeof fetch = (input, init) =>
      fetch(input, {
        ...init,
        body: `${init?.body}`.replace('"traceTransfers":true', '"traceTransfers":false'),
      });
    const crippled = createEvmAdapter({
      chain: local.chain,
      rpcUrls: [local.url],
      fetch: untraced,
    });
    await expect(play({ to: receiver, data: '0x', value: 1n }, {}, crippled)).rejects.toMatchObject(
      {
        code: 'RPC_UNSUPPORTED',
      },
    );
  });
});
