import { resolve } from 'node:path';
import { type Command, InvalidArgumentError } from 'commander';
import { readRuleFile } from '../../treasury/read-rule-file.ts';
import type { CliIo } from '../cli-io.ts';
import { type ApiOptions, connect, withApi } from '../connect.ts';
import { layoutOf, type TableOptions, withTable } from '../layout.ts';
import { showPlan } from '../show-plan.ts';

interface PlanOptions extends ApiOptions, TableOptions {
  days: string;
  previews: boolean;
  with?: string;
}

/** `ferryman treasury plan`: what the rules would do. Signs and changes nothing. */
export function registerTreasuryPlan(treasury: Command, io: CliIo): void {
  withTable(withApi(treasury.command('plan')))
    .description('show what the rules would do now and over the next days, and sign nothing')
    .option('--days <count>', 'how far to look: 1 to 31', dayCount, '7')
    .option('--with <file>', 'as if the rule of this file were applied already')
    .option('--no-previews', 'ask the routing service for no routes and fees')
    .action(async ({ days, previews, with: file, ...options }: PlanOptions) => {
      const client = await connect(options, io);
      const draft =
        file === undefined ? undefined : { rule: await readRuleFile(resolve(io.folder, file)) };
      const plan = await client.planTreasury({ days, previews: `${previews}` }, draft);
      if (options.json) return io.print(JSON.stringify(plan, null, 2));
      io.print(showPlan(plan, layoutOf(io, options)));
      if (plan.leftOutAfter !== undefined)
        io.tell(
          `a plan has about 500 occurrences: what comes after ${plan.leftOutAfter} is left out`,
        );
    });
}

function dayCount(text: string): string {
  if (/^\d{1,2}$/.test(text) && Number(text) >= 1 && Number(text) <= 31) return text;
  throw new InvalidArgumentError('Write a whole number from 1 to 31.');
}
