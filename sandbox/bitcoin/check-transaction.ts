import type { Transaction } from 'bitcoinjs-lib';
import { checkReplacement } from './check-replacement.ts';
import { checkStandard, hasAnnex } from './check-standard.ts';
import type { Coin, Engine } from './engine.ts';
import type { Mempool } from './mempool.ts';
import { brokenRule, inBitcoins, type Refusal } from './refusal.ts';
import {
  type Outpoint,
  outpointsOf,
  type ResolvedTransaction,
  resolveTransaction,
} from './resolved-transaction.ts';
import type { ScriptVerifier } from './verify-scripts.ts';

/** The data to decide whether the mempool accepts a transaction. */
export interface CheckTools {
  readonly engine: Engine;
  readonly scripts: ScriptVerifier;
  readonly mempool: Mempool;
  /** An output of a block or of the mempool that no block spends. */
  findCoin(outpoint: Outpoint): Coin | undefined;
  readonly height: () => number;
}

export type Verdict =
  | { readonly kind: 'refused'; readonly refusal: Refusal }
  | {
      readonly kind: 'accepted';
      readonly transaction: ResolvedTransaction;
      /** The transactions that it replaces. */
      readonly evicted: readonly ResolvedTransaction[];
    };

/** Bitcoin Core's `minrelaytxfee` up to version 29, in satoshis per virtual byte. */
const LEAST_FEE_RATE = 1n;
/** Bitcoin Core's `limitancestorcount` and `limitdescendantcount`, with the transaction itself. */
const LONGEST_CHAIN = 25;
const COINBASE_MATURITY = 100;

/**
 * Checks in the order of Bitcoin Core's `MemPoolAccept` (src/validation.cpp), so that the same
 * fault is reported first.
 */
export async function checkTransaction(wire: Transaction, tools: CheckTools): Promise<Verdict> {
  const { engine, scripts, mempool, findCoin, height } = tools;
  const refuse = (refusal: Refusal): Verdict => ({ kind: 'refused', refusal });

  const nonstandard = checkStandard(wire);
  if (nonstandard !== undefined) return refuse(nonstandard);

  const coins = outpointsOf(wire).flatMap((outpoint) => findCoin(outpoint) ?? []);
  if (coins.length < wire.ins.length)
    return refuse({ code: -25, message: 'bad-txns-inputs-missingorspent' });
  const transaction = resolveTransaction(wire, coins);

  const ages = coins.flatMap((coin) =>
    coin.isCoinbase ? [height() + 1 - (coin.height ?? 0)] : [],
  );
  const youngest = Math.min(...ages);
  if (youngest < COINBASE_MATURITY) {
    const message = `bad-txns-premature-spend-of-coinbase, tried to spend coinbase at depth ${youngest}`;
    return refuse(brokenRule(message));
  }
  if (transaction.fee < 0n) {
    const brought = coins.reduce((sum, { value }) => sum + value, 0n);
    const values = `value in (${inBitcoins(brought)}) < value out (${inBitcoins(brought - transaction.fee)})`;
    return refuse(brokenRule(`bad-txns-in-belowout, ${values}`));
  }
  if (wire.ins.some(({ witness }, index) => hasAnnex(witness) && isTaproot(coins[index]))) {
    return refuse(brokenRule('bad-witness-nonstandard'));
  }
  const leastFee = LEAST_FEE_RATE * BigInt(transaction.virtualSize);
  if (transaction.fee < leastFee) {
    return refuse(brokenRule(`min relay fee not met, ${transaction.fee} < ${leastFee}`));
  }

  const replacement = checkReplacement(transaction, mempool);
  if (replacement.kind === 'refused') return replacement;
  const ancestors = mempool.ancestorsOf(transaction);
  if (ancestors.length >= LONGEST_CHAIN) {
    return refuse(
      brokenRule(
        `too-long-mempool-chain, too many unconfirmed ancestors [limit: ${LONGEST_CHAIN}]`,
      ),
    );
  }
  const crowded = ancestors.find(
    (ancestor) => mempool.descendantsOf(ancestor).length + 1 >= LONGEST_CHAIN,
  );
  if (crowded !== undefined) {
    const message = `too-long-mempool-chain, too many descendants for tx ${crowded.txid} [limit: ${LONGEST_CHAIN}]`;
    return refuse(brokenRule(message));
  }

  // The engine accepts every taproot signature; the verifier accepts only valid ones.
  const unsigned = verifyInputs(transaction, scripts);
  if (unsigned !== undefined) return refuse(brokenRule(unsigned));
  const refusal = await engine.refusal(transaction.bytes, coins);
  if (refusal !== undefined) return refuse(brokenRule(refusal));
  return { kind: 'accepted', transaction, evicted: replacement.evicted };
}

function isTaproot(coin: Coin | undefined): boolean {
  return coin !== undefined && coin.script.length === 34 && coin.script[0] === 0x51;
}

/** @returns bitcoind's message for the first input whose scripts fail */
function verifyInputs(
  { wire, spent }: ResolvedTransaction,
  scripts: ScriptVerifier,
): string | undefined {
  const hex = wire.toHex();
  for (const index of spent.keys()) {
    const broken = scripts.verifyInput(hex, spent, index, 'policy');
    if (broken === undefined) continue;
    const isMandatory = scripts.verifyInput(hex, spent, index, 'consensus') !== undefined;
    return `${isMandatory ? '' : 'non-'}mandatory-script-verify-flag${isMandatory ? '-failed' : ''} (${describe(broken)})`;
  }
  return undefined;
}

/** Maps the interpreter's errors to Bitcoin Core's texts (src/script/script_error.cpp). */
const SCRIPT_ERRORS: Readonly<Record<string, string>> = {
  SCRIPT_ERR_SCHNORR_SIG: 'Invalid Schnorr signature',
  SCRIPT_ERR_SCHNORR_SIG_SIZE: 'Invalid Schnorr signature size',
  SCRIPT_ERR_SCHNORR_SIG_HASHTYPE: 'Invalid Schnorr signature hash type',
  SCRIPT_ERR_WITNESS_PROGRAM_WITNESS_EMPTY: 'Witness program was passed an empty witness',
  SCRIPT_ERR_WITNESS_PROGRAM_MISMATCH: 'Witness program hash mismatch',
  SCRIPT_ERR_WITNESS_MALLEATED: 'Witness requires empty scriptSig',
  SCRIPT_ERR_WITNESS_UNEXPECTED: 'Witness provided for non-witness script',
  SCRIPT_ERR_EVAL_FALSE_IN_STACK:
    'Script evaluated without error but finished with a false/empty top stack element',
  SCRIPT_ERR_EQUALVERIFY: 'Script failed an OP_EQUALVERIFY operation',
  SCRIPT_ERR_NULLFAIL: 'Signature must be zero for failed CHECK(MULTI)SIG operation',
  SCRIPT_ERR_SIG_DER: 'Non-canonical DER signature',
  SCRIPT_ERR_SIG_HIGH_S: 'Non-canonical signature: S value is unnecessarily high',
};

function describe(error: string): string {
  return SCRIPT_ERRORS[error] ?? error;
}
