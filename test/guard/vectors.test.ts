import { readFileSync } from 'node:fs';
import { serializeTransaction, type TransactionSerializable } from 'viem';
import { describe, expect, it } from 'vitest';
import { parseAmount } from '../../src/core/amounts/amounts.ts';
import { defaultPolicy } from '../../src/core/decide/policy.ts';
import { type Chain, chainRegistry } from '../../src/core/swap/chains.ts';
import type { Echo } from '../../src/core/swap/echo.ts';
import type { OrderId, WalletId } from '../../src/core/swap/ids.ts';
import type { Asset, Job } from '../../src/core/swap/job.ts';
import { ofFamily } from '../../src/core/swap/of-family.ts';
import type { EvmTransaction } from '../../src/families/evm/formats/transaction.ts';
import type { SimulatedChanges } from '../../src/ports/chain-adapter.ts';
import type { GuardRequest, Intent } from '../../src/ports/guard.ts';
import { testGuard } from '../support/guard-policy.ts';
import { applyPatch, type Operation } from './apply-patch.ts';
import { approveData, nonce } from './scenario.ts';

interface Base {
  job: Echo & { slippage: number };
  quoteFloor: { destinationWeiMinAmount: string };
  response: {
    quote: Echo;
    estimate: { destinationWeiAmount: string; destinationWeiMinAmount: string };
    fees: {
      gasTokenFees: Record<'protocol' | 'provider', { fixedWeiAmount: string }> & {
        gas: Record<string, string | null>;
      };
    };
    transaction: { to?: string; data: string; value: string; approvalAddress?: string };
    providerType: string;
    swapType: string;
  };
  sim: Partial<Record<'treasury' | 'receiver', Record<string, string>>>;
}

interface Vector {
  id: string;
  description: string;
  expectedRule: string;
  jobBound?: { minOut: string };
  mutation: {
    base: string;
    patch?: Operation[];
    quotePatch?: boolean;
    patchApprove?: { to?: string; data?: string };
    mustNotFire?: string[];
    at?: string;
    env?: {
      sim?:
        | 'timeout'
        | { deltas?: object; approvals?: [string, string, string][]; receiverDelta?: string };
      code?: Record<string, string>;
      estimateGas?: number;
      baseFeeGwei?: number;
      eth_chainId?: string;
      mutateBeforeSign?: { to: string };
      simRealistic?: 'drain';
      token?: string;
    };
  };
}

const read = <T>(name: string): T =>
  JSON.parse(readFileSync(new URL(`vectors/${name}`, import.meta.url), 'utf8')) as T;
const { addresses, tokens, bases } = read<{
  addresses: Record<'treasury' | 'receiver' | 'attacker' | 'router' | 'gateway', string>;
  tokens: Record<string, string>;
  bases: Record<string, Base>;
}>('fixtures.json');
const vectors = read<Vector[]>('vectors.json');

const decimals: Record<string, number> = { [tokens.USDC!]: 6, [tokens.USDT!]: 6 };
const ethereum: Chain = chainRegistry.ETH!;
const gwei = 10n ** 9n;

function asset(chain: string, token: string): Asset {
  const places = chain === 'ETH' ? (decimals[token] ?? 18) : 6;
  return { family: 'evm', chain, token, decimals: places, symbol: token.slice(0, 6) };
}

function jobOf({ job }: Base, bound: Vector['jobBound']): Job {
  const from = asset(job.srcTokenBlockchain, job.srcTokenAddress);
  const amount = parseAmount(job.srcTokenAmount, from.decimals);
  if (!amount.ok) throw new Error(`amount of the fixture: ${amount.fault}`);
  return {
    wallet: { id: 'w-1' as WalletId, name: 'treasury', address: job.fromAddress },
    from,
    to: asset(job.dstTokenBlockchain, job.dstTokenAddress),
    amount: amount.baseUnits,
    receiver: job.receiver,
    // The fixtures' slippage is in percent.
    bound: bound
      ? { kind: 'min_out', minOut: BigInt(bound.minOut) }
      : { kind: 'slippage', slippageBps: Math.round(job.slippage * 100) },
    refundAddress: job.fromAddress,
    providers: { allow: [], deny: [] },
    flow: 'wallet',
    deadline: Date.UTC(2030, 0, 1),
    metadata: {},
  };
}

