import { lowerOf } from '../../../core/amounts/lower-of.ts';
import { FerrymanError } from '../../../errors/ferryman-error.ts';
import type { BitcoinSimulation } from '../../../ports/bitcoin-simulation.ts';
import type { SimulatedChanges, SimulateRequest } from '../../../ports/chain-adapter.ts';
import { mapBounded } from '../../shared/endpoints/map-bounded.ts';
import type { BitcoinChain } from '../formats/chain.ts';
import { isOwn } from '../formats/own-scripts.ts';
import { type Outpoint, outpointKey } from '../formats/read-transaction.ts';
import { requireNative } from './balances.ts';
import type { Endpoint } from './endpoint.ts';
import { lowestRate, readFeeRate } from './estimate-fee.ts';
import { feeOf, sumOf } from './funded-transaction.ts';
import { readTip } from './head.ts';
import { readPreviousOutputs } from './read-previous-outputs.ts';
import { decodeUnsigned } from './unsigned-bytes.ts';
import type { Wallets } from './wallets.ts';

/**
 * The bytes of a Bitcoin transaction state all its effects, so there is nothing to execute. Checks
 * only that its coins are unspent.
 */
export async function simulate(
  endpoint: Endpoint,
  chain: BitcoinChain,
  wallets: Wallets,
  { unsigned, accounts, tokens, inspect }: SimulateRequest,
): Promise<SimulatedChanges> {
  for (const token of tokens) requireNative(chain, token);
  const funded = decodeUnsigned(unsigned.bytes);
  const { inputs, outputs } = funded.transaction;
  const [{ number: height }, market, previousOutputs, waiting] = await Promise.all([
    readTip(endpoint),
    readFeeRate(endpoint),
    readPreviousOutputs(endpoint, inputs),
    findWaiting(endpoint, inputs),
  ]);
  await mapBounded(inputs, async (input) => {
    const coin = outpointKey(input);
    const spend = await endpoint.spendOf(coin);
    // A spender in the mempool may be the transaction that this one replaces.
    if (!spend?.block) return;
    throw new FerrymanError(
      'TRANSACTION_REVERTS',
      `the coin ${coin} is already spent by ${spend.txId}`,
    );
  });
  const { address: token } = chain.nativeToken;
  const { publicKey } = await wallets.of(unsigned.account);
  const owners = [...new Set([unsigned.account, ...accounts])];
  const owned = await Promise.all(owners.map((account) => wallets.of(account)));
  const balanceChanges = owned.map(({ account, scripts }) => {
    const ours = (held: readonly { value: bigint; script: Uint8Array }[]): bigint =>
      sumOf(held.filter(({ script }) => isOwn(scripts, script)));
    // Balance changes exclude the sender's network fee.
    const fee = account === unsigned.account ? feeOf(funded) : 0n;
    return { account, token, delta: ours(outputs) - ours(funded.previousOutputs) + fee };
  });
  return {
    balanceChanges,
    allowanceChanges: [],
    authorityChanges: [],
    inspected: new Map(
      [...owners, ...inspect].map((address) => [address, { hasCode: false, isToken: false }]),
    ),
    bitcoin: {
      previousOutputs,
      ...(publicKey ? { publicKey } : {}),
      waiting,
      tip: height,
      estimatedRate: market.rate,
      ...(market.isLeast ? { isLeastRate: true as const } : {}),
    },
    block: height,
  };
}

/**
 * What hosts must agree on beside the changes. What they may honestly differ in, such as the newest
 * block, is left out: `joinBitcoin`.
 */
export function bitcoinFacts({ bitcoin }: SimulatedChanges): string[] {
  if (!bitcoin) return [];
  return [...bitcoin.previousOutputs].map(
    ([coin, { value, script }]) =>
      `${coin} has ${value} for ${Buffer.from(script).toString('hex')}`,
  );
}

/**
 * Of hosts that agree on the changes, each counts that says that a coin is unconfirmed, or that its
 * transaction has inscribed something: an id does not bind witnesses, so a host can leave out the
 * inscription. The lowest estimated fee rate bounds the fee, and the lowest height the locktime.
 */
export function joinBitcoin(
  changes: readonly [SimulatedChanges, ...SimulatedChanges[]],
): SimulatedChanges {
  const [first] = changes;
  if (!first.bitcoin) return first;
  const shown = changes.flatMap(({ bitcoin }) => (bitcoin ? [bitcoin] : []));
  const isInscribed = (coin: string): boolean =>
    shown.some(({ previousOutputs }) => previousOutputs.get(coin)?.isInscribed === true);
  const { previousOutputs } = first.bitcoin;
  return {
    ...first,
    bitcoin: {
      ...first.bitcoin,
      previousOutputs: new Map(
        [...previousOutputs].map(([coin, output]) => [
          coin,
          isInscribed(coin) ? { ...output, isInscribed: true } : output,
        ]),
      ),
      waiting: [...new Set(shown.flatMap(({ waiting }) => waiting))],
      tip: shown.map(({ tip }) => tip).reduce(lowerOf),
      estimatedRate: rateOf(shown),
    },
  };
}

function rateOf(shown: readonly BitcoinSimulation[]): bigint {
  const [first, ...others] = shown.map(({ estimatedRate: rate, isLeastRate }) =>
    isLeastRate ? { rate, isLeast: isLeastRate } : { rate },
  );
  if (!first) throw new FerrymanError('INTERNAL', 'no host has shown a fee rate');
  return lowestRate([first, ...others]);
}

/** The unconfirmed outpoints: their transactions, and with them any spender, may disappear. */
async function findWaiting(endpoint: Endpoint, outpoints: readonly Outpoint[]): Promise<string[]> {
  const found = await mapBounded([...new Set(outpoints.map(({ txid }) => txid))], async (txid) => {
    const made = await endpoint.transaction(txid);
    return made?.block ? [] : [txid];
  });
  const makers = new Set(found.flat());
  return outpoints.filter(({ txid }) => makers.has(txid)).map(outpointKey);
}
