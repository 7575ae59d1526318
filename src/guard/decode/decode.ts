import { assertNever } from '../../core/assert-never.ts';
import type { SimulatedChanges, UnsignedTransaction } from '../../ports/chain-adapter.ts';
import type { DecodedEffects } from '../effects.ts';
import { decodeEvm } from './evm.ts';
import { decodeSolana } from './solana.ts';
import { decodeTron } from './tron.ts';

export function decode(unsigned: UnsignedTransaction, simulation: SimulatedChanges): DecodedEffects {
  switch (unsigned.family) {
    case 'evm':
      return decodeEvm(unsigned, simulation);
    case 'tron':
      return decodeTron(unsigned, simulation);
    case 'solana':
      return decodeSolana(unsigned, simulation);
    default:
      return assertNever(unsigned.family, 'family');
  }
}
