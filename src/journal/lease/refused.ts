import type { LeaseRefusal } from '../../core/decide/lease-refusal.ts';

export interface Refused {
  kind: 'refused';
  refusal: LeaseRefusal;
  /** Why to freeze the wallet; absent: it is not frozen. */
  freeze?: string;
}

export function refused(refusal: LeaseRefusal): Refused {
  return { kind: 'refused', refusal };
}