/** The chain adapter's simulation, in the world that the vector describes. */
function simulationOf(
  base: Base,
  job: Job,
  env: NonNullable<Vector['mutation']['env']>,
): SimulatedChanges {
  if (env.sim === 'timeout')
    return {
      block: 1n,
      balanceChanges: [],
      allowanceChanges: [],
      authorityChanges: [],
      inspected: new Map(),
    };
  const told = env.sim ?? {};
  const changes = Object.entries(base.sim).flatMap(([who, deltas]) =>
    Object.entries(deltas).map(([symbol, delta]) => ({
      account: addresses[who as 'treasury'],
      token: tokens[symbol]!,
      delta: BigInt(who === 'receiver' ? (told.receiverDelta ?? delta) : delta),
    })),
  );
  const native = { account: addresses.treasury, token: tokens.native!, delta: 0n };
  const drained = { account: addresses.treasury, token: tokens.WETH!, delta: -(10n ** 18n) };
  const balanceChanges = [
    ...changes,
    ...(changes.some(({ account, token }) => account === native.account && token === native.token)
      ? []
      : [native]),
    ...(env.simRealistic === 'drain' ? [drained] : []),
  ];
  return {
    block: 1n,
    balanceChanges: told.deltas
      ? balanceChanges.map((change) => ({ ...change, delta: 0n }))
      : balanceChanges,
    authorityChanges: [],
    allowanceChanges: [
      ...(job.from.token === tokens.native
        ? []
        : [{ token: job.from.token, spender: addresses.gateway, before: job.amount, after: 0n }]),
      ...(told.approvals ?? []).map(([token, spender, after]) => ({
        token,
        spender,
        before: 0n,
        after: BigInt(after),
      })),
    ],
    inspected: new Map<string, { hasCode: boolean; isToken: boolean }>([
      [addresses.router, { hasCode: true, isToken: false }],
      [addresses.gateway, { hasCode: true, isToken: false }],
      ...Object.entries(env.code ?? {}).map(
        ([address, code]) => [address, { hasCode: code !== '0x', isToken: false }] as const,
      ),
      ...[tokens.USDC!, tokens.WETH!, tokens.USDT!].map(
        (token) => [token, { hasCode: true, isToken: true }] as const,
      ),
    ]),
  };
}

function unsignedOf(
  call: { to?: string; data: string; value: bigint },
  env: NonNullable<Vector['mutation']['env']>,
  tip: bigint,
) {
  const fee = {
    family: 'evm',
    gasLimit: BigInt(env.estimateGas ?? 250_000),
    maxFeePerGas: BigInt(env.baseFeeGwei ?? 20) * gwei + tip,
    maxPriorityFeePerGas: tip,
  } as const;
  const { gasLimit: gas, maxFeePerGas, maxPriorityFeePerGas } = fee;
  const chainId = Number(env.eth_chainId ?? ofFamily(ethereum, 'evm').chainId);
  const fields = {
    ...call,
    type: 'eip1559',
    chainId,
    nonce: Number(nonce),
    gas,
    maxFeePerGas,
    maxPriorityFeePerGas,
  };
  const bytes = serializeTransaction(fields as TransactionSerializable);
  return { family: 'evm', chain: 'ETH', account: addresses.treasury, bytes, fee } as const;
}

