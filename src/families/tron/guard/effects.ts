import type { CallEffects } from '../../../guard/effects.ts';

/** A transfer of TRX has whom it is for as its target, and no data. */
export interface TronEffects extends CallEffects {
  family: 'tron';
  /** `TriggerSmartContract`, `TransferContract`, or another that no rule allows. */
  contractType: string;
  /** What stands beside the contract (`data`); absent: nothing. */
  memo: Uint8Array | undefined;
  /** Whose transaction it is; absent where the type is another. */
  owner: string | undefined;
  /** By which of the account's permissions it is signed; zero: its owner's. */
  permissionId: bigint;
  /** TRC-10 tokens sent along. */
  tokenValue: bigint;
  tokenId: bigint;
  /** Sun that energy may cost at most: by the bytes, and as it was estimated. */
  feeLimit: bigint;
  estimatedFeeLimit: bigint;
  /** The block without which the transaction is void: two bytes and eight, in hex. */
  referenceBytes: string;
  referenceHash: string;
  /**
   * When the bytes say that they stop being valid, and when the adapter says so; milliseconds since
   * the epoch.
   */
  expiration: bigint;
  expires: bigint | undefined;
  /** When they say that they were made. */
  timestamp: bigint;
}
