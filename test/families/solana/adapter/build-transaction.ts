import {
  AddressLookupTableAccount,
  Keypair,
  type PublicKey,
  type TransactionInstruction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js';
import type { SolanaTransaction } from '../../../../src/families/solana/formats/transaction.ts';

/**
 * A transaction as a routing service gives it: of version 0 where there are lookup tables, signed
 * by whoever is named.
 */
export function built(
  payerKey: PublicKey,
  instructions: TransactionInstruction[],
  {
    tables = [],
    recentBlockhash = '11111111111111111111111111111112',
    signers = [],
  }: { tables?: AddressLookupTableAccount[]; recentBlockhash?: string; signers?: Keypair[] } = {},
): SolanaTransaction {
  const message = new TransactionMessage({ payerKey, recentBlockhash, instructions });
  const compiled =
    tables.length > 0 ? message.compileToV0Message(tables) : message.compileToLegacyMessage();
  const transaction = new VersionedTransaction(compiled);
  transaction.sign(signers);
  return { family: 'solana', data: Buffer.from(transaction.serialize()).toString('base64') };
}

export function table(
  addresses: PublicKey[],
  address = Keypair.generate().publicKey,
): AddressLookupTableAccount {
  return new AddressLookupTableAccount({
    key: address,
    state: {
      addresses,
      deactivationSlot: 2n ** 64n - 1n,
      lastExtendedSlot: 0,
      lastExtendedSlotStartIndex: 0,
    },
  });
}
