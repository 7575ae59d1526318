import { FerrymanError } from '../../../errors/ferryman-error.ts';
import type { DepositTarget, IncomingPayment, PaymentScan } from '../../../ports/payments.ts';
import {
  createHistoryScan,
  type Entry,
  type HistoryScan,
  type Scanned,
} from '../../shared/payments/history-scan.ts';
import { type ListPosition, readOverlapping } from '../../shared/payments/read-overlapping.ts';
import { type SharedLook, shareTargets } from '../../shared/payments/share-targets.ts';
import type { SolanaChain } from '../formats/chain.ts';
import { type LandedTransaction, quantity, signatureInfos } from './answers.ts';
import type { Endpoint } from './endpoint.ts';
import { findBlock, findTime, readHead } from './head.ts';
import { isOfUnknownVersion } from './map-error.ts';
import { memoOf } from './memo-of.ts';
import { payerOf } from './payer-of.ts';
import { accountOf } from './received.ts';
import { amountsReceived } from './received-amounts.ts';
import { requireAccount } from './require-account.ts';
import { findTransaction } from './statuses.ts';

/**
 * Transactions per page. The first page is enough for a quiet account. Later ones have the maximum
 * of `getSignaturesForAddress`.
 */
const firstPage = 50;
const laterPages = 1_000;
/** Accounts and transactions that are read at the same time, and so share HTTP requests. */
const accountsTogether = 50;
const readTogether = 20;
/** Per account and poll. A page is cheap, but each listed transaction costs a request. */
const limits = { pages: 10, entries: 200 };

interface Named extends Entry {
  txId: string;
}

export type SolanaHistoryScan = HistoryScan<Named, ListPosition>;

export function createSolanaHistoryScan(): SolanaHistoryScan {
  return createHistoryScan(limits);
}

/**
 * Payments to deposit targets, from transactions that name the target's account or its associated
 * token account. Throws `UNKNOWN_TOKEN`, and `RPC_UNAVAILABLE` if the endpoint's history does not
 * reach back to `after` or lacks a listed transaction.
 */
export async function paymentsTo(
  endpoint: Endpoint,
  chain: SolanaChain,
  historyScan: SolanaHistoryScan,
  targets: readonly DepositTarget[],
): Promise<PaymentScan[]> {
  if (targets.length === 0) return [];
  const { final } = await readHead(endpoint);
  return shareTargets(targets, final, async (distinct) => {
    const [time] = await Promise.all([findTime(endpoint, final), requireReach(endpoint, distinct)]);
    const through = time === undefined ? {} : { through: { number: final, time } };
    const results: SharedLook[] = [];
    for (let start = 0; start < distinct.length; start += accountsTogether) {
      const chunk = distinct.slice(start, start + accountsTogether);
      const lists = await Promise.all(
        chunk.map((target) => listTransactions(endpoint, chain, historyScan, target, final)),
      );
      for (const [index, target] of chunk.entries()) {
        const { entries, until } = lists[index] ?? { entries: [], until: target.after };
        const payments = await readPayments(endpoint, chain, target, entries, final);
        results.push({ payments, until, ...(until < final ? { isCut: true } : through) });
      }
    }
    return results;
  });
}

/** Nodes prune old blocks and silently omit their transactions from histories. */
async function requireReach(endpoint: Endpoint, targets: readonly DepositTarget[]): Promise<void> {
  const first = await endpoint.read('getFirstAvailableBlock', [], quantity);
  const missed = targets.find(({ after }) => after + 1n < first);
  if (!missed) return;
  const { host } = endpoint;
  const message = `${host} has no history before slot ${first}, but the search starts after slot ${missed.after}`;
  throw new FerrymanError('RPC_UNAVAILABLE', message, { details: { host } });
}

