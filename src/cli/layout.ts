import type { Command } from 'commander';
import type { CliIo } from './cli-io.ts';
import type { Layout } from './render-table.ts';

/** The option of commands that print a table. */
export interface TableOptions {
  wide?: true;
}

export function withTable(command: Command): Command {
  return command.option('--wide', 'print every column in full, however long the lines are');
}

/** Of a terminal of unknown width, of a pipe and of a file. */
const defaultWidth = 80;
const leastWidth = 40;

/** Characters of a line: those of the terminal, of `COLUMNS`, or 80. */
export function widthOf({ columns, environment }: Pick<CliIo, 'columns' | 'environment'>): number {
  const { COLUMNS: given = '' } = environment;
  const width = columns ?? (/^[1-9]\d{0,3}$/.test(given) ? Number(given) : defaultWidth);
  return Math.max(leastWidth, width);
}

export function layoutOf(io: CliIo, { wide = false }: { wide?: boolean | undefined } = {}): Layout {
  return { width: widthOf(io), wide };
}
