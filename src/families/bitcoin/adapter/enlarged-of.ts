import { lowerOf } from '../../../core/amounts/lower-of.ts';
import { ofFamily } from '../../../core/swap/of-family.ts';
import type { Outpoint } from '../../../core/swap/swap.ts';
import { FerrymanError } from '../../../errors/ferryman-error.ts';
import type { Enlarged, EnlargeRequest } from '../../../ports/capabilities/replacement.ts';
import { mapBounded } from '../../shared/endpoints/map-bounded.ts';
import { maxBitcoinFee } from '../formats/max-fee.ts';
import type { OwnScripts } from '../formats/own-scripts.ts';
import { isPlainCoin } from '../formats/rare-coins.ts';
import { outpointKey } from '../formats/read-transaction.ts';
import { changeOf } from './build-child.ts';
import { readSigned } from './child-of.ts';
import type { Endpoint } from './endpoint.ts';
import type { ReadFeeRate } from './estimate-fee.ts';
import { feeAt, incrementalRelayFee } from './fee-rate.ts';
import {
  type Coin,
  type FundingRequest,
  fundOutputs,
  replaceableSequence,
} from './fund-outputs.ts';
import { type FundedTransaction, feeOf, sumOf, virtualSizeOf } from './funded-transaction.ts';
import { orderOf } from './read-order.ts';
import { readPreviousOutputs } from './read-previous-outputs.ts';
import { replacementFee } from './replacement-fee.ts';
import type { Wallet } from './wallets.ts';

/**
 * A replacement of a lease's payment with added inputs, at the market's fee rate: the same inputs
 * and outputs in their order, then the added inputs and the change. It also replaces an earlier
 * replacement whose added coin an external transaction spent, or which no node accepts. Added coins
 * are confirmed (BIP-125, rule 2). `undefined` if a CPFP child suffices, if the fee is already high
 * enough, or if there is no coin to add. Throws `FEE_TOO_HIGH`, `RPC_UNAVAILABLE`.
 */
export async function enlargedOf(
  endpoint: Endpoint,
  { places, script, scripts: own }: Wallet,
  { lease: { terms }, attempts, fee, most }: EnlargeRequest,
  { protectedCoin, readRate }: { protectedCoin: bigint; readRate: ReadFeeRate },
): Promise<Enlarged | undefined> {
  if (terms.kind !== 'outpoints')
    throw new FerrymanError('INTERNAL', 'a Bitcoin lease must reserve coins');
  const [first] = attempts;
  if (!first) return undefined;
  const payment = readSigned(first);
  // BIP-125, rule 1: only some nodes replace a transaction that does not signal it.
  if (!payment.transaction.inputs.some(({ sequence }) => sequence <= replaceableSequence))
    return undefined;
  const standing = await findStanding(endpoint, {
    own,
    outpoints: terms.outpoints,
    payment,
    attempts,
  });
  if (!standing) return undefined;
  const feeRate = await readRate();
  if (feeOf(standing) >= feeAt(feeRate, virtualSizeOf(standing))) return undefined;

  const [descendantFees, { spendable }] = await Promise.all([
    endpoint.descendantFees(attempts.map(({ txId }) => txId)),
    endpoint.coins(places),
  ]);
  const spent = coinsOf(standing);
  const leased = sumOf(spent.filter((coin) => terms.outpoints.includes(outpointKey(coin))));
  const maxFee = lowerOf(most, lowerOf(leased / 2n, maxToCancel(leased, virtualSizeOf(standing))));
  const leastFee = (virtualSize: bigint): bigint => {
    const market = { family: 'bitcoin', total: feeAt(feeRate, virtualSize), virtualSize } as const;
    return replacementFee(ofFamily(fee, 'bitcoin'), descendantFees, market, maxFee).total;
  };
  const { outputs } = payment.transaction;
  const enlarged = fundedFrom({
    spent,
    coins: spendable.filter((coin) => isPlainCoin(coin, protectedCoin)),
    outputs,
    changeScript: script,
    leastFee,
    maxFee,
  });
  return (
    enlarged && {
      transaction: orderOf(enlarged),
      added: enlarged.transaction.inputs
        .map(outpointKey)
        .filter((coin) => !terms.outpoints.includes(coin)),
      fee: { family: 'bitcoin', total: feeOf(enlarged), virtualSize: virtualSizeOf(enlarged) },
    }
  );
}

/**
 * The maximum fee with which a cancel can still replace the payment. A cancel has only the lease's
 * coins, which limit its fee, and must pay more than everything it replaces (BIP-125, rules 3, 4).
 *
 * @param virtualSize an upper bound of the cancel's size
 */
function maxToCancel(leased: bigint, virtualSize: bigint): bigint {
  return maxBitcoinFee(leased) - feeAt(incrementalRelayFee, virtualSize);
}

interface Tried extends Pick<EnlargeRequest, 'attempts'> {
  own: OwnScripts;
  outpoints: readonly Outpoint[];
  payment: Pick<FundedTransaction, 'transaction'>;
}

/**
 * The attempt to replace: the newest one, or the first one if the newest is void or no node accepts
 * it. `undefined` if a CPFP child can raise its fee.
 */
async function findStanding(
  endpoint: Endpoint,
  { own, outpoints, payment, attempts }: Tried,
): Promise<FundedTransaction | undefined> {
  const last = attempts.at(-1);
  if (!last) return undefined;
  const newest = readSigned(last);
  const added = newest.transaction.inputs
    .map(outpointKey)
    .filter((coin) => !outpoints.includes(coin));
  const hasChange = changeOf({ ...newest, previousOutputs: [] }, own).length > 0;
  if (hasChange && added.length === 0) return undefined;
  const ids = attempts.map(({ txId }) => txId);
  const isKnown =
    !(await areLost(endpoint, added, ids)) && (await endpoint.transaction(last.txId)) !== undefined;
  if (isKnown && hasChange) return undefined;
  return fundedOf(endpoint, isKnown ? newest : payment);
}

/** Whether an external transaction spends one of the coins. */
async function areLost(
  endpoint: Endpoint,
  coins: readonly Outpoint[],
  own: readonly string[],
): Promise<boolean> {
  const spends = await mapBounded(coins, (coin) => endpoint.spendOf(coin));
  return spends.some((spend) => spend && !own.includes(spend.txId));
}

async function fundedOf(
  endpoint: Endpoint,
  { transaction }: Pick<FundedTransaction, 'transaction'>,
): Promise<FundedTransaction> {
  const known = await readPreviousOutputs(endpoint, transaction.inputs);
  return { transaction, previousOutputs: [...known.values()] };
}

/** The coins that the transaction spends, in its order. */
function coinsOf({ transaction, previousOutputs }: FundedTransaction): Coin[] {
  return previousOutputs.flatMap((output, index) => {
    const input = transaction.inputs[index];
    return input ? [{ txid: input.txid, vout: input.vout, ...output }] : [];
  });
}

/** Too few coins are not an error here: the payment then stays as it is. */
function fundedFrom(request: FundingRequest): FundedTransaction | undefined {
  try {
    return fundOutputs(request);
  } catch (cause) {
    if (cause instanceof FerrymanError && cause.code === 'INSUFFICIENT_BALANCE') return undefined;
    throw cause;
  }
}
