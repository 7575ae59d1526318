import { type CallName, nameByNumber, type ProgramKind, unknownName } from './call-names.ts';
import type { SolanaInstruction } from './effects.ts';

/** Programs that every cluster has, by address (solana.com/docs, programs; spl.solana.com). */
const programKinds: ReadonlyMap<string, ProgramKind> = new Map([
  ['11111111111111111111111111111111', 'system'],
  ['ComputeBudget111111111111111111111111111111', 'compute_budget'],
  ['TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA', 'token'],
  ['TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb', 'token'],
  ['ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL', 'associated_token'],
  ['MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr', 'memo'],
  ['Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo', 'memo'],
]);

type Said = `${ProgramKind} ${CallName}`;

/**
 * What is read of an instruction has this many bytes and at least so many accounts; whatever else
 * is `unknown`.
 */
const shapes: ReadonlyMap<Said, { bytes: number; accounts: number }> = new Map([
  ['system transfer', { bytes: 12, accounts: 2 }],
  ['token transfer', { bytes: 9, accounts: 3 }],
  ['token transferChecked', { bytes: 10, accounts: 4 }],
  ['token closeAccount', { bytes: 1, accounts: 3 }],
  ['token syncNative', { bytes: 1, accounts: 1 }],
  ['token initializeAccount3', { bytes: 33, accounts: 2 }],
  ['compute_budget requestHeapFrame', { bytes: 5, accounts: 0 }],
  ['compute_budget setComputeUnitLimit', { bytes: 5, accounts: 0 }],
  ['compute_budget setComputeUnitPrice', { bytes: 9, accounts: 0 }],
  ['compute_budget setLoadedAccountsDataSizeLimit', { bytes: 5, accounts: 0 }],
]);

/** Where the number stands that an instruction is about, and how many bytes it has. */
const amounts: ReadonlyMap<Said, readonly [place: number, length: number]> = new Map([
  ['system transfer', [4, 8]],
  ['token transfer', [1, 8]],
  ['token transferChecked', [1, 8]],
  ['compute_budget setComputeUnitLimit', [1, 4]],
  ['compute_budget setComputeUnitPrice', [1, 8]],
]);

export function readInstruction(
  program: string,
  accounts: readonly string[],
  data: Uint8Array,
): SolanaInstruction {
  const kind = kindOf(program);
  const said: Said = `${kind} ${nameOf(kind, data)}`;
  const shape = shapes.get(said);
  const fits = !shape || (data.length === shape.bytes && accounts.length >= shape.accounts);
  const [place, length] = amounts.get(said) ?? [0, 0];
  return {
    program,
    kind,
    name: fits ? nameOf(kind, data) : unknownName,
    accounts,
    data,
    amount: littleEndian(data.subarray(place, place + length)),
  };
}

export function kindOf(program: string): ProgramKind {
  return programKinds.get(program) ?? 'other';
}

/** What an instruction of a known program is called; programs that are not known have no names. */
export function nameOf(kind: ProgramKind, data: Uint8Array): CallName {
  const [first = 0] = data;
  switch (kind) {
    case 'system':
      return data.length < 4
        ? unknownName
        : nameByNumber(kind, Number(littleEndian(data.subarray(0, 4))));
    case 'token':
      return data.length === 0 ? unknownName : nameByNumber(kind, first);
    case 'associated_token':
      return data.length > 1 ? unknownName : nameByNumber(kind, first);
    case 'compute_budget':
      return nameByNumber(kind, first);
    case 'memo':
      return 'memo';
    case 'other':
      return unknownName;
  }
}

export function littleEndian(bytes: Uint8Array): bigint {
  return bytes.reduceRight((value, byte) => value * 256n + BigInt(byte), 0n);
}
