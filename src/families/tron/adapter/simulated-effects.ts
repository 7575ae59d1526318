import { type Address, isAddressEqual, zeroAddress } from 'viem';
import { FerrymanError } from '../../../errors/ferryman-error.ts';
import { type LoggedEffect, parseEffect } from '../../shared/contracts/simulated-logs.ts';
import { parseWrapping } from '../../shared/contracts/token-logs.ts';
import type { TronChain } from '../formats/chain.ts';
import { parseTronAddress } from './accounts.ts';
import type { InternalTransaction, SimulatedCall } from './answers.ts';

/** A transfer from one account to another. */
export type Movement = { from: Address; to: Address } & (
  | {
      /** The token's contract, or the native coin. */
      token: Address | 'native';
      amount: bigint;
    }
  | {
      /** The name of a TRC-10 token, which has no contract. */
      token: `TRC-10 ${string}`;
      /** `undefined` if a node cannot report the amount exactly. */
      amount: bigint | undefined;
    }
);

export type Permission = Extract<LoggedEffect, { kind: 'permission' }>;

/** All transfers and permissions in the logs of a simulated call, and the values of its calls. */
export function effectsOf(
  chain: Pick<TronChain, 'wrappedNative'>,
  { logs, internal_transactions }: Pick<SimulatedCall, 'logs' | 'internal_transactions'>,
): { movements: Movement[]; permissions: Permission[] } {
  const effects = logs.flatMap((log) => parseEffect(log) ?? []);
  const wrapped = wrappedOf(chain);
  const wrappings = logs.flatMap((log) => {
    const wrapping =
      wrapped && isAddressEqual(log.address, wrapped) ? parseWrapping(log) : undefined;
    return wrapping ?? [];
  });
  return {
    movements: [
      ...effects.flatMap((effect): Movement[] => (effect.kind === 'transfer' ? [effect] : [])),
      ...wrappings,
      ...internal_transactions.flatMap(valuesOf),
    ],
    permissions: effects.filter((effect) => effect.kind === 'permission'),
  };
}

/** The transfers of value of a contract's call. Empty if the call was reverted. */
export function valuesOf({
  caller_address: from,
  transferTo_address: to = zeroAddress,
  callValueInfo,
  rejected,
}: InternalTransaction): Movement[] {
  if (rejected) return [];
  return callValueInfo
    .map((value): Movement => {
      if (value.tokenId === undefined)
        return { token: 'native', from, to, amount: value.callValue };
      return { token: `TRC-10 ${value.tokenId}`, from, to, amount: value.callValue };
    })
    .filter(({ amount }) => amount !== 0n);
}

/** The change of `account`'s balance for each token that moved. Throws `SIMULATION_UNREADABLE`. */
export function changesOf(
  movements: readonly Movement[],
  account: Address,
): Map<Movement['token'], bigint> {
  const changes = new Map<Movement['token'], bigint>();
  for (const { token, from, to, amount } of movements) {
    if (isAddressEqual(from, account) === isAddressEqual(to, account)) continue;
    if (amount === undefined) {
      throw new FerrymanError(
        'SIMULATION_UNREADABLE',
        `more of ${token} is moved than a node can report exactly`,
      );
    }
    changes.set(
      token,
      (changes.get(token) ?? 0n) + (isAddressEqual(to, account) ? amount : -amount),
    );
  }
  return changes;
}

export function wrappedOf({
  wrappedNative,
}: Pick<TronChain, 'wrappedNative'>): Address | undefined {
  const parsed = wrappedNative === undefined ? undefined : parseTronAddress(wrappedNative);
  return parsed?.ok ? parsed.account : undefined;
}
