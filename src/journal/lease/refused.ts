import type { LeaseRefusal } from '../../core/decide/lease-refusal.ts';

export interface Refused {
  kind: 'refused';
  refusal: LeaseRefusal;
  /** Why the wallet is frozen, where it is to be. */
  freeze?: string;
}

export function refused(refusal: LeaseRefusal): Refused {
  return { kind: 'refused', refusal };
}
