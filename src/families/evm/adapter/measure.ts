import { type Address, type Hex, pad } from 'viem';
import { maxBaseUnits } from '../../../core/amounts/amounts.ts';
import {
  allowanceCall,
  balanceCall,
  type Call,
  operatorCall,
  wordOf,
} from '../../shared/contracts/token-calls.ts';

/** A number that is read before and after a simulated transaction. */
export type Measure =
  | { kind: 'native'; account: Address }
  | { kind: 'balance'; token: Address; account: Address }
  | { kind: 'allowance'; token: Address; spender: Address }
  | { kind: 'operator'; token: Address; spender: Address };

/**
 * Bytecode that returns the balance of the account in its calldata: `RETURN(MSTORE(0,
 * BALANCE(CALLDATALOAD(0))), 32)`.
 */
export const balanceReaderCode: Hex = '0x6000353160005260206000f3';

/** @param balanceReader the address of `balanceReaderCode` in the simulation */
export function measureCall(measure: Measure, owner: Address, balanceReader: Address): Call {
  switch (measure.kind) {
    case 'native':
      return { to: balanceReader, data: pad(measure.account, { size: 32 }) };
    case 'balance':
      return balanceCall(measure.token, measure.account);
    case 'allowance':
      return allowanceCall(measure.token, owner, measure.spender);
    case 'operator':
      return operatorCall(measure.token, owner, measure.spender);
  }
}

/**
 * The value that a measure's call returned. An operator may take everything. `undefined` if the
 * contract does not answer.
 */
export function measuredValue(measure: Measure, answer: Hex): bigint | undefined {
  const word = wordOf(answer);
  return measure.kind === 'operator' && word !== undefined && word !== 0n ? maxBaseUnits : word;
}

export function measureKey(measure: Measure): string {
  switch (measure.kind) {
    case 'native':
      return `native ${measure.account}`;
    case 'balance':
      return `balance ${measure.token} ${measure.account}`;
    case 'allowance':
    case 'operator':
      return `${measure.kind} ${measure.token} ${measure.spender}`;
  }
}
