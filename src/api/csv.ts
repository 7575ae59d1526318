/** Spreadsheets run what begins like this as a formula, also out of a file that came by mail. */
const formula = /^[=+\-@\t\r]/;

/**
 * One line of CSV (RFC 4180, lines end with a newline). A text that a spreadsheet would run gets an
 * apostrophe before it, which spreadsheets show as text (OWASP, CSV injection).
 */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(cell).join(',')}\n`;
}

function cell(text: string): string {
  const safe = formula.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
