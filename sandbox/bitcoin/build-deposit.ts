import { Buffer } from 'node:buffer';
import { opcodes, Psbt, script as scripts } from 'bitcoinjs-lib';
import { NETWORK } from './bitcoin-account.ts';
import { classifyScript } from './classify-script.ts';
import type { SpentOutput } from './engine.ts';

export interface DepositPayment {
  /** The output script of the provider. */
  readonly gateway: Uint8Array;
  readonly memo: string;
  /** In satoshis. */
  readonly amount: bigint;
  /** The output script of the paying wallet. */
  readonly sender: Uint8Array;
  /** The spendable outputs of the wallet. */
  readonly coins: readonly SpentOutput[];
  /** In satoshis per 1,000 virtual bytes. */
  readonly feeRate: bigint;
  /** The internal key of the wallet's P2TR coins, if the request gave it. */
  readonly internalKey: Uint8Array | undefined;
}

export interface BuiltDeposit {
  /** Base64. */
  readonly psbt: string;
  /** The inputs that the wallet has to sign: all of them. */
  readonly signInputs: readonly number[];
}

interface Output {
  readonly script: Uint8Array;
  /** In satoshis. */
  readonly value: bigint;
}

/** Signals replaceability (BIP 125) and sets no relative lock (BIP 68). */
const SEQUENCE = 0xfffffffd;
/** The dust limit of P2TR, which also covers P2WPKH. */
const LEAST_CHANGE = 330n;

/**
 * Builds the payment of an order: an output to the gateway, a memo with the order, and the change.
 * It spends the largest coins first. Change below the dust limit goes to the fee.
 * @returns undefined if the coins are not sufficient
 */
export function buildDeposit(payment: DepositPayment): BuiltDeposit | undefined {
  const { gateway, memo, amount, sender, coins, internalKey } = payment;
  const outputs: Output[] = [
    { script: gateway, value: amount },
    { script: scripts.compile([opcodes.OP_RETURN, Buffer.from(memo)]), value: 0n },
  ];
  const funded = fund(payment, outputs);
  if (funded === undefined) return undefined;
  const psbt = new Psbt({ network: NETWORK }).setVersion(2);
  for (const { txid, vout, script, value } of coins.toSorted(largestFirst).slice(0, funded.spent)) {
    const known = { hash: txid, index: vout, sequence: SEQUENCE, witnessUtxo: { script, value } };
    psbt.addInput(
      internalKey === undefined || !isTaproot(script)
        ? known
        : { ...known, tapInternalKey: internalKey },
    );
  }
  const change = funded.change === 0n ? [] : [{ script: sender, value: funded.change }];
  psbt.addOutputs([...outputs, ...change]);
  return { psbt: psbt.toBase64(), signInputs: [...psbt.txInputs.keys()] };
}

/**
 * Selects the largest coins and computes the change: the fewest coins that leave change above the
 * dust limit, or all.
 */
function fund({ sender, coins, amount, feeRate }: DepositPayment, outputs: readonly Output[]) {
  const sorted = coins.toSorted(largestFirst);
  const feeFor = (spent: number, paid: readonly Output[]) => {
    const size = virtualSizeOf(sorted.slice(0, spent), paid);
    return (feeRate * size + 999n) / 1_000n;
  };
  let brought = 0n;
  let spent = 0;
  for (const { value } of sorted) {
    brought += value;
    spent++;
    const change = brought - amount - feeFor(spent, [...outputs, { script: sender, value: 0n }]);
    if (change >= LEAST_CHANGE) return { spent, change };
  }
  return brought >= amount + feeFor(spent, outputs) ? { spent, change: 0n } : undefined;
}

/** Upper bound with the longest signatures. Witness bytes count a quarter (BIP 141). */
function virtualSizeOf(spent: readonly SpentOutput[], outputs: readonly Output[]): bigint {
  const inputs = spent.length;
  const witnesses = spent.reduce((sum, { script }) => sum + (isTaproot(script) ? 66 : 108), 0);
  const countBytes = (count: number) => (count < 0xfd ? 1 : 3);
  const paid = outputs.reduce(
    (sum, { script }) => sum + 8 + countBytes(script.length) + script.length,
    0,
  );
  const base = 8 + countBytes(inputs) + 41 * inputs + countBytes(outputs.length) + paid;
  return BigInt(Math.ceil((4 * base + 2 + witnesses) / 4));
}

function isTaproot(script: Uint8Array): boolean {
  return classifyScript(script) === 'v1_p2tr';
}

function largestFirst(one: SpentOutput, other: SpentOutput): number {
  if (one.value !== other.value) return one.value > other.value ? -1 : 1;
  return `${one.txid}:${one.vout}` < `${other.txid}:${other.vout}` ? -1 : 1;
}
