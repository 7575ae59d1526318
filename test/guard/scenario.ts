import {
  encodeFunctionData,
  type Hex,
  parseAbi,
  serializeTransaction,
  type TransactionSerializable,
} from 'viem';
import { defaultPolicy } from '../../src/core/decide/policy.ts';
import { chainRegistry } from '../../src/core/swap/chains.ts';
import type { Job } from '../../src/core/swap/job.ts';
import type { Order } from '../../src/core/swap/swap.ts';
import { evmNativeToken } from '../../src/families/evm/formats/chain.ts';
import type { EvmTransaction } from '../../src/families/evm/formats/transaction.ts';
import type { SimulatedChanges, UnsignedTransaction } from '../../src/ports/chain-adapter.ts';
import type { GuardRequest, Intent } from '../../src/ports/guard.ts';
import { testGuard } from '../support/guard-policy.ts';
import { account, aJob, anOrder, receiver, spender, target, usdc } from '../support/snapshot.ts';
import routerRoles from './descriptors/router.roles.json' with { type: 'json' };

export const weth = '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2';
export const dai = '0x6B175474E89094C44Da98b954EedeAC495271d0F';
export const attacker = '0x9A40B1655d6d147eA6c5BB92fECF600aB3fD5630';
export const amount = 1_000_000_000n;
const nonce = 7n;

const contract = { hasCode: true, isToken: false };
const token = { hasCode: true, isToken: true };
const approveAbi = parseAbi(['function approve(address spender, uint256 value)']);

export const approveData = (to: string, value: bigint): Hex =>
  encodeFunctionData({ abi: approveAbi, functionName: 'approve', args: [to as Hex, value] });

/** Unsigned bytes as the chain adapter makes them, with the parts that a test replaces. */
function unsignedBytes(
  transaction: EvmTransaction,
  change: Partial<Record<string, unknown>> = {},
): UnsignedTransaction {
  const fee = {
    family: 'evm',
    gasLimit: 300_000n,
    maxFeePerGas: 20n * 10n ** 9n,
    maxPriorityFeePerGas: 10n ** 9n,
  } as const;
  const bytes = serializeTransaction({
    type: 'eip1559',
    chainId: 1,
    nonce: Number(nonce),
    to: transaction.to,
    data: transaction.data,
    value: transaction.value,
    gas: fee.gasLimit,
    maxFeePerGas: fee.maxFeePerGas,
    maxPriorityFeePerGas: fee.maxPriorityFeePerGas,
    ...change,
  } as TransactionSerializable);
  return { family: 'evm', chain: 'ETH', account, bytes, fee };
}

const routerAbi = parseAbi([
  'function swapTokens(address tokenIn, address tokenOut, uint256 amountIn, uint256 minOut, address to)',
  'function swapNative(address tokenOut, uint256 minOut, address to)',
  'function bridgeOut(address tokenIn, string tokenOut, uint256 amountIn, uint256 minOut, uint256 chain, string receiver)',
]);
const numbers: Readonly<Record<string, string>> = routerRoles.chainNumbers;
const isAccount = (text: string): boolean => /^0x[0-9a-f]{40}$/i.test(text);

/** The router's call for a job, as `descriptors/router.json` describes it. */
export function swapData(
  { from, to, amount: amountIn, receiver: payee }: Job,
  { minOut }: Pick<Order, 'minOut'>,
): Hex {
  const abi = routerAbi;
  const [tokenIn, tokenOut, paid] = [from.token, to.token, payee] as [Hex, Hex, Hex];
  if (![to.token, payee].every(isAccount))
    return encodeFunctionData({
      abi,
      functionName: 'bridgeOut',
      args: [tokenIn, to.token, amountIn, minOut, BigInt(numbers[to.chain] ?? 0), payee],
    });
  return from.token === evmNativeToken
    ? encodeFunctionData({ abi, functionName: 'swapNative', args: [tokenOut, minOut, paid] })
    : encodeFunctionData({
        abi,
        functionName: 'swapTokens',
        args: [tokenIn, tokenOut, amountIn, minOut, paid],
      });
}

const swapCall: EvmTransaction = { family: 'evm', to: target, data: '0x', value: 0n };

