import type { TokenAddress } from '../../../core/swap/chains.ts';
import type { SimulatedChanges } from '../../../ports/chain-adapter.ts';
import type { Account } from './answers.ts';
import { nativeMint, systemProgram } from './programs.ts';
import { parseTokenAccount, type TokenAccount } from './token-layouts.ts';

/** Accounts before and after a simulated transaction. */
export interface SimulatedAccounts {
  slot: bigint;
  before: ReadonlyMap<string, Account | undefined>;
  /** The writable accounts. */
  after: ReadonlyMap<string, Account | undefined>;
  /** Lamports that the fee payer paid. */
  fee: bigint;
}

type AccountMap = SimulatedAccounts['before'];

/** Whether an account is the owner's own account or one of its token accounts. */
export function concerns(owner: string, address: string, account: Account | undefined): boolean {
  return address === owner || parseTokenAccount(account)?.owner === owner;
}

/**
 * Each owner's change of each token, over all of its writable token accounts, and of the native
 * coin without the fee. Rent in the sender's token accounts still counts as the sender's, because
 * closing them returns it. Rent paid into other owners' accounts is not a gain. Wrapped coins count
 * as tokens.
 */
export function balanceChanges(
  { before, after, fee }: SimulatedAccounts,
  {
    sender,
    owners,
    native,
    tokens,
  }: { sender: string; owners: readonly string[]; native: string; tokens: readonly string[] },
): SimulatedChanges['balanceChanges'] {
  const writable = [...after.keys()];
  return owners.flatMap((owner) => {
    const held = (accounts: AccountMap) => holdings(accounts, writable, owner);
    const [had, has] = [held(before), held(after)];
    const charged = owner === sender ? fee : 0n;
    const rent = has.rent - had.rent;
    const ownRent = owner === sender || rent < 0n ? rent : 0n;
    const mints = new Set<TokenAddress>([...tokens, ...had.tokens.keys(), ...has.tokens.keys()]);
    const changed = [...mints].map((token) => ({
      account: owner,
      token,
      delta: (has.tokens.get(token) ?? 0n) - (had.tokens.get(token) ?? 0n),
    }));
    return [
      { account: owner, token: native, delta: has.lamports - had.lamports + ownRent + charged },
      ...changed.filter(({ token, delta }) => delta !== 0n || tokens.includes(token)),
    ];
  });
}

function holdings(
  accounts: AccountMap,
  writable: readonly string[],
  owner: string,
): { lamports: bigint; rent: bigint; tokens: Map<string, bigint> } {
  let lamports = 0n;
  let rent = 0n;
  const tokens = new Map<string, bigint>();
  for (const address of writable) {
    const account = accounts.get(address);
    if (!account) continue;
    if (address === owner) lamports += account.lamports;
    const held = parseTokenAccount(account);
    if (held?.owner !== owner) continue;
    tokens.set(held.mint, (tokens.get(held.mint) ?? 0n) + held.amount);
    rent += held.mint === nativeMint ? account.lamports - held.amount : account.lamports;
  }
  return { lamports, rent, tokens };
}

/** Delegated amounts of the sender's token accounts. Requested pairs without any are zero. */
export function allowanceChanges(
  { before, after }: SimulatedAccounts,
  {
    sender,
    tokens,
    spenders,
  }: { sender: string; tokens: readonly string[]; spenders: readonly string[] },
): SimulatedChanges['allowanceChanges'] {
  const changes = new Map<
    string,
    { token: string; spender: string; before: bigint; after: bigint }
  >();
  const changeOf = (token: string, spender: string) => {
    const key = `${token} ${spender}`;
    const change = changes.get(key) ?? { token, spender, before: 0n, after: 0n };
    changes.set(key, change);
    return change;
  };
  for (const token of tokens) for (const spender of spenders) changeOf(token, spender);
  for (const address of after.keys()) {
    const [had, has] = [before, after].map((accounts) => heldBy(sender, accounts.get(address)));
    if (had?.delegate !== undefined) changeOf(had.mint, had.delegate).before += had.delegatedAmount;
    if (has?.delegate !== undefined) changeOf(has.mint, has.delegate).after += has.delegatedAmount;
  }
  return [...changes.values()];
}

/** Changes of program, owner and close authority of the sender's account and token accounts. */
export function authorityChanges(
  { before, after }: SimulatedAccounts,
  sender: string,
): SimulatedChanges['authorityChanges'] {
  return [...after].flatMap(([address, account]) => {
    const changed = (what: string, was: string | undefined, is: string | undefined) =>
      was === is ? [] : [{ account: address, what, before: was ?? 'none', after: is ?? 'none' }];
    if (address === sender) {
      return changed(
        'program',
        before.get(address)?.owner ?? systemProgram,
        account?.owner ?? systemProgram,
      );
    }
    const had = heldBy(sender, before.get(address));
    const has = parseTokenAccount(account);
    if (had && account) {
      return [
        ...changed('program', before.get(address)?.owner, account.owner),
        ...changed('owner', sender, has?.owner),
        ...changed('close authority', had.closeAuthority, has?.closeAuthority),
      ];
    }
    // A new token account of the sender must not start with a close authority.
    return has?.owner === sender ? changed('close authority', undefined, has.closeAuthority) : [];
  });
}

function heldBy(owner: string, account: Account | undefined): TokenAccount | undefined {
  const held = parseTokenAccount(account);
  return held?.owner === owner ? held : undefined;
}
