import { FerrymanError } from '../../../errors/ferryman-error.ts';
import type { SimulatedChanges, SimulateRequest } from '../../../ports/chain-adapter.ts';
import { mapBounded } from '../../shared/endpoints/map-bounded.ts';
import type { BitcoinChain } from '../formats/chain.ts';
import { type Outpoint, outpointKey } from '../formats/read-transaction.ts';
import { requireNative } from './balances.ts';
import type { Endpoint } from './endpoint.ts';
import { readFeeRate } from './estimate-fee.ts';
import { feeOf, sameScript, sumOf } from './funded-transaction.ts';
import { readTip } from './head.ts';
import { readPreviousOutputs } from './read-previous-outputs.ts';
import { requireScript } from './require-account.ts';
import { decodeUnsigned } from './unsigned-bytes.ts';

/**
 * There is nothing to be played: a transaction of Bitcoin moves what it says. What can be wrong
 * with it is that a coin is spent already, which is asked.
 */
export async function simulate(
  endpoint: Endpoint,
  chain: BitcoinChain,
  { unsigned, accounts, tokens, inspect }: SimulateRequest,
): Promise<SimulatedChanges> {
  for (const token of tokens) requireNative(chain, token);
  const funded = decodeUnsigned(unsigned.bytes);
  const { inputs, outputs } = funded.transaction;
  const [{ number: height }, estimatedRate, previousOutputs, waiting] = await Promise.all([
    readTip(endpoint),
    readFeeRate(endpoint),
    readPreviousOutputs(endpoint, inputs),
    findWaiting(endpoint, inputs),
  ]);
  await mapBounded(inputs, async (input) => {
    const coin = outpointKey(input);
    const spend = await endpoint.spendOf(coin);
    // In the mempool it may be spent by what this is to take the place of.
    if (!spend?.block) return;
    throw new FerrymanError(
      'TRANSACTION_REVERTS',
      `the coin ${coin} is spent already, by ${spend.txId}`,
    );
  });
  const { address: token } = chain.nativeToken;
  const owners = [...new Set([unsigned.account, ...accounts])];
  const balanceChanges = owners.map((account) => {
    const script = requireScript(chain, account);
    const ours = (held: readonly { value: bigint; script: Uint8Array }[]): bigint =>
      sumOf(held.filter((output) => sameScript(output.script, script)));
    // The network fee is left out: it is the sender's.
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
    bitcoin: { previousOutputs, waiting, tip: height, estimatedRate },
    block: height,
  };
}

/**
 * Those that are in no block: what somebody else made may go away again, and with it all that
 * spends it.
 */
async function findWaiting(endpoint: Endpoint, outpoints: readonly Outpoint[]): Promise<string[]> {
  const found = await mapBounded([...new Set(outpoints.map(({ txid }) => txid))], async (txid) => {
    const made = await endpoint.transaction(txid);
    return made?.block ? [] : [txid];
  });
  const makers = new Set(found.flat());
  return outpoints.filter(({ txid }) => makers.has(txid)).map(outpointKey);
}
