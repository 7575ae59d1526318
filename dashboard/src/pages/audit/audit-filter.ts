/** The filter of the page, as it stands in the address. */
export interface AuditFilter {
  subject?: string;
  actor?: string;
}

export function readAuditFilter({ subject, actor }: Record<string, unknown>): AuditFilter {
  return { ...textOf('subject', subject), ...textOf('actor', actor) };
}

function textOf<Name extends string>(name: Name, value: unknown): { [Own in Name]?: string } {
  return typeof value === 'string' && value !== ''
    ? ({ [name]: value } as { [Own in Name]: string })
    : {};
}
