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
 * A transaction of one account. It receives at most one message and sends any number
 * (github.com/ton-blockchain/ton, block.tlb).
 */
export interface TonTransaction {
  /** Canonical form. */
  account: string;
  /** Logical time. Orders an account's transactions, and identifies one together with it. */
  lt: bigint;
  /** 64 hex digits. */
  hash: string;
  /** The account's previous transaction. Its logical time is zero if there is none. */
  previous: { lt: bigint; hash: string };
  /** Seconds since the epoch. */
  time: number;
  /** Absent if no message triggered it. */
  received: IncomingMessage | undefined;
  /** Messages to accounts, in the order of sending. External outgoing messages are left out. */
  sent: readonly InternalMessage[];
  outcome: TonOutcome;
  /** Nanotons that the account paid, including the forward fees of its messages. */
  fees: bigint;
}

/** An external message with its id (TEP-467), or a message from an account. */
type IncomingMessage =
  | { kind: 'external'; id: string; body: Cell }
  | ({ kind: 'internal' } & InternalMessage);

/** `source` and `lt` identify a message: no two messages of an account share a logical time. */
export interface InternalMessage {
  source: string;
  destination: string;
  /** Logical time of sending. */
  lt: bigint;
  /** Nanotons. */
  value: bigint;
  bounce: boolean;
  /** Whether it is a bounced message. */
  bounced: boolean;
  body: Cell;
}

/**
 * The outcome of the account's own transaction. `skipped`: its code did not run, but the account
 * has the message's value unless `returned`. `compute_failed` and `action_failed`: all of its
 * effects were undone. `returned`: the message's value bounces back to the sender.
 */
export type TonOutcome =
  | { kind: 'executed'; skippedActions: number }
  | { kind: 'skipped'; reason: 'no_state' | 'bad_state' | 'no_gas'; returned: boolean }
  | { kind: 'compute_failed'; exitCode: number; returned: boolean }
  | { kind: 'action_failed'; resultCode: number; returned: boolean };

/**
 * Parses a transaction. Throws `RangeError` if the cell is not a transaction of the account.
 * @param account canonical form, because the cell has its hash but not its workchain
 */
export function readTransaction(cell: Cell, account: string): TonTransaction {
  const read = load(cell);
  const [workchain, hash] = account.split(':');
  if (hex(read.address) !== hash)
    throw new RangeError('the transaction belongs to another account');
  const sent = [...read.outMessages.keys()]
    .sort((one, other) => one - other)
    .flatMap((key) => internalOf(read.outMessages.get(key)) ?? []);
  if (sent.some(({ source }) => source !== account))
    throw new RangeError(`the transaction sends messages of others than ${workchain}:${hash}`);
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

/** A transaction's position and fee. Its logical time is the number, as for blocks (`head.ts`). */
export function positionOf({ lt: number, hash, fees: feePaid }: TonTransaction): {
  block: BlockReference;
  feePaid: bigint;
} {
  return { block: { number, hash }, feePaid };
}

/** `total_fees` contains only the share of the account's own block (block.tlb). */
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
    throw new RangeError('the cell is not a transaction', { cause });
  }
}

function receivedOf(message: Message | undefined, account: string): IncomingMessage | undefined {
  if (!message) return undefined;
  const { info, body } = message;
  if (info.type === 'external-in')
    return { kind: 'external', id: normalizedHash(account, body), body };
  const internal = internalOf(message);
  if (internal?.destination !== account)
    throw new RangeError('the received message is for another account');
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
    throw new RangeError(`workchain ${workChain} does not exist`);
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
      throw new RangeError(`transactions of the kind ${description.type} are not supported`);
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
