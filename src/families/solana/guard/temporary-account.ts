import { encodeBase58 } from '../../shared/formats/base58.ts';
import { nativeMint, seededAddress, tokenPrograms } from './address.ts';
import type { CallName } from './call-names.ts';
import type { SolanaInstruction } from './effects.ts';
import { littleEndian } from './instruction.ts';

/** Rent exemption of a token account (165 bytes; Token-2022: 200) (solana.com/docs, rent). */
const rents: ReadonlyMap<string, bigint> = new Map([
  [tokenPrograms[0], 2_039_280n],
  [tokenPrograms[1], 2_282_880n],
]);
const tokenAccountBytes = 165n;

/** Rent that the wallet pays in an instruction, for its own or for others' token accounts. */
export function rentOf(
  { kind, accounts }: Pick<SolanaInstruction, 'kind' | 'accounts'>,
  wallet: string,
): { own: bigint; others: bigint } {
  const [payer, , owner, , , program = ''] = accounts;
  if (kind !== 'associated_token' || payer !== wallet) return { own: 0n, others: 0n };
  const rent = rents.get(program) ?? 0n;
  return owner === wallet ? { own: rent, others: 0n } : { own: 0n, others: rent };
}

/**
 * Whether `created` creates the temporary account that unwraps coins: derived from the wallet, with
 * at most its rent, and opened for and closed to the wallet in the same transaction.
 */
export function isTemporaryAccount(
  instructions: readonly SolanaInstruction[],
  created: SolanaInstruction,
  wallet: string,
): boolean {
  const creation = readCreation(created);
  const [payer, account] = created.accounts;
  if (!creation || payer !== wallet || creation.base !== wallet || account === undefined)
    return false;
  const isRight =
    creation.owner === tokenPrograms[0] &&
    creation.space === tokenAccountBytes &&
    creation.lamports <= (rents.get(tokenPrograms[0]) ?? 0n) &&
    account === seededAddress(wallet, creation.seed, creation.owner);
  const on = (name: CallName): SolanaInstruction | undefined =>
    instructions.find(
      (one) => one.program === creation.owner && one.name === name && one.accounts[0] === account,
    );
  const [opened, closed] = [on('initializeAccount3'), on('closeAccount')];
  return isRight && opensForWallet(opened, wallet) && closed?.accounts[1] === wallet;
}

function opensForWallet(opened: SolanaInstruction | undefined, wallet: string): boolean {
  return opened?.accounts[1] === nativeMint && encodeBase58(opened.data.subarray(1, 33)) === wallet;
}

/** `createAccountWithSeed`: base, length-prefixed seed, lamports, space, owner. */
function readCreation({ data }: SolanaInstruction) {
  const seedLength = Number(littleEndian(data.subarray(36, 44)));
  const end = 44 + seedLength;
  if (seedLength > 32 || data.length !== end + 48) return undefined;
  return {
    base: encodeBase58(data.subarray(4, 36)),
    seed: data.subarray(44, end),
    lamports: littleEndian(data.subarray(end, end + 8)),
    space: littleEndian(data.subarray(end + 8, end + 16)),
    owner: encodeBase58(data.subarray(end + 16, end + 48)),
  };
}
