import type { BridgeId } from '../chains/bridge-ids.ts';
import type { ExecutedTransaction } from './execute-transaction.ts';
import { lamportChanges, movedBy, tokenChanges } from './moved-amounts.ts';
import { readMemos } from './read-memos.ts';
import { SOL, SOLANA_TOKENS, type SolanaToken } from './solana-catalogue.ts';
import type { SolanaChain } from './solana-chain.ts';

/** A deposit at a provider's gateway. */
export interface Deposit {
  /** The payer's memo; empty if there is none. */
  readonly orderId: string;
  /** The provider that owns the gateway. */
  readonly gatewayId: BridgeId;
  readonly token: SolanaToken;
  /** In base units. */
  readonly amount: bigint;
  /** Base58 address of the fee payer. */
  readonly payer: string;
  readonly signature: string;
}

/** All payments of a transaction to gateways; none if it failed. */
export function findDeposits(
  executed: ExecutedTransaction,
  { gateways }: Pick<SolanaChain, 'gateways'>,
): Deposit[] {
  const { accounts, outcome, transaction } = executed;
  if (outcome.error !== null) return [];
  return [...gateways].flatMap(([gatewayId, address]) =>
    arrivedAt(address.toBase58(), executed).map(({ token, amount }) => ({
      orderId: readMemos(transaction.message)[0] ?? '',
      gatewayId,
      token,
      amount,
      payer: accounts.keys[0]?.toBase58() ?? '',
      signature: transaction.signature,
    })),
  );
}

/** The amount that a transaction paid to an account. @param gateway base58 */
export function arrivedAt(
  gateway: string,
  executed: ExecutedTransaction,
): { token: SolanaToken; amount: bigint }[] {
  const moved = movedBy(executed);
  const coins = lamportChanges(moved).filter(({ address }) => address === gateway);
  const arrived = coins.map(({ change }) => ({ token: SOL, amount: change }));
  for (const { owner, mint, change } of tokenChanges(moved)) {
    const token = SOLANA_TOKENS.find(({ address }) => address === mint);
    if (owner === gateway && token !== undefined) arrived.push({ token, amount: change });
  }
  return arrived.filter(({ amount }) => amount > 0n);
}
