import type { Address, CommonMessageInfoInternal, Message, Transaction } from '@ton/core';
import type { TonClient } from '@ton/ton';
import type { AccountTransaction } from './ton-history.ts';
import { isNotification, type TonJettons } from './ton-jettons.ts';

/**
 * All that came of a message from outside, generation after generation; its first is that of the
 * message itself.
 */
export type TonTrace = readonly [AccountTransaction, ...AccountTransaction[]];

/** What is known of contracts. */
export interface KnownContracts {
  readonly jettons: TonJettons;
  /**
   * Raw addresses of those that swap coins for jettons. They pay for storage themselves, and for
   * all else with what they are sent.
   */
  readonly pools: ReadonlySet<string>;
}

/**
 * In nanotons: what a jetton wallet keeps at most, for its storage (like the rent of an account
 * elsewhere) and of what it set aside for gas.
 */
const MOST_KEPT = 15_000_000n;
/**
 * In nanotons: what may be carried along with jettons, so that whoever gets them can look at what
 * they are for.
 */
const MOST_CARRIED = 10_000_000n;

/** Follows what a transaction has sent. */
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
 * In nanotons: what the sender of a trace has given to others for good (`value`), and what all of
 * it has cost the sender beside that (`fee`): the fees of its own transactions and of those of
 * jetton wallets, which pay with what they are sent; what these keep for their storage; and what is
 * carried along with jettons. More of these than there is need of is given away. The value is less
 * than nothing where a pool has paid the sender.
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
  if ((await jettons.holderOf(address)) !== undefined) return beyond(change, MOST_KEPT);
  // What is refused goes back, less what the refusing has cost.
  if (isReturned(transaction)) return change;
  const kept = change + transaction.totalFees.coins;
  const { inMessage } = transaction;
  const isNotice =
    inMessage?.info.type === 'internal' &&
    (await isReportedByWallet(inMessage, inMessage.info, jettons));
  return isNotice ? beyond(kept, MOST_CARRIED) : kept;
}

async function isReportedByWallet(
  { body }: Message,
  { src }: CommonMessageInfoInternal,
  jettons: TonJettons,
): Promise<boolean> {
  return isNotification(body) && (await jettons.holderOf(src)) !== undefined;
}

/**
 * What an account has more after a transaction, in nanotons: what it received, less what it sent
 * and all fees.
 */
export function changeBy(transaction: Transaction): bigint {
  const sent = sentBy(transaction).reduce(
    (sum, { value, forwardFee }) => sum + value.coins + forwardFee,
    0n,
  );
  return receivedBy(transaction) - sent - transaction.totalFees.coins;
}

/** What an account has paid for a transaction that somebody else's message began, in nanotons. */
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

/** What it sent to accounts, in order. */
export function sentBy({ outMessages }: Transaction): CommonMessageInfoInternal[] {
  return outMessages.values().flatMap(({ info }) => (info.type === 'internal' ? [info] : []));
}

/** Whether it did all that it was to do; what is to stay where there is no contract does. */
export function isDone(transaction: Transaction): boolean {
  const { description } = transaction;
  if (description.type !== 'generic') return true;
  return (
    (!description.aborted && (description.actionPhase?.skippedActions ?? 0) === 0) ||
    isStored(transaction)
  );
}

/** Whether what came with the message is on its way back. */
function isReturned({ description }: Transaction): boolean {
  return description.type === 'generic' && description.bouncePhase?.type === 'ok';
}

/** Coins that came without having to be taken by a contract. */
function isStored({ description, inMessage }: Transaction): boolean {
  if (description.type !== 'generic' || inMessage?.info.type !== 'internal') return false;
  return description.computePhase.type === 'skipped' && !inMessage.info.bounce;
}

function beyond(amount: bigint, most: bigint): bigint {
  return amount > most ? amount - most : 0n;
}
