import type { BitcoinTransaction } from '../formats/transaction.ts';
import { sameScript, sumOf } from './funded-transaction.ts';
import { readRouterPsbt } from './read-router-psbt.ts';

/** Satoshis that leave the wallet: what is paid out and does not come back to its script. The fee is beside them. Throws `ROUTER_MALFORMED`. */
export function paidOut(transaction: BitcoinTransaction, script: Uint8Array): bigint {
  switch (transaction.kind) {
    case 'transfer':
      return transaction.value;
    case 'psbt': {
      const { outputs } = readRouterPsbt(transaction).transaction;
      return sumOf(outputs.filter((output) => !sameScript(output.script, script)));
    }
  }
}
