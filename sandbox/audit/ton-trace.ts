import type { Address, CommonMessageInfoInternal, Message, Transaction } from '@ton/core';
import type { TonClient } from '@ton/ton';
import type { AccountTransaction } from './ton-history.ts';
import { isNotification, type TonJettons } from './ton-jettons.ts';

/**
 * The trace of an external message, generation by generation. The first transaction is that of the
 * message itself.
 */
export type TonTrace = readonly [AccountTransaction, ...AccountTransaction[]];

/** The contracts whose costs are treated separately. */
export interface KnownContracts {
  readonly jettons: TonJettons;
  /**
   * Raw addresses of the pools. A pool pays for its storage itself, and for everything else from
   * the messages it receives.
   */
  readonly pools: ReadonlySet<string>;
}

/**
 * In nanotons: the maximum that a jetton wallet retains for storage (like rent elsewhere) and gas.
 */
const MAX_RETAINED = 15_000_000n;
/**
 * In nanotons: the maximum that may travel with jettons, so that the receiver can process the
 * notification.
 */
const MAX_CARRIED = 10_000_000n;

/** Reads the trace of a transaction. */
export async function readTrace(
  client: TonClient,
  { address, transaction }: AccountTransaction,
): Promise<TonTrace> {
  const trace: [AccountTransaction, ...AccountTransaction[]] = [{ address, transaction }];
  for (const { transaction: sender } of trace) {
    for (const { src, dest, createdLt } of sentBy(sender)) {
      trace.push({
        address: dest,
        transaction: await client.tryLocateResultTx(src, dest, `${createdLt}`),
      });
    }
  }
  return trace;
}

/**
 * In nanotons: `value` is what the sender gave away for good; it is negative if a pool paid the
 * sender. `fee` is every other cost: fees of the sender's transactions and of jetton wallets (paid
 * from the messages), what these retain for storage, and the coins that travel with jettons.
 * Amounts above the maxima count as given away.
 */
export async function costOf(
  trace: TonTrace,
  known: KnownContracts,
): Promise<{ value: bigint; fee: bigint }> {
  const [{ address: sender }] = trace;
  let value = 0n;
  let change = 0n;
  for (const { address, transaction } of trace) {
    if (address.equals(sender)) change += changeBy(transaction);
    else value += await givenTo(address, transaction, known);
  }
  return { value, fee: -change - value };
}

async function givenTo(
  address: Address,
  transaction: Transaction,
  { jettons, pools }: KnownContracts,
): Promise<bigint> {
  const change = changeBy(transaction);
  if (pools.has(address.toRawString())) return change + storageFeeOf(transaction);
  if ((await jettons.holderOf(address)) !== undefined) return beyond(change, MAX_RETAINED);
  // A refused message returns its coins minus the cost of the refusal.
  if (isReturned(transaction)) return change;
  const received = change + transaction.totalFees.coins;
  const { inMessage } = transaction;
  const isNotice =
    inMessage?.info.type === 'internal' &&
    (await isReportedByWallet(inMessage, inMessage.info, jettons));
  return isNotice ? beyond(received, MAX_CARRIED) : received;
}

async function isReportedByWallet(
  { body }: Message,
  { src }: CommonMessageInfoInternal,
  jettons: TonJettons,
): Promise<boolean> {
  return isNotification(body) && (await jettons.holderOf(src)) !== undefined;
}

/**
 * The change of an account's balance by a transaction, in nanotons: received minus sent minus fees.
 */
export function changeBy(transaction: Transaction): bigint {
  const sent = sentBy(transaction).reduce(
    (sum, { value, forwardFee }) => sum + value.coins + forwardFee,
    0n,
  );
  return receivedBy(transaction) - sent - transaction.totalFees.coins;
}

/** What an account paid for a transaction that another account's message caused, in nanotons. */
export function feeOf(transaction: Transaction): bigint {
  if (isReturned(transaction)) return -changeBy(transaction);
  const forwarded = sentBy(transaction).reduce((sum, { forwardFee }) => sum + forwardFee, 0n);
  return transaction.totalFees.coins + forwarded;
}

function storageFeeOf({ description }: Transaction): bigint {
  return description.type === 'generic'
    ? (description.storagePhase?.storageFeesCollected ?? 0n)
    : 0n;
}

function receivedBy({ inMessage }: Transaction): bigint {
  return inMessage?.info.type === 'internal' ? inMessage.info.value.coins : 0n;
}

/** The internal messages that a transaction sent, in order. */
export function sentBy({ outMessages }: Transaction): CommonMessageInfoInternal[] {
  return outMessages.values().flatMap(({ info }) => (info.type === 'internal' ? [info] : []));
}

/**
 * Whether all phases succeeded. A transfer of coins to an account without a contract counts as
 * success.
 */
export function isDone(transaction: Transaction): boolean {
  const { description } = transaction;
  if (description.type !== 'generic') return true;
  return (
    (!description.aborted && (description.actionPhase?.skippedActions ?? 0) === 0) ||
    isStored(transaction)
  );
}

/** Whether the message bounced. */
function isReturned({ description }: Transaction): boolean {
  return description.type === 'generic' && description.bouncePhase?.type === 'ok';
}

/** A plain transfer of coins that no contract had to process. */
function isStored({ description, inMessage }: Transaction): boolean {
  if (description.type !== 'generic' || inMessage?.info.type !== 'internal') return false;
  return description.computePhase.type === 'skipped' && !inMessage.info.bounce;
}

function beyond(amount: bigint, most: bigint): bigint {
  return amount > most ? amount - most : 0n;
}
