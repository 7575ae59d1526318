import type { BitcoinEffects } from './decode/bitcoin.ts';
import type { Objection } from './rule.ts';

/** What a transaction of Bitcoin is supposed to be, by the job, the lease and our own endpoints. Money in satoshis. */
export interface BitcoinTerms {
  /** Outpoints of the lease, `txid:vout`. */
  leased: ReadonlySet<string>;
  /** What the job pays; absent: everything goes back to ourselves (a cancel, a child that speeds another up). */
  payment: BitcoinPayment | undefined;
  /** What a child speeds up, as it was signed; absent: it speeds up nothing. */
  parent?: BitcoinParent;
  /** Height of the newest block. */
  tip: number;
  /** Satoshis for a thousand virtual bytes, as our own endpoints estimate it for the next blocks. */
  estimatedRate: bigint;
  /** The chain's cap on one transaction's fee. */
  maxNetworkFee: bigint;
}

interface BitcoinParent {
  txid: string;
  fee: bigint;
  virtualSize: bigint;
}

interface BitcoinPayment {
  value: bigint;
  /** The deposit address’ script; absent: the order names none, and its PSBT alone says who is paid. */
  script: Uint8Array | undefined;
  memo: BitcoinMemo;
}

export type BitcoinMemo =
  | { kind: 'none' }
  /** What the order says, byte by byte. */
  | { kind: 'exact'; bytes: Uint8Array }
  /** The order does not say it: whoever is to receive has to be named in it, where there is one. */
  | { kind: 'names'; receiver: string };

/** As `Rule`, for a chain whose transactions are judged by their lease and their previous outputs. */
export interface BitcoinRule {
  readonly id: string;
  check(effects: BitcoinEffects, terms: BitcoinTerms): readonly Objection[];
}
