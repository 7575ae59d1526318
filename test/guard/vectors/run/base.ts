import type { Job } from '../../../../src/core/swap/job.ts';
import type { JobAuthenticity } from '../../../../src/core/swap/job-seal.ts';
import type { LeaseTerms, Order } from '../../../../src/core/swap/swap.ts';
import type { TransactionObject } from '../../../../src/core/swap/transaction-object.ts';
import type { SimulatedChanges, UnsignedTransaction } from '../../../../src/ports/chain-adapter.ts';
import type { Enlargement } from '../../../../src/ports/guard.ts';
import type { Fixtures, Terms, WireJob } from './fixtures.ts';
import type { Env, Mutation } from './vector.ts';

/** What a case is about, before the router is asked. */
export interface Setting {
  fixtures: Fixtures;
  mutation: Mutation;
  env: Env;
  /** Changes the text of the router's answer. */
  tamper: (text: string) => string;
  /** What the seal of the job says. Absent: it is in order. */
  authenticity?: JobAuthenticity;
}

/** What the product says of a case. */
export interface Outcome {
  kind: 'allow' | 'refused';
  /** With findings, or that an error stands for. */
  rules: readonly string[];
}

/** What the bytes are made for. */
export interface Assembly extends Setting {
  job: Job;
  order: Order;
  /** The transaction to encode: the order's, an approve or a payment. */
  transaction: TransactionObject;
  kind: 'swap' | 'deposit' | 'approve' | 'revoke' | 'refund' | 'claim';
}

export interface Assembled {
  unsigned: UnsignedTransaction;
  simulation: SimulatedChanges;
  lease: { account: string; terms: LeaseTerms };
  enlargement?: Enlargement;
}

/** A base case of the fixtures: a job, and an honest router's answer to it. */
export interface Base {
  flow: 'wallet' | 'deposit';
  kind: 'swap' | 'refund';
  job(setting: Setting): WireJob;
  terms: Terms;
  /** The human minimum of the quote, where it differs from the terms'. */
  transaction(setting: Setting, job: WireJob): Record<string, unknown>;
  /** The value that a `<…>` of a patch stands for. `undefined`: it is none of this base. */
  word(text: string, setting: Setting, path: string): unknown;
  /** The bytes to sign, as the chain adapter makes them, and what a node would tell of them. */
  assemble(assembly: Assembly): Assembled | Promise<Assembled>;
}
