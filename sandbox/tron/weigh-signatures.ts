import { type Address, type Hex, recoverAddress, size, slice } from 'viem';
import { renderTronAddress } from './tron-address.ts';
import type { TronTransaction } from './tron-transaction.ts';

/**
 * Why signatures are invalid, with java-tron's code and text (`TransactionCapsule.checkWeight`).
 */
interface SignatureFault {
  readonly code: 'SIGNATURE_FORMAT_ERROR' | 'COMPUTE_ADDRESS_ERROR' | 'PERMISSION_ERROR';
  readonly message: string;
}

/** The signers of a transaction. */
type Signers = readonly Address[] | SignatureFault;

/** Recovers the signers, authorized or not. */
export async function recoverSigners({ id, signatures }: TronTransaction): Promise<Signers> {
  const wrong = signatures.find((signature) => size(signature) !== 65);
  if (wrong !== undefined)
    return { code: 'SIGNATURE_FORMAT_ERROR', message: `Signature size is ${size(wrong)}` };
  const recovered = await Promise.all(signatures.map((signature) => recoverSigner(id, signature)));
  const signers = recovered.filter((signer) => signer !== undefined);
  if (signers.length === signatures.length) return signers;
  return {
    code: 'COMPUTE_ADDRESS_ERROR',
    message: 'Header is out of range, or the signature is not on the curve',
  };
}

/** Recovers the authorized signers: an account has only the owner permission with one key. */
export async function weighSignatures(transaction: TronTransaction): Promise<Signers> {
  const { signatures, contract } = transaction;
  if (signatures.length > 1) {
    const message = `Signature count is ${signatures.length} more than key counts of permission : 1`;
    return { code: 'PERMISSION_ERROR', message };
  }
  const signers = await recoverSigners(transaction);
  if ('code' in signers) return signers;
  const [signature = '0x', signer = contract.owner] = [signatures[0], signers[0]];
  if (signer === contract.owner) return signers;
  return {
    code: 'PERMISSION_ERROR',
    message: `${signature.slice(2)} is signed by ${renderTronAddress(signer)} but it is not contained of permission.`,
  };
}

/** @returns undefined if no key can have made the signature */
async function recoverSigner(hash: Hex, signature: Hex): Promise<Address | undefined> {
  // Wallets write the recovery bit as 0 or 1, or as 27 or 28.
  if (![0, 1, 27, 28].includes(Number(slice(signature, 64)))) return undefined;
  try {
    return await recoverAddress({ hash, signature });
  } catch (error) {
    // The curve's library throws for such numbers.
    if (error instanceof Error) return undefined;
    throw error;
  }
}