/**
 * A correct swap of 1,000 USDC for at least 398 wei of ether: a test's change is its only fault.
 */
export function aSwapRequest(
  change: {
    job?: Partial<Job>;
    order?: Partial<Order>;
    call?: Partial<EvmTransaction>;
    bytes?: Partial<Record<string, unknown>>;
    simulation?: Partial<SimulatedChanges>;
    request?: Partial<GuardRequest>;
  } = {},
): GuardRequest {
  const job = aJob(change.job);
  const minOut = change.order?.minOut ?? anOrder().minOut;
  const transaction = { ...swapCall, data: swapData(job, { minOut }), ...change.call };
  const order = anOrder({
    transaction,
    echo: {
      srcTokenBlockchain: 'ETH',
      srcTokenAddress: usdc,
      srcTokenAmount: '1000',
      dstTokenBlockchain: 'ETH',
      dstTokenAddress: job.to.token,
      fromAddress: account,
      receiver,
    },
    ...change.order,
  });
  return {
    intent: { kind: 'swap', order },
    chain: chainRegistry.ETH!,
    job,
    lease: { account, terms: { kind: 'nonce', nonce } },
    unsigned: unsignedBytes(transaction, change.bytes),
    simulation: { ...cleanSwap(), ...change.simulation },
    policy: defaultPolicy,
    authenticity: { kind: 'sealed', by: 'library' },
    feeSpent: 0n,
    ...change.request,
  };
}

export function cleanSwap(): SimulatedChanges {
  return {
    block: 1n,
    balanceChanges: [
      { account, token: usdc, delta: -amount },
      { account, token: evmNativeToken, delta: 0n },
      { account: receiver, token: evmNativeToken, delta: 400n },
      { account: receiver, token: usdc, delta: 0n },
    ],
    authorityChanges: [],
    allowanceChanges: [{ token: usdc, spender, before: amount, after: 0n }],
    inspected: new Map([
      [target, contract],
      [spender, contract],
      [usdc, token],
    ]),
  };
}

/** A correct approve or revoke. */
export function anAllowanceRequest(
  intent: Extract<Intent, { kind: 'approve' | 'revoke' }>,
  change: {
    call?: Partial<EvmTransaction>;
    simulation?: Partial<SimulatedChanges>;
    job?: Partial<Job>;
  } = {},
): GuardRequest {
  const value = intent.kind === 'approve' ? intent.value : 0n;
  const call = {
    ...swapCall,
    to: intent.token,
    data: approveData(intent.spender, value),
    ...change.call,
  };
  return {
    ...aSwapRequest({ ...(change.job ? { job: change.job } : {}) }),
    intent,
    unsigned: unsignedBytes(call),
    simulation: {
      ...cleanSwap(),
      balanceChanges: [
        { account, token: intent.token, delta: 0n },
        { account, token: evmNativeToken, delta: 0n },
      ],
      authorityChanges: [],
      allowanceChanges: [
        { token: intent.token, spender: intent.spender, before: 5n, after: value },
      ],
      ...change.simulation,
    },
  };
}

export function aCancelRequest(
  change: {
    call?: Partial<EvmTransaction>;
    simulation?: Partial<SimulatedChanges>;
    bytes?: Partial<Record<string, unknown>>;
  } = {},
): GuardRequest {
  return {
    ...aSwapRequest(),
    intent: { kind: 'cancel' },
    unsigned: unsignedBytes(
      { family: 'evm', to: account, data: '0x', value: 0n, ...change.call },
      change.bytes,
    ),
    simulation: {
      block: 1n,
      balanceChanges: [{ account, token: evmNativeToken, delta: 0n }],
      authorityChanges: [],
      allowanceChanges: [],
      inspected: new Map([[account, { hasCode: false, isToken: false }]]),
      ...change.simulation,
    },
  };
}

/** The verdict of the whole guard, and the rules with findings. */
export function judged(request: GuardRequest): { kind: string; fired: string[] } {
  const verdict = testGuard.judge(request);
  return {
    kind: verdict.kind,
    fired: verdict.kind === 'allow' ? [] : [...new Set(verdict.findings.map(({ rule }) => rule))],
  };
}

export { account, receiver, spender, target, usdc };
