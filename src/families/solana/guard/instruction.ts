import { type CallName, nameByNumber, type ProgramKind, unknownName } from './call-names.ts';
import type { SolanaInstruction } from './effects.ts';

/** Programs on every cluster, by address (solana.com/docs, programs; spl.solana.com). */
const programKinds: ReadonlyMap<string, ProgramKind> = new Map([
  ['11111111111111111111111111111111', 'system'],
  ['ComputeBudget111111111111111111111111111111', 'compute_budget'],
  ['TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA', 'token'],
  ['TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb', 'token'],
  ['ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL', 'associated_token'],
  ['MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr', 'memo'],
  ['Memo1UhkJRfHyvLMcVucJwxXeuD728EqVDDwQDxFMNo', 'memo'],
]);

type CallKey = `${ProgramKind} ${CallName}`;

/**
 * The exact data length and the minimum number of accounts of the calls that the guard reads. An
 * instruction with another shape is `unknown`.
 */
const shapes: ReadonlyMap<CallKey, { bytes: number; accounts: number }> = new Map([
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

/** Offset and length of an instruction's amount. */
const amounts: ReadonlyMap<CallKey, readonly [offset: number, length: number]> = new Map([
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
  const key: CallKey = `${kind} ${nameOf(kind, data)}`;
  const shape = shapes.get(key);
  const fits = !shape || (data.length === shape.bytes && accounts.length >= shape.accounts);
  const [offset, length] = amounts.get(key) ?? [0, 0];
  return {
    program,
    kind,
    name: fits ? nameOf(kind, data) : unknownName,
    accounts,
    data,
    amount: littleEndian(data.subarray(offset, offset + length)),
  };
}

export function kindOf(program: string): ProgramKind {
  return programKinds.get(program) ?? 'other';
}

/** The name of a call. Calls of unknown programs are `unknown`. */
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
