import { type Family, families, formatsOf } from '../core/swap/chains.ts';
import type { TransactionObject } from '../core/swap/transaction-object.ts';
import { definitionOf } from '../families/families.ts';
import { malformed } from './malformed.ts';
import type { WireTransaction } from './schemas.ts';

/**
 * A transaction of the chain that it is for. A member by which another family is executed makes it
 * unusable. @throws `ROUTER_MALFORMED`
 */
export function readTransaction(wire: WireTransaction, family: Family): TransactionObject {
  return definitionOf(family).reader.transaction(wire);
}

/** What services write in the place of a spender where the native coin needs none. */
const nobody: readonly string[] = ['', ...families.map((family) => formatsOf(family).nativeToken)];

/**
 * The spender that a token has to be approved for; native coins need none, which services write in
 * several ways.
 */
export function readSpender(
  wire: WireTransaction | null | undefined,
  family: Family,
): { spender?: string } {
  const address = wire?.approvalAddress ?? '';
  if (nobody.includes(address)) return {};
  const { spender } = definitionOf(family).reader;
  if (!spender) throw malformed('a spender on a chain where none is needed');
  return { spender: spender(address) };
}
