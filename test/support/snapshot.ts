import type {
  AttemptId,
  LeaseId,
  OrderId,
  StepId,
  SwapId,
  WalletId,
} from '../../src/core/swap/ids.ts';
import type { Job } from '../../src/core/swap/job.ts';
import type { RouterSignals } from '../../src/core/swap/router-signals.ts';
import type { Attempt, Lease, Order, Snapshot, Step, Swap } from '../../src/core/swap/swap.ts';
import { evmNativeToken } from '../../src/families/evm/formats/chain.ts';

/** The moment at which the snapshots of the tests are taken. */
export const noon = Date.UTC(2026, 0, 1, 12);

export const account = '0x07C6D5e2d79Be05457632bB9F64fd58C9db8AaC3';
export const receiver = '0xf02DC103E62cF4A2C007324d8Bb95513edABf875';
export const usdc = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48';
export const spender = '0x0605808857d431Bfb447979A599B19Ab48166C9c';
export const attacker = '0x9A40B1655d6d147eA6c5BB92fECF600aB3fD5630';
export const target = '0x02D0722c62A41c6f6eF0E05bED1423F2f1B68864';

/** A route that the routing service reports nothing about. */
export const noSignals: RouterSignals = { warnings: [], flags: [] };

export function aJob(change: Partial<Job> = {}): Job {
  return {
    wallet: { id: 'w-1' as WalletId, name: 'treasury', address: account },
    from: { family: 'evm', chain: 'ETH', token: usdc, decimals: 6, symbol: 'USDC' },
    to: { family: 'evm', chain: 'ETH', token: evmNativeToken, decimals: 18, symbol: 'ETH' },
    amount: 1_000_000_000n,
    receiver,
    bound: { kind: 'min_out', minOut: 390n },
    refundAddress: account,
    providers: { allow: [], deny: [] },
    flow: 'wallet',
    deadline: noon + 600_000,
    metadata: {},
    ...change,
  };
}

export function aSwap(change: Partial<Swap> = {}): Swap {
  return {
    id: 's-1' as SwapId,
    idempotencyKey: 'key-1',
    job: aJob(),
    state: 'requested',
    fundsState: 'untouched',
    version: 1,
    consecutiveFailures: 0,
    createdAt: noon,
    updatedAt: noon,
    feeSpent: 0n,
    legs: [],
    ...change,
  };
}

export function anOrder(change: Partial<Order> = {}): Order {
  return {
    id: 'o-1' as OrderId,
    quoteId: 'q-1',
    provider: 'UNISWAP_V2',
    swapType: 'on-chain',
    spender,
    minOut: 398n,
    quotedMinOut: 398n,
    expectedOut: 400n,
    declaredFee: 0n,
    signals: noSignals,
    quotedAt: noon - 1_000,
    destinationAnchor: 100n,
    open: true,
    ...change,
  };
}

/** An order whose swap data has arrived. */
export function aReadyOrder(change: Partial<Order> = {}): Order {
  return anOrder({
    requestedAt: noon - 500,
    transaction: { family: 'evm', to: target, data: '0xc35703ea', value: 0n },
    signBy: noon + 15_000,
    goodUntil: noon + 60_000,
    ...change,
  });
}

export function anAttempt(change: Partial<Attempt> = {}): Attempt {
  return {
    id: 'a-1' as AttemptId,
    seq: 1,
    kind: 'pay',
    txId: '0xaa',
    bytes: '0x02',
    fee: { family: 'evm', gasLimit: 100_000n, maxFeePerGas: 100n, maxPriorityFeePerGas: 10n },
    signedAt: noon - 400,
    inclusion: { status: 'unseen' },
    progressed: false,
    ...change,
  };
}

const block = { number: 120n, hash: '0xb1' };
export const included = { status: 'included', block, succeeded: true, feePaid: 7n } as const;
export const final = { status: 'final', block, succeeded: true, feePaid: 7n } as const;

export function aLease(attempts: Attempt[], change: Partial<Lease> = {}): Lease {
  return {
    id: 'l-1' as LeaseId,
    chain: 'ETH',
    account,
    terms: { kind: 'nonce', nonce: 4n },
    state: attempts.length > 0 ? 'signed' : 'held',
    heldUntil: noon + 30_000,
    overAtFinal: false,
    attempts,
    ...change,
  };
}

export function aStep(change: Partial<Step> = {}): Step {
  return {
    id: 'p-1' as StepId,
    kind: 'swap',
    generation: 1,
    outcome: 'open',
    chain: 'ETH',
    ...change,
  };
}

export function aSnapshot(change: Partial<Snapshot> = {}): Snapshot {
  return { swap: aSwap(), steps: [], hasSlot: true, ...change } as Snapshot;
}

/** A job across chains. */
export function aCrossChainJob(): Job {
  return aJob({
    to: { family: 'evm', chain: 'ARBITRUM', token: usdc, decimals: 6, symbol: 'USDC' },
  });
}

/** A payment that is proven to have landed. */
export function aLandedPayment(): Step {
  const landed = anAttempt({ inclusion: final, progressed: true });
  return aStep({ outcome: 'landed', lease: aLease([landed], { state: 'consumed' }) });
}

/** A swap whose payment is signed, and has not been seen since. */
export function aPaidSnapshot(
  attempts: Attempt[] = [anAttempt()],
  change: Partial<Snapshot> = {},
): Snapshot {
  return aSnapshot({
    swap: aSwap({ state: 'executing', fundsState: 'in_flight' }),
    order: aReadyOrder(),
    steps: [aStep({ lease: aLease(attempts) })],
    ...change,
  });
}
