import { defaultPolicy, type Policy } from '../../src/core/decide/policy.ts';
import type { LeaseId, SwapId, WalletId } from '../../src/core/swap/ids.ts';
import type { Job } from '../../src/core/swap/job.ts';
import type { AttemptKind, Swap } from '../../src/core/swap/swap.ts';
import { evmNativeToken } from '../../src/families/evm/formats/chain.ts';
import type { Sabotage as ProgramSabotage } from '../programs/sabotage.ts';
import { type ModelChain, newChain } from './chain.ts';
import { type JournalState, type ModelJournal, newJournal } from './journal-state.ts';

/**
 * Laws that a history can be played without, to show that the model would notice: those of the
 * programs but the one about submissions, which the model does not have, and that a journal which
 * went back is recognized.
 */
export type Sabotage = Exclude<ProgramSabotage, 'ignore-idempotency'> | 'ignore-restore';

/**
 * What becomes of the next thing that a process does: the answer may be lost after it was done, or
 * it is not done at all.
 */
export type Fate = 'done' | 'lost' | 'down';

/** Stops before each thing that it does to anything outside itself, and names it. */
export type Process = Generator<Point, void, Fate>;

/** What a process is about to do. */
export type Point =
  | 'claim'
  | 'admit'
  | 'read swap'
  | 'write swap'
  | 'ask router'
  | 'read chain'
  | 'lease'
  | 'sign'
  | 'commit'
  | 'find attempt'
  | 'read signingLog'
  | 'keep in signingLog'
  | 'send'
  | 'record send'
  | 'void lease'
  | 'prove'
  | 'record observation';

export interface Worker {
  /** Names the process in claims and leases; another one after a crash. */
  holder: string;
  process: Process | undefined;
  next: Point | undefined;
  /** Kept while the process shows signs of life. */
  claim: { swapId: SwapId; claimant: string; renewedAt: number } | undefined;
}

/** What was signed and committed, whatever the journal knows of it later. */
export interface Signed {
  swap: number;
  leaseId: LeaseId;
  nonce: bigint;
  kind: AttemptKind;
  txId: string;
}

/** As one process has written it. */
export interface Kept extends Signed {
  holder: string;
  /** As the journal numbered it when it was written. */
  sequence: number;
}

export interface World {
  clock: { now: number };
  chain: ModelChain;
  journal: ModelJournal;
  workers: readonly Worker[];
  observer: Worker;
  /** Every attempt ever committed, also those that a restore has lost. */
  committed: Signed[];
  /** The same as the signers keep it beside the keys: written before the first byte leaves. */
  signingLog: Kept[];
  backup: JournalState;
  isRestored: boolean;
  /**
   * How many attempts were committed when a person released the wallet last; `undefined`: nobody
   * has.
   */
  releasedAfter: number | undefined;
  sabotage: Sabotage | undefined;
  /** One event a line, while a history is told. */
  story: string[] | undefined;
}

const start = Date.UTC(2026, 0, 1);
const chainName = 'ETH';
const address = '0x07C6D5e2d79Be05457632bB9F64fd58C9db8AaC3';

/** As by default, but impatient: a history should see bumps, a cancel and the end of its tries. */
export const policy: Policy = { ...defaultPolicy, bumpAfter: 25_000, inclusionWithin: 60_000 };

const swapCount = 2;

export function newWorld(options: Pick<World, 'sabotage' | 'story'>): World {
  const clock = { now: start };
  const journal = newJournal(swaps, clock, 'waiting');
  return {
    ...options,
    clock,
    journal,
    chain: newChain(),
    workers: [newWorker('first'), newWorker('second')],
    observer: newWorker('observer'),
    committed: [],
    signingLog: [],
    backup: journal.state,
    isRestored: false,
    releasedAfter: undefined,
  };
}

export function swapIdAt(index: number): SwapId {
  return swaps[index % swapCount]!.id;
}

function newWorker(holder: string): Worker {
  return { holder, process: undefined, next: undefined, claim: undefined };
}

const job: Job = {
  wallet: { id: 'wallet' as WalletId, name: 'treasury', address },
  from: { family: 'evm', chain: chainName, token: evmNativeToken, decimals: 18, symbol: 'ETH' },
  to: {
    family: 'evm',
    chain: chainName,
    token: '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48',
    decimals: 6,
    symbol: 'USDC',
  },
  amount: 1_000n,
  receiver: '0xf02DC103E62cF4A2C007324d8Bb95513edABf875',
  bound: { kind: 'slippage', slippageBps: 100 },
  refundAddress: address,
  providers: { allow: [], deny: [] },
  flow: 'wallet',
  deadline: start + policy.defaultDeadline,
  metadata: {},
};

/** One swap is asked for in one call, the other with a quote. */
const bounds: readonly Job['bound'][] = [{ kind: 'min_out', minOut: 390n }, job.bound];

/** What a payment brings, in base units of the destination token. */
export const payout = 400n;

const swaps: readonly Swap[] = Array.from({ length: swapCount }, (_, index) => ({
  id: `swap-${index}` as SwapId,
  idempotencyKey: `key-${index}`,
  job: { ...job, bound: bounds[index] ?? job.bound },
  state: 'requested' as const,
  fundsState: 'untouched' as const,
  version: 1,
  consecutiveFailures: 0,
  createdAt: start,
  updatedAt: start,
  feeSpent: 0n,
  legs: [],
}));
