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
  /** Sign now. The signatures of all others stay empty. */
  readonly signers: readonly Keypair[];
  /** Default: a legacy transaction. With a table: a version 0 transaction that uses it. */
  readonly lookupTable?: AddressLookupTableAccount | undefined;
}

/** Builds the bytes of a transaction. */
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
