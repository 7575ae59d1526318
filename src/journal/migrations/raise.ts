/**
 * SQL, inside a trigger: refuses the write. The constraint's name comes back in
 * `JOURNAL_BROKEN_INVARIANT`.
 */
export function raise(constraint: string, message: string): string {
  return `raise exception '${message}' using errcode = 'integrity_constraint_violation', constraint = '${constraint}';`;
}