function swapRequest({ mutation, jobBound }: Vector): GuardRequest {
  const { env = {}, patch = [], quotePatch } = mutation;
  const base = bases[mutation.base]!;
  const response = applyPatch(base.response, patch);
  const { quote: echo, estimate, fees, transaction, providerType: provider, swapType } = response;
  const call = {
    ...transaction,
    value: BigInt(transaction.value),
    to: env.mutateBeforeSign?.to ?? transaction.to,
  };
  const minOut = BigInt(estimate.destinationWeiMinAmount);
  const job = jobOf(base, jobBound);
  const decided: EvmTransaction = {
    family: 'evm',
    to: transaction.to ?? '',
    data: call.data,
    value: call.value,
  };
  const { protocol, provider: providerFee, gas } = fees.gasTokenFees;
  const intent: Intent = {
    kind: 'swap',
    order: {
      id: 'o-1' as OrderId,
      quoteId: 'q-1',
      provider,
      swapType,
      ...(transaction.approvalAddress === undefined
        ? {}
        : { spender: transaction.approvalAddress }),
      minOut,
      quotedMinOut: quotePatch ? minOut : BigInt(base.quoteFloor.destinationWeiMinAmount),
      expectedOut: BigInt(estimate.destinationWeiAmount),
      declaredFee: BigInt(protocol.fixedWeiAmount) + BigInt(providerFee.fixedWeiAmount),
      quotedAt: 0,
      transaction: decided,
      echo,
      destinationAnchor: 0n,
      open: true,
    },
  };
  const tip = BigInt(gas.maxPriorityFeePerGas ?? gwei);
  const simulation = simulationOf(base, job, env);
  const lease = { account: addresses.treasury, terms: { kind: 'nonce', nonce } } as const;
  const unsigned = unsignedOf(
    { ...(call.to ? { to: call.to } : {}), data: call.data, value: call.value },
    env,
    tip,
  );
  return {
    intent,
    chain: ethereum,
    job,
    lease,
    unsigned,
    simulation,
    policy: defaultPolicy,
    authenticity: { kind: 'sealed', by: 'library' },
    feeSpent: 0n,
  };
}

/** Our own approve, or the routing service's if a vector has one. */
function allowanceRequest(vector: Vector, kind: 'approve' | 'revoke'): GuardRequest {
  const { env = {}, patchApprove = {}, base } = vector.mutation;
  const swap = swapRequest({ ...vector, mutation: { base } });
  const token = env.token ?? swap.job.from.token;
  const job = { ...swap.job, from: { ...swap.job.from, token } };
  const spender = addresses.gateway;
  const value = kind === 'approve' ? job.amount : 0n;
  const intent: Intent =
    kind === 'approve' ? { kind, token, spender, value } : { kind, token, spender };
  const unsigned = unsignedOf(
    { to: token, data: approveData(spender, value), value: 0n, ...patchApprove },
    {},
    gwei,
  );
  const before = kind === 'revoke' ? 5n : 0n;
  const simulation: SimulatedChanges = {
    ...swap.simulation,
    balanceChanges: [{ account: addresses.treasury, token, delta: 0n }],
    allowanceChanges: [{ token, spender, before, after: value }],
  };
  return { ...swap, job, intent, unsigned, simulation };
}

function requestsOf(vector: Vector): GuardRequest[] {
  if (vector.mutation.at === 'checkApprove') return [allowanceRequest(vector, 'approve')];
  if (vector.mutation.env?.token)
    return [allowanceRequest(vector, 'revoke'), allowanceRequest(vector, 'approve')];
  return [swapRequest(vector)];
}

function fired(request: GuardRequest): { kind: string; rules: string[] } {
  const verdict = testGuard.judge(request);
  return {
    kind: verdict.kind,
    rules: verdict.kind === 'allow' ? [] : verdict.findings.map(({ rule }) => rule),
  };
}

describe('the guard vectors', () => {
  it.each(Object.keys(bases))('%s is in order as it is', (base) => {
    const vector: Vector = { id: base, description: '', expectedRule: 'ALLOW', mutation: { base } };
    expect(fired(swapRequest(vector))).toEqual({ kind: 'allow', rules: [] });
  });

  const legitimate = vectors.filter(({ expectedRule }) => expectedRule === 'ALLOW');
  it.each(legitimate)('$id passes: $description', (vector) => {
    for (const request of requestsOf(vector))
      expect(fired(request)).toEqual({ kind: 'allow', rules: [] });
  });

  const hostile = vectors.filter(({ expectedRule }) => expectedRule !== 'ALLOW');
  it.each(hostile)('$id is caught by $expectedRule: $description', (vector) => {
    for (const request of requestsOf(vector)) {
      const { kind, rules } = fired(request);
      expect(kind).not.toBe('allow');
      expect(rules).toContain(vector.expectedRule);
    }
  });

  it('covers as many as are listed', () => {
    expect(hostile.length).toBeGreaterThanOrEqual(25);
    expect(legitimate.length).toBeGreaterThanOrEqual(6);
  });
});
