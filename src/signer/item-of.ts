import type { AdmissionItem } from '../core/approvals/admission-item.ts';
import type { Finding } from '../ports/guard.ts';

/** What a hold names. One that names nothing is about this swap only. */
export function itemOf({ item, rule, message }: Finding): AdmissionItem {
  return item ?? { kind: 'finding', rule, what: message };
}
