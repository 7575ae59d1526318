import type { Endpoints } from '../../shared/endpoints/endpoints.ts';
import { isOwn } from '../formats/own-scripts.ts';
import type { BitcoinOutput } from '../formats/read-transaction.ts';
import type { Endpoint } from './endpoint.ts';
import type { Wallet } from './wallets.ts';

/** The wallet's outputs minus the wallet's coins that it spends: the fee is in it. */
export async function coinChangeIn(
  endpoints: Endpoints<Endpoint>,
  txId: string,
  { scripts }: Wallet,
): Promise<bigint | undefined> {
  const found = await endpoints.find((endpoint) => endpoint.transaction(txId));
  if (!found?.block) return undefined;
  const ofWallet = (outputs: readonly BitcoinOutput[]): bigint =>
    outputs
      .filter(({ script }) => isOwn(scripts, script))
      .reduce((sum, { value }) => sum + value, 0n);
  return ofWallet(found.outputs) - ofWallet(found.spends);
}
