import type { Command } from 'commander';
import type { CliIo } from '../cli-io.ts';
import { registerTreasuryBalances } from './treasury-balances.ts';
import { registerTreasuryBooks } from './treasury-books.ts';
import { registerTreasuryOccurrences } from './treasury-occurrences.ts';
import { registerTreasuryPlan } from './treasury-plan.ts';
import { registerTreasuryRules } from './treasury-rules.ts';

/** `ferryman treasury …`: what Ferryman does by itself, balances over time, and the books. */
export function registerTreasury(program: Command, io: CliIo): void {
  const treasury = program
    .command('treasury')
    .description(
      'apply, list, pause and resume the treasury’s rules; what they would do; balances over time, and the books',
    );
  registerTreasuryRules(treasury, io);
  registerTreasuryPlan(treasury, io);
  registerTreasuryOccurrences(treasury, io);
  registerTreasuryBalances(treasury, io);
  registerTreasuryBooks(treasury, io);
}
