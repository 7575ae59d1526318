/** Programs on every cluster. `other`: any other program. */
export type ProgramKind =
  | 'system'
  | 'compute_budget'
  | 'token'
  | 'associated_token'
  | 'memo'
  | 'other';

/** Calls by number, with the names of the nodes' parsed form. */
const callNames = {
  system: {
    0: 'createAccount',
    1: 'assign',
    2: 'transfer',
    3: 'createAccountWithSeed',
    4: 'advanceNonce',
    5: 'withdrawFromNonce',
    6: 'initializeNonce',
    7: 'authorizeNonce',
    8: 'allocate',
    9: 'allocateWithSeed',
    10: 'assignWithSeed',
    11: 'transferWithSeed',
    12: 'upgradeNonce',
  },
  token: {
    // Of the initializing calls, only those that open an account are named: they take nothing from
    // its owner. Others stay `unknown`.
    1: 'initializeAccount',
    3: 'transfer',
    4: 'approve',
    5: 'revoke',
    6: 'setAuthority',
    7: 'mintTo',
    8: 'burn',
    9: 'closeAccount',
    10: 'freezeAccount',
    11: 'thawAccount',
    12: 'transferChecked',
    13: 'approveChecked',
    14: 'mintToChecked',
    15: 'burnChecked',
    16: 'initializeAccount2',
    17: 'syncNative',
    18: 'initializeAccount3',
    21: 'getAccountDataSize',
    22: 'initializeImmutableOwner',
    38: 'withdrawExcessLamports',
    45: 'unwrapLamports',
    255: 'batch',
  },
  associated_token: { 0: 'create', 1: 'createIdempotent', 2: 'recoverNested' },
  compute_budget: {
    1: 'requestHeapFrame',
    2: 'setComputeUnitLimit',
    3: 'setComputeUnitPrice',
    4: 'setLoadedAccountsDataSizeLimit',
  },
  memo: { 0: 'memo' },
  other: {},
} as const satisfies Record<ProgramKind, Readonly<Record<number, string>>>;

type Named = Exclude<ProgramKind, 'other'>;
/** The name of a call. `unknown` if the table lacks its program or number. */
export type CallName =
  | { [Kind in Named]: (typeof callNames)[Kind][keyof (typeof callNames)[Kind]] }[Named]
  | typeof unknownName;

export const unknownName = 'unknown';

export function nameByNumber(kind: ProgramKind, number: number): CallName {
  const names: Readonly<Record<number, CallName>> = callNames[kind];
  return names[number] ?? unknownName;
}

/** A node's name for a call. `unknown` unless the table has the same name. */
export function reportedCallName(kind: ProgramKind, reported: string): CallName {
  const names: readonly CallName[] = Object.values(callNames[kind]);
  return names.find((name) => name === reported) ?? unknownName;
}
