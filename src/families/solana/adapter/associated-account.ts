import { PublicKey } from '@solana/web3.js';
import { associatedTokenProgram, metadataProgram } from './programs.ts';

/**
 * The default token account of an owner for a mint (spl.solana.com, associated token account).
 */
export function associatedAccountOf(owner: string, mint: string, program: string): string {
  return derived(associatedTokenProgram, [bytesOf(owner), bytesOf(program), bytesOf(mint)]);
}

/** The account in which Metaplex's token metadata program stores a mint's name and symbol. */
export function metadataAccountOf(mint: string): string {
  return derived(metadataProgram, [
    new TextEncoder().encode('metadata'),
    bytesOf(metadataProgram),
    bytesOf(mint),
  ]);
}

function derived(program: string, seeds: Uint8Array[]): string {
  return PublicKey.findProgramAddressSync(seeds, new PublicKey(program))[0].toBase58();
}

function bytesOf(address: string): Uint8Array {
  return new PublicKey(address).toBytes();
}
