import {
  type Cell,
  Dictionary,
  loadMessage,
  loadTransaction,
  type Message,
  type Transaction,
} from '@ton/core';

/** A transaction as the executor produced it. */
export interface TonTransaction {
  readonly cell: Cell;
  /** Of the cell, in base64. With the logical time it identifies a transaction of an account. */
  readonly hash: string;
  readonly lt: bigint;
  readonly parsed: Transaction;
  /** Undefined only if no message caused it. */
  readonly inMessage: TonMessage | undefined;
  /** In the order in which they were sent. */
  readonly outMessages: readonly TonMessage[];
}

/** A message with its cell, which defines its hash. */
export interface TonMessage {
  readonly cell: Cell;
  readonly parsed: Message;
}

/** @param cell a `Transaction` of block.tlb */
export function parseTransaction(cell: Cell): TonTransaction {
  const parsed = loadTransaction(cell.beginParse());
  const messages = readMessageCells(cell);
  return {
    cell,
    hash: cell.hash().toString('base64'),
    lt: parsed.lt,
    parsed,
    inMessage: messages.incoming === undefined ? undefined : parseMessage(messages.incoming),
    outMessages: messages.outgoing.map(parseMessage),
  };
}

/** A message can be encoded in several ways, and encoding it again could change its hash. */
function readMessageCells(transaction: Cell): { incoming: Cell | undefined; outgoing: Cell[] } {
  const slice = transaction.beginParse().loadRef().beginParse();
  const incoming = slice.loadMaybeRef() ?? undefined;
  return {
    incoming,
    outgoing: slice.loadDict(Dictionary.Keys.Uint(15), Dictionary.Values.Cell()).values(),
  };
}

function parseMessage(cell: Cell): TonMessage {
  return { cell, parsed: loadMessage(cell.beginParse()) };
}

/**
 * Whether it succeeded and sent all its messages: a wallet skips a message that it cannot pay for.
 */
export function isWhole(transaction: TonTransaction): boolean {
  const { description } = transaction.parsed;
  const skipped =
    description.type === 'generic' ? (description.actionPhase?.skippedActions ?? 0) : 0;
  return isSuccessful(transaction) && skipped === 0;
}

/**
 * Whether all phases succeeded; failed transactions are in blocks, too. Coins for an account
 * without a contract, or too few to run it, skip the compute phase and stay unless they bounce.
 */
export function isSuccessful({ parsed: { description, inMessage } }: TonTransaction): boolean {
  if (description.type !== 'generic') return true;
  const { computePhase, actionPhase, aborted } = description;
  switch (computePhase.type) {
    case 'skipped':
      return inMessage?.info.type === 'internal' && !inMessage.info.bounce;
    case 'vm':
      return !aborted && computePhase.success && (actionPhase?.success ?? true);
  }
}
