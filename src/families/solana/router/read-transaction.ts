import { ruleOfForeignMember } from '../../../router/foreign-member.ts';
import { hasValue } from '../../../router/has-value.ts';
import { malformed } from '../../../router/malformed.ts';
import { readBytes } from '../../../router/read-bytes.ts';
import type { WireTransaction } from '../../../router/schemas.ts';
import type { SolanaTransaction } from '../formats/transaction.ts';

/** Members of other families. `value` is ignored, because the transaction has its own amounts. */
const otherFamiliesMembers = [
  'to',
  'tonMessages',
  'psbt',
  'signInputs',
  'signature',
  'rawParameter',
  'arguments',
  'callValue',
  'feeLimit',
  'depositAddress',
];

/**
 * Reads the wire form of a whole transaction, in base64 or 0x hex. The adapter decodes it.
 * @throws `ROUTER_MALFORMED`
 */
export function readSolanaTransaction(wire: WireTransaction): SolanaTransaction {
  const other = otherFamiliesMembers.find((member) => hasValue(wire[member]));
  if (other !== undefined)
    throw malformed(`a Solana transaction with the member ${other}`, ruleOfForeignMember(other));
  return { family: 'solana', data: readBytes(wire.data ?? '', 'data', 'S01').toString('base64') };
}
