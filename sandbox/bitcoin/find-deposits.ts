import { Buffer } from 'node:buffer';
import { opcodes, script as scripts, type Transaction } from 'bitcoinjs-lib';
import type { BridgeId } from '../chains/bridge-ids.ts';
import type { BitcoinChain } from './bitcoin-chain.ts';
import type { ResolvedTransaction } from './resolved-transaction.ts';

/** A deposit at a provider's gateway. */
export interface Deposit {
  /** The order of the memo. The memo itself if no order has it; empty without a memo. */
  readonly orderId: string;
  /** The provider that owns the gateway. */
  readonly gatewayId: BridgeId;
  /** In satoshis. */
  readonly amount: bigint;
  readonly txid: string;
}

/** All payments of a transaction to gateways. */
export function findDeposits(
  { txid, wire }: Pick<ResolvedTransaction, 'txid' | 'wire'>,
  { gateways, memos }: Pick<BitcoinChain, 'gateways' | 'memos'>,
): Deposit[] {
  return [...gateways].flatMap(([gatewayId, gateway]) => {
    const paid = wire.outs.filter(({ script }) => Buffer.compare(script, gateway) === 0);
    if (paid.length === 0) return [];
    const amount = paid.reduce((sum, { value }) => sum + value, 0n);
    return [{ orderId: memos.orderOf(readMemo(wire)), gatewayId, amount, txid }];
  });
}

/** @returns an empty text if there is no memo or more than one */
export function readMemo({ outs }: Transaction): string {
  const [memo, ...others] = outs.flatMap(({ script }) => {
    const [operation, data, ...more] = scripts.decompile(script) ?? [];
    const isMemo =
      operation === opcodes.OP_RETURN && data instanceof Uint8Array && more.length === 0;
    return isMemo ? [Buffer.from(data).toString('utf8')] : [];
  });
  return others.length > 0 ? '' : (memo ?? '');
}
