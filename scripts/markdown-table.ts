/** A Markdown table without its empty columns. */
export function markdownTable(
  heads: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  const shown = heads.flatMap((_, at) => (rows.some((row) => row[at]) ? [at] : []));
  const lines = [heads, ...rows].map(
    (row) => `| ${shown.map((at) => (row[at] ?? '').replaceAll('|', '\\|')).join(' | ')} |`,
  );
  return [lines[0], `|${'---|'.repeat(shown.length)}`, ...lines.slice(1), ''].join('\n');
}
