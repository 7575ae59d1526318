import { type Address, isAddressEqual } from 'viem';
import { maxBaseUnits } from '../../../core/amounts/amounts.ts';
import type { SimulatedChanges } from '../../../ports/chain-adapter.ts';
import { allowanceCall, wordOf } from '../../shared/contracts/token-calls.ts';
import type { TronChain } from '../formats/chain.ts';
import { addressText } from './accounts.ts';
import type { Endpoint } from './endpoint.ts';
import { readContract } from './simulate-call.ts';
import { changesOf, type Movement, type Permission } from './simulated-effects.ts';
import { unknownToken } from './token.ts';

type AllowanceChange = SimulatedChanges['allowanceChanges'][number];

interface Allowance {
  token: Address;
  spender: Address;
  value: bigint;
}

/**
 * The current allowances of spenders on the owner's tokens. Throws `UNKNOWN_TOKEN` for a token that
 * does not answer.
 */
export async function readAllowances(
  endpoint: Endpoint,
  chain: TronChain,
  owner: Address,
  tokens: readonly Address[],
  spenders: readonly Address[],
): Promise<Allowance[]> {
  const pairs = tokens.flatMap((token) => spenders.map((spender) => ({ token, spender })));
  return Promise.all(
    pairs.map(async ({ token, spender }) => {
      const value = wordOf(await readContract(endpoint, allowanceCall(token, owner, spender)));
      if (value === undefined) throw unknownToken(chain, token);
      return { token, spender, value };
    }),
  );
}

/**
 * The allowances after the transaction. The last logged approval gives the new value. Many tokens
 * log no approval when an allowance is used: then the amount taken is deducted, as the standard
 * demands, if only one allowance could pay for it.
 */
export function requestedAllowances(
  before: readonly Allowance[],
  permissions: readonly Permission[],
  movements: readonly Movement[],
  sender: Address,
): AllowanceChange[] {
  return before.map(({ token, spender, value }) => {
    const logged = permissions.findLast((permission) => isOf(permission, token, spender));
    const taken = -(changesOf(movements, sender).get(token) ?? 0n);
    const couldPay = before.filter(
      (other) => isAddressEqual(other.token, token) && other.value >= taken,
    );
    const isUsed = taken > 0n && couldPay.length === 1 && value >= taken && value !== maxBaseUnits;
    const after = logged?.value ?? (isUsed ? value - taken : value);
    return { token: addressText(token), spender: addressText(spender), before: value, after };
  });
}

/**
 * Changes of allowances that were not requested. The earlier value is zero if the token does not
 * report it.
 */
export async function otherAllowances(
  endpoint: Endpoint,
  permissions: readonly Permission[],
  requested: readonly Allowance[],
  sender: Address,
): Promise<AllowanceChange[]> {
  const others = permissions.filter(
    (permission) => !requested.some(({ token, spender }) => isOf(permission, token, spender)),
  );
  return Promise.all(
    others.map(async ({ token, spender, value, measured }) => {
      const current =
        measured === 'allowance'
          ? wordOf(await readContract(endpoint, allowanceCall(token, sender, spender)))
          : 0n;
      return {
        token: addressText(token),
        spender: addressText(spender),
        before: current ?? 0n,
        after: value,
      };
    }),
  );
}

function isOf(permission: Permission, token: Address, spender: Address): boolean {
  return (
    permission.measured === 'allowance' &&
    isAddressEqual(permission.token, token) &&
    isAddressEqual(permission.spender, spender)
  );
}
