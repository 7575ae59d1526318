import {
  type Cell,
  type CommonMessageInfo,
  loadTransaction,
  type Message,
  type Transaction,
  type TransactionComputePhase,
} from '@ton/core';
import type { BlockReference } from '../../../core/swap/block-reference.ts';
import { rawTonAddress } from '../formats/address.ts';
import { normalizedHash } from './external-message.ts';

/**
 * What an account did once: took one message at most, and sent any number
 * (github.com/ton-blockchain/ton, block.tlb).
 */
export interface TonTransaction {
  /** Canonical form. */
  account: string;
  /**
   * Logical time: orders the transactions of an account, and names it together with the account.
   */
  lt: bigint;
  /** 64 hex digits. */
  hash: string;
  /** The account's transaction before; a logical time of zero: there is none. */
  previous: { lt: bigint; hash: string };
  /** Seconds since the epoch. */
  time: number;
  /** Absent: nobody's message brought it about. */
  received: IncomingMessage | undefined;
  /**
   * To accounts, in the order in which they were sent; what it told the outside world is left out.
   */
  sent: readonly InternalMessage[];
  outcome: TonOutcome;
  /** Nanotons that the account paid for it, with the way of what it sent. */
  fees: bigint;
}

/** From outside, under the id that it was sent with (TEP-467); or from an account. */
type IncomingMessage =
  | { kind: 'external'; id: string; body: Cell }
  | ({ kind: 'internal' } & InternalMessage);

/**
 * No two messages of an account have one logical time: with the source it is the name of a message.
 */
export interface InternalMessage {
  source: string;
  destination: string;
  /** Logical time at which it was sent. */
  lt: bigint;
  /** Nanotons. */
  value: bigint;
  bounce: boolean;
  /** Whether it is one that comes back. */
  bounced: boolean;
  body: Cell;
}

/**
 * What became of the account's own part. `skipped`: its code did not run, and what came with the
 * message is there nevertheless unless it went back; `compute_failed` and `action_failed`: nothing
 * that it wanted to do was done. `returned`: what came with the message is on its way back.
 */
export type TonOutcome =
  | { kind: 'executed'; skippedActions: number }
  | { kind: 'skipped'; reason: 'no_state' | 'bad_state' | 'no_gas'; returned: boolean }
  | { kind: 'compute_failed'; exitCode: number; returned: boolean }
  | { kind: 'action_failed'; resultCode: number; returned: boolean };

/**
 * @param account canonical form; the bytes have only the 32 of its hash. Throws `RangeError` for
 * what is no transaction of it
 */
export function readTransaction(cell: Cell, account: string): TonTransaction {
  const read = load(cell);
  const [workchain, hash] = account.split(':');
  if (hex(read.address) !== hash) throw new RangeError('it is a transaction of another account');
  const sent = [...read.outMessages.keys()]
    .sort((one, other) => one - other)
    .flatMap((key) => internalOf(read.outMessages.get(key)) ?? []);
  if (sent.some(({ source }) => source !== account))
    throw new RangeError(`it sends for others than ${workchain}:${hash}`);
  return {
    account,
    lt: read.lt,
    hash: cell.hash().toString('hex'),
    previous: { lt: read.prevTransactionLt, hash: hex(read.prevTransactionHash) },
    time: read.now,
    received: receivedOf(read.inMessage ?? undefined, account),
    sent,
    outcome: outcomeOf(read),
    fees: read.totalFees.coins + forwardFees(read),
  };
}

/**
 * Where a transaction is, and what it cost: it is named by its logical time, as blocks are here.
 */
export function placeOf({ lt: number, hash, fees: feePaid }: TonTransaction): {
  block: BlockReference;
  feePaid: bigint;
} {
  return { block: { number, hash }, feePaid };
}

/**
 * The total has only the part of them that stays with the account's own block (block.tlb,
 * `total_fees`).
 */
function forwardFees({ outMessages }: Transaction): bigint {
  return outMessages
    .values()
    .reduce(
      (sum, { info }) => sum + (info.type === 'internal' ? info.forwardFee + info.ihrFee : 0n),
      0n,
    );
}

function load(cell: Cell): Transaction {
  try {
    return loadTransaction(cell.beginParse());
  } catch (cause) {
    throw new RangeError('it is no transaction', { cause });
  }
}

function receivedOf(message: Message | undefined, account: string): IncomingMessage | undefined {
  if (!message) return undefined;
  const { info, body } = message;
  if (info.type === 'external-in')
    return { kind: 'external', id: normalizedHash(account, body), body };
  const internal = internalOf(message);
  if (internal?.destination !== account)
    throw new RangeError('it receives what is for another account');
  return { kind: 'internal', ...internal };
}

function internalOf(message: Message | undefined): InternalMessage | undefined {
  if (message?.info.type !== 'internal') return undefined;
  const { src, dest, createdLt, value, bounce, bounced } = message.info;
  return {
    source: addressOf(src),
    destination: addressOf(dest),
    lt: createdLt,
    value: value.coins,
    bounce,
    bounced,
    body: message.body,
  };
}

function addressOf({
  workChain,
  hash,
}: Extract<CommonMessageInfo, { type: 'internal' }>['src']): string {
  if (workChain !== 0 && workChain !== -1)
    throw new RangeError(`there is no workchain ${workChain}`);
  return rawTonAddress({ workchain: workChain, hash });
}

function outcomeOf({ description }: Transaction): TonOutcome {
  switch (description.type) {
    case 'generic': {
      const { computePhase, actionPhase, bouncePhase, aborted } = description;
      const returned = bouncePhase?.type === 'ok';
      const failure = computeFailure(computePhase, returned);
      if (failure) return failure;
      if (aborted || (actionPhase && !actionPhase.success)) {
        return { kind: 'action_failed', resultCode: actionPhase?.resultCode ?? 0, returned };
      }
      return { kind: 'executed', skippedActions: actionPhase?.skippedActions ?? 0 };
    }
    case 'tick-tock':
    case 'storage':
      return { kind: 'executed', skippedActions: 0 };
    default:
      throw new RangeError(`a transaction of the kind ${description.type} is not known`);
  }
}

function computeFailure(phase: TransactionComputePhase, returned: boolean): TonOutcome | undefined {
  switch (phase.type) {
    case 'vm':
      return phase.success
        ? undefined
        : { kind: 'compute_failed', exitCode: phase.exitCode, returned };
    case 'skipped':
      return { kind: 'skipped', reason: skipReasons[phase.reason], returned };
  }
}

const skipReasons = {
  'no-state': 'no_state',
  'bad-state': 'bad_state',
  'no-gas': 'no_gas',
} as const;

function hex(value: bigint): string {
  return value.toString(16).padStart(64, '0');
}
