import type { AdmissionItem } from './admission-item.ts';

/** What the guard holds a transaction for, as a person is shown it. */
export interface HeldItem {
  item: AdmissionItem;
  /** The rule that found it, such as `E02`. */
  rule: string;
  message: string;
  known: KnownFacts;
}

/** What is known of an item, measured when the guard held it. Bounded in size. */
export interface KnownFacts {
  /** Of the finding. */
  facts: Readonly<Record<string, string>>;
  /** What the chain shows of the item's address: code hash, kind of contract. */
  contract?: Readonly<Record<string, string>>;
  /** What the transaction would change: balances, allowances, authorities, one a line. */
  simulation: readonly string[];
  /** The block that was simulated on. */
  block: string;
  /** Hash of the policy that does not name the item. */
  policy: string;
}

export const approvalStates = ['open', 'approved', 'rejected', 'expired', 'withdrawn'] as const;
export type ApprovalState = (typeof approvalStates)[number];

/**
 * For what an approved item is admitted. `once`: for its swap only. `until`: for every swap until a
 * date. `permanent`: for every swap until it is revoked.
 */
export const admissionScopes = ['once', 'until', 'permanent'] as const;
export type AdmissionScope = (typeof admissionScopes)[number];

/** The items that a swap is held for, as `decide` sees them. */
export interface HeldFor {
  /** How many items wait for a decision. */
  open: number;
  /** When the first open item expires, in milliseconds since the epoch. */
  expiresAt?: number;
  /** When the cooling period of an approved payment is over, in milliseconds since the epoch. */
  notBefore?: number;
  /** The first item that a person has rejected. */
  rejected?: { by: string; reason: string; message: string };
}
