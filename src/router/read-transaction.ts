import { type Family, families, formatsOf } from '../core/swap/chains.ts';
import type { TransactionObject } from '../core/swap/transaction-object.ts';
import { definitionOf } from '../families/families.ts';
import { requireNoControls } from './foreign-member.ts';
import { hasValue } from './has-value.ts';
import { malformed } from './malformed.ts';
import type { WireTransaction } from './schemas.ts';

/**
 * Reads a transaction of the given family. Members that execute on another family make it unusable.
 * @throws `ROUTER_MALFORMED`
 */
export function readTransaction(wire: WireTransaction, family: Family): TransactionObject {
  requireNoControls(wire);
  for (const message of wire.tonMessages ?? []) requireNoControls(message);
  requireNoPermit(wire);
  return definitionOf(family).reader.transaction(wire);
}

/** Members by which services ask for a signature of typed data (EIP-712). */
const permitMembers = ['permit', 'permitData', 'typedData', 'eip712'] as const;

/**
 * E05: a permit is a signature that spends without a transaction. Ferryman signs none. Permit2 as a
 * plain spender is one like any other.
 */
export function requireNoPermit(wire: Readonly<Record<string, unknown>>): void {
  const { permit2Address, approvalAddress } = wire;
  const asks = permitMembers.some((name) => hasValue(wire[name]));
  if (!asks && (!hasValue(permit2Address) || permit2Address === approvalAddress)) return;
  throw malformed('the transaction asks for a permit, and Ferryman signs none', 'E05');
}

/** Values that services send as the spender if the native coin needs none. */
const noSpender: readonly string[] = [
  '',
  ...families.map((family) => formatsOf(family).nativeToken),
];

/** The spender that needs an allowance for the token; empty for native coins. */
export function readSpender(
  wire: WireTransaction | null | undefined,
  family: Family,
): { spender?: string } {
  const address = wire?.approvalAddress ?? '';
  if (noSpender.includes(address)) return {};
  const { spender } = definitionOf(family).reader;
  if (!spender) throw malformed('the transaction names a spender on a chain without allowances');
  return { spender: spender(address) };
}
