import { FerrymanError } from '../../../errors/ferryman-error.ts';
import { parseBitcoinAddress } from '../formats/address.ts';
import type { BitcoinChain } from '../formats/chain.ts';
import { isPlainCoin } from '../formats/rare-coins.ts';
import { outpointKey } from '../formats/read-transaction.ts';
import type { BitcoinPsbt, BitcoinTransaction } from '../formats/transaction.ts';
import { buildPayment } from './build-payment.ts';
import type { Coins, Endpoint } from './endpoint.ts';
import type { ReadFeeRate } from './estimate-fee.ts';
import type { Coin } from './fund-outputs.ts';
import type { FundedTransaction } from './funded-transaction.ts';
import { orderOf } from './read-order.ts';
import { readPreviousOutputs } from './read-previous-outputs.ts';
import type { Wallet } from './wallets.ts';

interface Paying {
  chain: BitcoinChain;
  /** Satoshis (`BitcoinAdapterOptions`). */
  protectedCoin: bigint;
  readRate: ReadFeeRate;
}

/**
 * Chooses the coins of a transfer. A PSBT, which has its own coins, stays unchanged. Throws
 * `ROUTER_MALFORMED`, `INSUFFICIENT_BALANCE`, `FEE_TOO_HIGH`, and `BALANCE_RESERVED` if it needs
 * the unconfirmed change of an earlier transaction.
 */
export async function complete(
  endpoint: Endpoint,
  { chain, protectedCoin, readRate }: Paying,
  wallet: Wallet,
  transaction: BitcoinTransaction,
): Promise<BitcoinPsbt> {
  if (transaction.kind === 'psbt') return transaction;
  const { to, value, memo } = transaction;
  const receiver = parseBitcoinAddress(to, chain.network);
  if (!receiver.ok)
    throw new FerrymanError(
      'ROUTER_MALFORMED',
      `the deposit address is invalid: ${receiver.fault}`,
    );
  const [coins, feeRate] = await Promise.all([endpoint.coins(wallet.places), readRate()]);
  const { spendable, onTheirWay } = coins;
  const isPlain = (coin: Coin): boolean => isPlainCoin(coin, protectedCoin);
  const plain = { spendable: spendable.filter(isPlain), onTheirWay: onTheirWay.filter(isPlain) };
  const payFrom = (available: readonly Coin[]): FundedTransaction =>
    buildPayment({
      coins: available,
      payment: { value, script: receiver.script },
      ...(memo === undefined ? {} : { memo: new TextEncoder().encode(memo) }),
      changeScript: wallet.script,
      feeRate,
      maxFee: chain.maxNetworkFee,
    });
  return orderOf(await withoutInscribed(endpoint, plain, (held) => payNow(held, payFrom)));
}

/** Pays again without those of the chosen coins that an inscribing transaction has made. */
async function withoutInscribed(
  endpoint: Endpoint,
  coins: Coins,
  pay: (coins: Coins) => FundedTransaction,
): Promise<FundedTransaction> {
  const funded = pay(coins);
  const made = await readPreviousOutputs(endpoint, funded.transaction.inputs);
  const isLeft = (coin: Coin): boolean => made.get(outpointKey(coin))?.isInscribed !== true;
  if ([...made.values()].every(({ isInscribed }) => isInscribed !== true)) return funded;
  const spendable = coins.spendable.filter(isLeft);
  // It ends: there are fewer coins each time.
  return withoutInscribed(endpoint, { ...coins, spendable }, pay);
}

function payNow(
  { spendable, onTheirWay }: Coins,
  payFrom: (coins: readonly Coin[]) => FundedTransaction,
) {
  try {
    return payFrom(spendable);
  } catch (cause) {
    if (
      !(cause instanceof FerrymanError) ||
      cause.code !== 'INSUFFICIENT_BALANCE' ||
      onTheirWay.length === 0
    )
      throw cause;
    payFrom([...spendable, ...onTheirWay]);
    const message = 'the change of an earlier transaction of the wallet is not in a block yet';
    throw new FerrymanError('BALANCE_RESERVED', message, { cause });
  }
}
