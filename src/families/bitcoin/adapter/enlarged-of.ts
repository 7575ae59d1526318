import { ofFamily } from '../../../core/swap/of-family.ts';
import type { Outpoint } from '../../../core/swap/swap.ts';
import { FerrymanError } from '../../../errors/ferryman-error.ts';
import type { Enlarged, EnlargeRequest } from '../../../ports/capabilities/replacement.ts';
import { mapBounded } from '../../shared/endpoints/map-bounded.ts';
import type { BitcoinChain } from '../formats/chain.ts';
import { maxBitcoinFee } from '../formats/max-fee.ts';
import { outpointKey } from '../formats/read-transaction.ts';
import { changeOf } from './build-child.ts';
import { readSigned } from './child-of.ts';
import type { Endpoint } from './endpoint.ts';
import { readFeeRate } from './estimate-fee.ts';
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
import { requireScript } from './require-account.ts';

/**
 * The payment of a lease again, from more of the account's coins, at what the market asks: the same
 * inputs in their order and more behind them, the same outputs in their order and the change behind
 * them. Where an added coin of an earlier one was spent by somebody else, or where no node takes
 * that one, this one comes in its place. The coins are in a block (BIP-125, rule 2). Nothing where
 * a child can do it, where nobody has to pay more, and where no coin is there. Throws
 * `FEE_TOO_HIGH`, `RPC_UNAVAILABLE`.
 */
export async function enlargedOf(
  endpoint: Endpoint,
  chain: BitcoinChain,
  { lease: { account, terms }, attempts, fee, most }: EnlargeRequest,
): Promise<Enlarged | undefined> {
  if (terms.kind !== 'outpoints')
    throw new FerrymanError('INTERNAL', 'a lease of Bitcoin is of coins');
  const [first] = attempts;
  if (!first) return undefined;
  const script = requireScript(chain, account);
  const payment = readSigned(first);
  // Rule 1. Who has not said so is replaced by some nodes only.
  if (!payment.transaction.inputs.some(({ sequence }) => sequence <= replaceableSequence))
    return undefined;
  const standing = await findStanding(endpoint, {
    script,
    outpoints: terms.outpoints,
    payment,
    attempts,
  });
  if (!standing) return undefined;
  const feeRate = await readFeeRate(endpoint);
  if (feeOf(standing) >= feeAt(feeRate, virtualSizeOf(standing))) return undefined;

  const [descendantFees, { spendable }] = await Promise.all([
    endpoint.descendantFees(attempts.map(({ txId }) => txId)),
    endpoint.coins(account, script),
  ]);
  const spent = coinsOf(standing);
  const leased = sumOf(spent.filter((coin) => terms.outpoints.includes(outpointKey(coin))));
  const maxFee = smaller(most, smaller(leased / 2n, maxToCancel(leased, virtualSizeOf(standing))));
  const leastFee = (virtualSize: bigint): bigint => {
    const market = { family: 'bitcoin', total: feeAt(feeRate, virtualSize), virtualSize } as const;
    return replacementFee(ofFamily(fee, 'bitcoin'), descendantFees, market, maxFee).total;
  };
  const { outputs } = payment.transaction;
  const enlarged = fundedFrom({
    spent,
    coins: spendable,
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
 * A cancel has the coins of the lease alone, has to pay more than all that it takes the place of
 * (BIP-125, rules 3 and 4), and what it may cost is bound by what they hold.
 *
 * @param virtualSize that it does not have
 */
function maxToCancel(leased: bigint, virtualSize: bigint): bigint {
  return maxBitcoinFee(leased) - feeAt(incrementalRelayFee, virtualSize);
}

function smaller(one: bigint, other: bigint): bigint {
  const isFirst = one < other;
  return isFirst ? one : other;
}

interface Tried extends Pick<EnlargeRequest, 'attempts'> {
  script: Uint8Array;
  outpoints: readonly Outpoint[];
  payment: Pick<FundedTransaction, 'transaction'>;
}

/**
 * What waits, and has to be made dearer in this way: the newest attempt, or the first one where
 * that is void or nobody takes it.
 */
async function findStanding(
  endpoint: Endpoint,
  { script, outpoints, payment, attempts }: Tried,
): Promise<FundedTransaction | undefined> {
  const last = attempts.at(-1);
  if (!last) return undefined;
  const newest = readSigned(last);
  const added = newest.transaction.inputs
    .map(outpointKey)
    .filter((coin) => !outpoints.includes(coin));
  const bringsBack = changeOf({ ...newest, previousOutputs: [] }, script).length > 0;
  if (bringsBack && added.length === 0) return undefined;
  const ids = attempts.map(({ txId }) => txId);
  const isThere =
    !(await areLost(endpoint, added, ids)) && (await endpoint.transaction(last.txId)) !== undefined;
  if (isThere && bringsBack) return undefined;
  return fundedOf(endpoint, isThere ? newest : payment);
}

/** Whether one of them is spent by somebody else. */
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

/** What it spends, in its order. */
function coinsOf({ transaction, previousOutputs }: FundedTransaction): Coin[] {
  return previousOutputs.flatMap((output, index) => {
    const input = transaction.inputs[index];
    return input ? [{ txid: input.txid, vout: input.vout, ...output }] : [];
  });
}

/** That there is no coin to spare is no fault of anybody. */
function fundedFrom(request: FundingRequest): FundedTransaction | undefined {
  try {
    return fundOutputs(request);
  } catch (cause) {
    if (cause instanceof FerrymanError && cause.code === 'INSUFFICIENT_BALANCE') return undefined;
    throw cause;
  }
}
