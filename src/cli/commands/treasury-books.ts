import { open, rename, rm } from 'node:fs/promises';
import { type Command, Option } from 'commander';
import { bookFormats } from '../../core/books/book-writer.ts';
import type { CliIo } from '../cli-io.ts';
import { type ApiOptions, connect, withApi } from '../connect.ts';

interface ExportOptions extends ApiOptions {
  from: string;
  until: string;
  format: string;
  out?: string;
}

/** `ferryman treasury export`: what swaps have moved, for those who keep books. */
export function registerTreasuryBooks(treasury: Command, io: CliIo): void {
  withApi(treasury.command('export'))
    .description('write the books of a period: swaps and fees with their prices at settlement')
    .requiredOption('--from <time>', 'a day such as 2026-01-01, in UTC, or a time in ISO 8601')
    .requiredOption('--until <time>', 'the first moment after the period, in the same form')
    .addOption(
      new Option(
        '--format <format>',
        'csv, Koinly’s columns, double-entry books, or receipts as HTML to print',
      )
        .choices(bookFormats)
        .default('csv'),
    )
    .option('--out <file>', 'write into this file, instead of to standard output')
    .action(async ({ from, until, format, out, ...options }: ExportOptions) => {
      const client = await connect(options, io);
      const query = { from, until, format };
      if (out === undefined) {
        let text = '';
        await client.exportBooks(query, async (piece) => {
          text += piece;
        });
        return io.print(text.replace(/\n$/, ''));
      }
      await writeWhole(out, (write) => client.exportBooks(query, write));
      io.tell(`the books are in ${out}`);
    });
}

/** A file of that name is there only once all of it is. */
async function writeWhole(
  path: string,
  run: (write: (text: string) => Promise<void>) => Promise<void>,
): Promise<void> {
  const partial = `${path}.part`;
  const file = await open(partial, 'w');
  try {
    await run(async (text) => {
      await file.appendFile(text);
    });
    await file.sync();
    await file.close();
    await rename(partial, path);
  } catch (cause) {
    await file.close().catch(() => undefined);
    await rm(partial, { force: true });
    throw cause;
  }
}
