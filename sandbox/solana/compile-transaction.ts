import {
  type AddressLookupTableAccount,
  type Keypair,
  type PublicKey,
  type TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js';

export interface TransactionPlan {
  readonly payer: PublicKey;
  readonly instructions: readonly TransactionInstruction[];
  readonly blockhash: string;
  /** Sign already now; the places of all others stay empty. */
  readonly signers: readonly Keypair[];
  /**
   * Makes it a version 0 transaction that takes addresses from this table; otherwise it is a legacy
   * one.
   */
  readonly lookupTable?: AddressLookupTableAccount | undefined;
}

/** Makes the bytes of a transaction. */
export function compileTransaction(plan: TransactionPlan): Uint8Array {
  const { payer, instructions, blockhash, signers, lookupTable } = plan;
  const message = new TransactionMessage({
    payerKey: payer,
    instructions: [...instructions],
    recentBlockhash: blockhash,
  });
  const transaction = new VersionedTransaction(
    lookupTable === undefined
      ? message.compileToLegacyMessage()
      : message.compileToV0Message([lookupTable]),
  );
  if (signers.length > 0) transaction.sign([...signers]);
  return transaction.serialize();
}
