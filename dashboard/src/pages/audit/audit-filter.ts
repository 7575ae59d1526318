/** The filter of the page, as it stands in the address. */
export interface AuditFilter {
  subject?: string;
}

export function readAuditFilter({ subject }: Record<string, unknown>): AuditFilter {
  return typeof subject === 'string' && subject !== '' ? { subject } : {};
}
