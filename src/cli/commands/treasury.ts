import type { Command } from 'commander';
import type { CliIo } from '../cli-io.ts';
import { registerTreasuryBalances } from './treasury-balances.ts';
import { registerTreasuryBooks } from './treasury-books.ts';

/** `ferryman treasury`: balances over time, and the books. */
export function registerTreasury(program: Command, io: CliIo): void {
  const treasury = program.command('treasury').description('balances over time, and the books');
  registerTreasuryBalances(treasury, io);
  registerTreasuryBooks(treasury, io);
}
