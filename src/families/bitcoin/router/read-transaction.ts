import { ruleOfForeignMember } from '../../../router/foreign-member.ts';
import { hasValue } from '../../../router/has-value.ts';
import { malformed } from '../../../router/malformed.ts';
import { readBytes } from '../../../router/read-bytes.ts';
import { readUnsigned } from '../../../router/read-unsigned.ts';
import type { WireTransaction } from '../../../router/schemas.ts';
import type { BitcoinPsbt, BitcoinTransaction, BitcoinTransfer } from '../formats/transaction.ts';

/** Members of other families' transactions. */
const otherFamiliesMembers = [
  'to',
  'data',
  'tonMessages',
  'signature',
  'rawParameter',
  'arguments',
  'callValue',
  'feeLimit',
];

/** Magic bytes of a PSBT (BIP-174). */
const magic = '70736274ff';

/**
 * Reads an unsigned PSBT with the inputs to sign, or a payment to a deposit address with a memo.
 * @throws `ROUTER_MALFORMED`
 */
export function readBitcoinTransaction(wire: WireTransaction): BitcoinTransaction {
  const other = otherFamiliesMembers.find((member) => hasValue(wire[member]));
  if (other !== undefined)
    throw malformed(`a Bitcoin transaction with the member ${other}`, ruleOfForeignMember(other));
  const isPsbt = hasValue(wire.psbt);
  if (isPsbt === hasValue(wire.depositAddress))
    throw malformed('a Bitcoin transaction needs either psbt or depositAddress', 'G03,B01');
  return isPsbt ? readPsbt(wire) : readTransfer(wire);
}

/** `value` is ignored, because the PSBT has its own amounts. */
function readPsbt({ psbt, signInputs }: WireTransaction): BitcoinPsbt {
  const indexes = signInputs ?? [];
  const isUsable = indexes.every((index) => Number.isSafeInteger(index) && index >= 0);
  // Without signInputs, Ferryman would have to guess which inputs are the wallet's.
  if (indexes.length === 0 || !isUsable || new Set(indexes).size !== indexes.length) {
    throw malformed('signInputs is not a list of distinct input indexes', 'B02');
  }
  return {
    family: 'bitcoin',
    kind: 'psbt',
    psbt: readPsbtBytes(psbt ?? '').toString('base64'),
    signInputs: indexes,
  };
}

function readPsbtBytes(text: string): Buffer {
  // Hex is valid base64 too, so the magic bytes decide.
  const isBareHex = text.toLowerCase().startsWith(magic);
  const bytes = readBytes(isBareHex ? `0x${text}` : text, 'psbt', 'B01');
  if (!bytes.toString('hex').startsWith(magic))
    throw malformed('psbt is not a PSBT (BIP-174)', 'B01');
  return bytes;
}

function readTransfer({ depositAddress, value, extraFields }: WireTransaction): BitcoinTransfer {
  const memo = extraFields?.value;
  if (hasValue(memo) && typeof memo !== 'string')
    throw malformed('extraFields/value is not a text');
  return {
    family: 'bitcoin',
    kind: 'transfer',
    to: depositAddress ?? '',
    value: readUnsigned(`${value ?? ''}`, 'value'),
    ...(typeof memo === 'string' && memo !== '' ? { memo } : {}),
  };
}
