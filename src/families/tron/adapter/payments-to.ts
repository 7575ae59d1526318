import { type Address, hexToBytes, zeroAddress } from 'viem';
import { isNativeToken } from '../../../core/swap/chains.ts';
import { FerrymanError } from '../../../errors/ferryman-error.ts';
import type { ChainAdapter } from '../../../ports/chain-adapter.ts';
import type { DepositTarget, IncomingPayment } from '../../../ports/payments.ts';
import type { Endpoints } from '../../shared/endpoints/endpoints.ts';
import {
  answerTargets,
  lastWhole,
  type SeenInBlocks,
} from '../../shared/payments/answer-targets.ts';
import { memoText } from '../../shared/payments/memo-text.ts';
import { planScans } from '../../shared/payments/plan-scans.ts';
import { perHost, searchOnHost } from '../../shared/payments/search-on-host.ts';
import { createBlockWalk } from '../../shared/payments/walk-blocks.ts';
import type { TronChain } from '../formats/chain.ts';
import { addressText, requireAccount } from './accounts.ts';
import type { Endpoint } from './endpoint.ts';
import { headOf, readHeadBlocks } from './head.ts';
import { type FullBlock, readFullBlock } from './read-full-block.ts';
import { nativeReceipts, tokenReceipts } from './receipts.ts';
import { requireToken } from './token.ts';
import { succeeded } from './transaction-info.ts';

/** A target with its parsed account and token. */
interface SoughtTarget {
  target: DepositTarget;
  account: Address;
  token: Address | 'native';
  after: bigint;
}

/**
 * Finds payments to all targets together. Full nodes have no index of logs, so each block is read
 * once. The memo is the transaction's `data`. `payer` is the sender of the transfer, which may be a
 * contract.
 */
export function createPaymentsTo(
  endpoints: Endpoints<Endpoint>,
  chain: TronChain,
): ChainAdapter['paymentsTo'] {
  const walkOf = perHost(() => createBlockWalk(readReportedBlock));

  async function scanBlocks(endpoint: Endpoint, targets: readonly SoughtTarget[]) {
    const walk = walkOf(endpoint);
    const blocks = await readHeadBlocks(endpoint);
    const head = { ...headOf(blocks), time: blocks.latest.time };
    const { latest, final } = head;
    const scanned = new Map<DepositTarget, SeenInBlocks>();
    for (const scan of planScans(targets, latest, walk.reach())) {
      const read = await walk.read(endpoint, { ...scan, final });
      const upTo = read.at(-1)?.number ?? scan.from - 1n;
      const last = lastWhole(read);
      const through = last && { through: { number: last.number, time: last.time } };
      const arrived = read.flatMap((block) =>
        arrivalsIn(endpoint, chain, block, final, scan.targets),
      );
      for (const { target, account, token, after } of scan.targets) {
        const payments = arrived
          .filter(
            (one) => one.to === account && one.token === token && one.payment.block.number > after,
          )
          .map(({ payment }) => ({ ...payment, token: target.token }));
        scanned.set(target, { payments, upTo, ...through });
      }
    }
    return { scanned, head };
  }

  return async (targets, host) => {
    if (targets.length === 0) return [];
    const sought = targets.map((target): SoughtTarget => {
      const token = isNativeToken(chain, target.token)
        ? 'native'
        : requireToken(chain, target.token);
      return { target, account: requireAccount(target.account), token, after: target.after };
    });
    const { scanned, head } = await searchOnHost(endpoints, host, (endpoint) =>
      scanBlocks(endpoint, sought),
    );
    return answerTargets(targets, scanned, head, chain);
  };
}

interface Arrival {
  to: Address;
  token: Address | 'native';
  payment: Omit<IncomingPayment, 'token'>;
}

/**
 * Throws for a final block with missing outcomes: another endpoint, or the next scan, may have
 * them.
 */
async function readReportedBlock(
  endpoint: Endpoint,
  number: bigint,
  isFinal: boolean,
): Promise<FullBlock> {
  const block = await readFullBlock(endpoint, number);
  if (block.isWhole || !isFinal) return block;
  throw new FerrymanError(
    'RPC_UNAVAILABLE',
    `${endpoint.host} does not have all outcomes of block ${number}`,
  );
}

/**
 * What the block's transfers brought to the accounts. An unreadable outcome belongs to another
 * account, unless the transaction itself pays one of ours.
 */
function arrivalsIn(
  endpoint: Endpoint,
  chain: TronChain,
  { number, hash, time: at, transactions }: FullBlock,
  final: bigint,
  targets: readonly SoughtTarget[],
): Arrival[] {
  const accounts = new Set<string>(targets.map(({ account }) => account));
  const tokens = new Set(targets.map(({ token }) => token));
  const isOurs = (one: Address): boolean => accounts.has(one) || tokens.has(one);
  return transactions.flatMap(({ id: txId, info, isReported, transfer, data }): Arrival[] => {
    if (isReported && !info && transfer && isOurs(transfer.to)) {
      throw new FerrymanError(
        'RPC_MALFORMED',
        `${endpoint.host} sent an unreadable outcome of ${txId}`,
      );
    }
    if (!info || !succeeded(info)) return [];
    const memo = memoText(hexToBytes(data));
    const target = {
      txId,
      block: { number, hash },
      final: number <= final,
      at,
      ...(memo === undefined ? {} : { memo }),
    };
    return [...tokens].flatMap((token) => {
      const receipts =
        token === 'native' ? nativeReceipts(info, transfer) : tokenReceipts(chain, info, token);
      return receipts
        .filter(({ to }) => accounts.has(to))
        .map(({ index, amount, from, to }) => ({
          to,
          token,
          payment: { ...target, index, amount, ...payerOf(from) },
        }));
    });
  });
}

/** Minted tokens have no payer. */
function payerOf(from: Address): { payer?: string } {
  return from === zeroAddress ? {} : { payer: addressText(from) };
}