/** The transactions that name the account, without failed ones. */
async function listTransactions(
  endpoint: Endpoint,
  chain: SolanaChain,
  historyScan: SolanaHistoryScan,
  { account, token, after }: DepositTarget,
  final: bigint,
): Promise<Scanned<Named>> {
  const address = await accountOf(endpoint, chain, requireAccount(account), token);
  const list = async (before: string | undefined) => {
    // Behind a load balancer, a node without the final block would omit its transactions.
    const options = { commitment: 'confirmed', minContextSlot: Number(final) };
    const range = before === undefined ? { limit: firstPage } : { limit: laterPages, before };
    const infos = await endpoint.read(
      'getSignaturesForAddress',
      [address, { ...options, ...range }],
      signatureInfos,
    );
    return infos.map(({ signature, slot, err }) => ({
      id: signature,
      number: slot,
      hasFailed: err !== null,
    }));
  };
  return historyScan({
    of: `${endpoint.host} ${address}`,
    after,
    final,
    async readPage(cursor) {
      const { entries, rest } = await readOverlapping(endpoint, list, cursor);
      const landed = entries.filter(({ hasFailed }) => !hasFailed);
      return {
        entries: landed.map(({ id: txId, number }) => ({ txId, number })),
        ...(rest ? { rest } : {}),
      };
    },
  });
}

async function readPayments(
  endpoint: Endpoint,
  chain: SolanaChain,
  target: DepositTarget,
  entries: readonly Named[],
  final: bigint,
): Promise<IncomingPayment[]> {
  const payments: IncomingPayment[] = [];
  for (let start = 0; start < entries.length; start += readTogether) {
    const chunk = entries.slice(start, start + readTogether);
    const read = await Promise.all(
      chunk.map((entry) => readPayment(endpoint, chain, target, entry, final)),
    );
    payments.push(...read.flat());
  }
  return payments;
}

async function readPayment(
  endpoint: Endpoint,
  chain: SolanaChain,
  { account, token }: DepositTarget,
  { txId, number }: Named,
  final: bigint,
): Promise<IncomingPayment[]> {
  const landed = await findTransaction(endpoint, txId).catch(nothingOfUnknownVersion);
  if (landed === 'unreadable') return [];
  if (!landed) return gone(endpoint, `the transaction ${txId}`, number <= final);
  if (landed.meta.err !== null) return [];
  const { slot } = landed;
  const isFinal = slot <= final;
  const amounts = exactAmounts(landed, chain, account, token);
  if (amounts.length === 0) return [];
  const found = await findBlock(endpoint, slot);
  if (found.kind !== 'found') return gone(endpoint, `the block of slot ${slot}`, isFinal);
  const memo = memoOf(landed);
  const payer = payerOf(landed, chain, account, token);
  const at = await readTime(endpoint, landed);
  return amounts.map(({ index, amount }) => ({
    txId,
    index,
    token,
    amount,
    block: { number: slot, hash: found.block.hash },
    final: isFinal,
    ...(memo === undefined ? {} : { memo }),
    ...(payer === undefined ? {} : { payer }),
    at,
  }));
}

/**
 * Anyone can name the account in a transaction, so one with an unsupported version must not block
 * the search for others.
 */
function nothingOfUnknownVersion(error: unknown): 'unreadable' {
  if (isOfUnknownVersion(error)) return 'unreadable';
  throw error;
}

/** An inexact balance yields no countable amount, as in `receivedSince`. */
function exactAmounts(
  landed: LandedTransaction,
  chain: SolanaChain,
  account: string,
  token: string,
) {
  try {
    return amountsReceived(landed, chain, account, token);
  } catch (error) {
    if (error instanceof FerrymanError && error.code === 'RPC_MALFORMED') return [];
    throw error;
  }
}

/** A transaction that is not final may have disappeared since it was listed. */
function gone({ host }: Endpoint, what: string, isFinal: boolean): [] {
  if (!isFinal) return [];
  throw new FerrymanError('RPC_UNAVAILABLE', `${host} lists but does not have ${what}`, {
    details: { host },
  });
}

/** In milliseconds. */
async function readTime(
  endpoint: Endpoint,
  { slot, blockTime }: LandedTransaction,
): Promise<number> {
  const time = typeof blockTime === 'number' ? blockTime * 1_000 : await findTime(endpoint, slot);
  if (time !== undefined) return time;
  const { host } = endpoint;
  throw new FerrymanError(
    'RPC_UNAVAILABLE',
    `${host} lacks the time of the block in slot ${slot}`,
    {
      details: { host },
    },
  );
}
