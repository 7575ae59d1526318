import type { CallEffects } from '../../../guard/effects.ts';

/** For a transfer of TRX, the target is the receiver and there is no data. */
export interface TronEffects extends CallEffects {
  family: 'tron';
  /** `TriggerSmartContract`, `TransferContract`, or a type that no rule allows. */
  contractType: string;
  /** The memo (`data`). `undefined` if there is none. */
  memo: Uint8Array | undefined;
  /** The sender. `undefined` for other contract types. */
  owner: string | undefined;
  /** The account's permission that signs it. Zero is the owner permission. */
  permissionId: bigint;
  /** TRC-10 tokens sent along. */
  tokenValue: bigint;
  tokenId: bigint;
  /** Maximum cost of energy in sun: in the bytes, and as estimated. */
  feeLimit: bigint;
  estimatedFeeLimit: bigint;
  /** The reference block, without which the transaction is void: two and eight bytes in hex. */
  referenceBytes: string;
  referenceHash: string;
  /** Expiration by the bytes and by the adapter, in milliseconds since the epoch. */
  expiration: bigint;
  expires: bigint | undefined;
  /** Creation time by the bytes, in milliseconds since the epoch. */
  timestamp: bigint;
}
