import { type Address, isAddressEqual } from 'viem';
import { FerrymanError } from '../../../errors/ferryman-error.ts';
import type { SimulatedChanges } from '../../../ports/chain-adapter.ts';
import type { LoggedEffect } from '../../shared/contracts/simulated-logs.ts';
import type { EvmChain } from '../formats/chain.ts';
import type { Measure } from './measure.ts';

/** What a simulated transaction did. */
export interface Simulation {
  /** Values before and after it. `undefined` if the contract did not return a number. */
  measurements: readonly {
    measure: Measure;
    before: bigint | undefined;
    after: bigint | undefined;
  }[];
  effects: readonly LoggedEffect[];
  /** The transaction's value, in wei. */
  value: bigint;
  /** Upper bound of its fee, in wei. */
  maxFee: bigint;
}

type BalanceChange = SimulatedChanges['balanceChanges'][number];
type AllowanceChange = SimulatedChanges['allowanceChanges'][number];

/**
 * The changes of balances: measured ones (those of `tokens` even if zero), and logged ones for
 * tokens that cannot be measured. Throws `UNKNOWN_TOKEN` if a requested token does not answer: no
 * answer is not "no change".
 */
export function balanceChanges(
  chain: EvmChain,
  { measurements, effects, value, maxFee }: Simulation,
  sender: Address,
  accounts: readonly Address[],
  tokens: readonly Address[],
): BalanceChange[] {
  const measured = measurements.flatMap(({ measure, before, after }): BalanceChange[] => {
    if (measure.kind === 'native') {
      const { account } = measure;
      const own = account === sender ? { value, maxFee } : { value: 0n, maxFee: 0n };
      const delta = nativeDelta(account, difference(before, after), effects, own);
      return [{ account, token: chain.nativeToken.address, delta }];
    }
    if (measure.kind !== 'balance') return [];
    const { account, token } = measure;
    if (before === undefined && after === undefined) {
      if (includes(tokens, token)) throw noAnswer(token, 'balanceOf');
      return loggedChanges(
        effects,
        account,
        (effect) => effect.measured !== undefined && effect.token === token,
      );
    }
    const delta = difference(before, after);
    return delta !== 0n || includes(tokens, token) ? [{ account, token, delta }] : [];
  });
  const unmeasurable = accounts.flatMap((account) =>
    loggedChanges(effects, account, (effect) => effect.measured === undefined),
  );
  return [...measured, ...unmeasurable];
}

/** As `balanceChanges`, for what other accounts may take from the sender. */
export function allowanceChanges(
  { measurements, effects }: Simulation,
  sender: Address,
  tokens: readonly Address[],
): AllowanceChange[] {
  const measured = measurements.flatMap(({ measure, before, after }): AllowanceChange[] => {
    if (measure.kind !== 'allowance' && measure.kind !== 'operator') return [];
    const { kind, token, spender } = measure;
    if (before !== undefined && after !== undefined) return [{ token, spender, before, after }];
    if (kind === 'allowance' && includes(tokens, token)) throw noAnswer(token, 'allowance');
    return givenPermissions(
      effects,
      sender,
      (effect) => effect.token === token && effect.spender === spender,
    );
  });
  return [
    ...measured,
    ...givenPermissions(effects, sender, (effect) => effect.measured === undefined),
  ];
}

/**
 * The account's change without the fee, by the traced transfers. Checks them: they must include the
 * transaction's own value and match the balance, up to the maximum fee (clients charge different
 * parts of it in a simulation).
 */
function nativeDelta(
  account: Address,
  balance: bigint,
  effects: readonly LoggedEffect[],
  { value, maxFee }: Pick<Simulation, 'value' | 'maxFee'>,
): bigint {
  let sent = 0n;
  let received = 0n;
  for (const effect of effects) {
    if (effect.kind !== 'native') continue;
    if (isAddressEqual(effect.from, account)) sent += effect.amount;
    if (isAddressEqual(effect.to, account)) received += effect.amount;
  }
  const traced = received - sent;
  if (sent < value || traced < balance || traced - balance > maxFee) {
    throw new FerrymanError(
      'RPC_UNSUPPORTED',
      'the simulation does not trace transfers of the native coin',
    );
  }
  return traced;
}

function loggedChanges(
  effects: readonly LoggedEffect[],
  account: Address,
  isWanted: (effect: Extract<LoggedEffect, { kind: 'transfer' }>) => boolean,
): BalanceChange[] {
  return effects.flatMap((effect): BalanceChange[] => {
    if (effect.kind !== 'transfer' || !isWanted(effect)) return [];
    const { token, from, to, amount } = effect;
    if (isAddressEqual(from, account) && !isAddressEqual(to, account))
      return [{ account, token, delta: -amount }];
    return isAddressEqual(to, account) ? [{ account, token, delta: amount }] : [];
  });
}

function givenPermissions(
  effects: readonly LoggedEffect[],
  sender: Address,
  isWanted: (effect: Extract<LoggedEffect, { kind: 'permission' }>) => boolean,
): AllowanceChange[] {
  return effects.flatMap((effect): AllowanceChange[] => {
    if (effect.kind !== 'permission' || effect.value === 0n) return [];
    if (!isAddressEqual(effect.owner, sender) || !isWanted(effect)) return [];
    return [{ token: effect.token, spender: effect.spender, before: 0n, after: effect.value }];
  });
}

function difference(before: bigint | undefined, after: bigint | undefined): bigint {
  if (before === undefined || after === undefined) {
    throw new FerrymanError(
      'SIMULATION_UNREADABLE',
      'a balance can be read only before or only after the transaction',
    );
  }
  return after - before;
}

function noAnswer(token: Address, what: string): FerrymanError {
  return new FerrymanError('UNKNOWN_TOKEN', `${token} does not answer ${what}`, {
    details: { token },
  });
}

function includes(addresses: readonly Address[], address: Address): boolean {
  return addresses.some((other) => isAddressEqual(other, address));
}
