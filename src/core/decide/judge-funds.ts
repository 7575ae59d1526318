import type { TokenAddress } from '../swap/chains.ts';
import { isPayment, type StepKind } from '../swap/swap.ts';
import type { FundsRefusal } from './lease-refusal.ts';

/** What a step may take of one token, and what the account has of it. Base units. */
export interface FundsOfStep {
  token: TokenAddress;
  needed: bigint;
  balance: bigint;
  /** By other steps that the balance does not include yet. */
  reserved: bigint;
}

/** What the account lacks for a step: balance, or balance that is not reserved. */
export function judgeFunds(
  funds: readonly FundsOfStep[],
  { kind, nativeToken }: { kind: StepKind; nativeToken: TokenAddress },
): FundsRefusal | undefined {
  const lacking = funds.find((one) => one.balance < one.needed);
  if (lacking) {
    const { balance: available, needed, token } = lacking;
    // The native coin pays only fees if the step pays in a token, or pays nothing.
    const isGas =
      token === nativeToken &&
      (!isPayment(kind) || funds.some((other) => other.token !== nativeToken));
    return { kind: 'insufficient', what: isGas ? 'gas' : 'balance', available, needed };
  }
  const taken = funds.find((one) => one.balance - one.reserved < one.needed);
  if (!taken) return undefined;
  const { balance, reserved, needed, token } = taken;
  return { kind: 'reserved', token, available: balance - reserved, needed };
}
