import { FerrymanError } from '../../../errors/ferryman-error.ts';
import type { BitcoinPsbt, BitcoinTransaction } from '../formats/transaction.ts';
import type { Endpoint } from './endpoint.ts';
import type { FundedTransaction } from './funded-transaction.ts';
import { readTip } from './head.ts';
import { readPreviousOutputs } from './read-previous-outputs.ts';
import { acceptRouterPsbt, readRouterPsbt } from './read-router-psbt.ts';
import { encodeUnsigned } from './unsigned-bytes.ts';
import type { Wallet } from './wallets.ts';

/**
 * An order's transaction, with the spent outputs read from the endpoint instead of the PSBT. Throws
 * `ROUTER_MALFORMED`, `RPC_UNAVAILABLE`.
 */
export async function readOrder(
  endpoint: Endpoint,
  wallet: Wallet,
  transaction: BitcoinTransaction,
): Promise<FundedTransaction> {
  const { psbt, signInputs } = requirePsbt(transaction);
  const read = readRouterPsbt({ psbt });
  const [{ number: height }, previousOutputs] = await Promise.all([
    readTip(endpoint),
    readPreviousOutputs(endpoint, read.transaction.inputs),
  ]);
  const own = { scripts: wallet.scripts, previousOutputs, tip: Number(height) };
  return acceptRouterPsbt(read, { signInputs }, own);
}

/** The transaction in the form of an order, with every input to sign. */
export function orderOf(funded: FundedTransaction): BitcoinPsbt {
  const psbt = Buffer.from(encodeUnsigned(funded).slice(2), 'hex').toString('base64');
  return {
    family: 'bitcoin',
    kind: 'psbt',
    psbt,
    signInputs: [...funded.transaction.inputs.keys()],
  };
}

/** Throws `INTERNAL` for a transfer, whose coins must be chosen first. */
export function requirePsbt(transaction: BitcoinTransaction): BitcoinPsbt {
  if (transaction.kind === 'psbt') return transaction;
  throw new FerrymanError('INTERNAL', 'the coins of a transfer are not chosen');
}
