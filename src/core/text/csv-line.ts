/**
 * Where a spreadsheet may find a formula in a text, also out of a file that came by mail: where a
 * cell begins. Many take `;` or a tab between cells, and then also see the ends of lines within a
 * text. They skip spaces and quotes before the sign, and know its full-width forms.
 */
const formulas = /^(?=[\t\r])|(?:^|(?<=[;\t\r\n]))(?=[\s"]*[=+\-@＝＋－＠])/g;

/**
 * One line of CSV (RFC 4180, lines end with a newline). Before what a spreadsheet would run stands
 * an apostrophe, after which spreadsheets show text (OWASP, CSV injection).
 */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(cell).join(',')}\n`;
}

function cell(text: string): string {
  const safe = text.replace(formulas, "'");
  return /[",;\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
