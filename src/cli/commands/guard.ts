import type { Command } from 'commander';
import { didYouMean } from '../../core/text/did-you-mean.ts';
import { FerrymanError } from '../../errors/ferryman-error.ts';
import type { CliIo } from '../cli-io.ts';
import { exitCodes } from '../exit-code.ts';
import { widthOf } from '../layout.ts';
import { readJsonFile, readTextFile } from '../read-json-file.ts';
import { showExplanation, showJudgement } from '../show-guard.ts';
import { hanging } from '../wrap-text.ts';

interface CheckOptions {
  job: string;
  quote?: string;
  answer: string;
  policy?: string;
  facts?: string;
  json?: true;
}

/** `ferryman guard …`: judges and explains without a service, a journal or a key. */
export function registerGuard(program: Command, io: CliIo): void {
  const guard = program
    .command('guard')
    .description('judge an answer of the routing service, explain a rule, check a policy file');

  guard
    .command('check')
    .description(
      'judge an answer of the routing service to a job, offline, with the real reader and rules',
    )
    .requiredOption('--job <file>', 'the job, as it is submitted to the API')
    .option(
      '--quote <file>',
      'the routing service’s answer to the quote request; none if the order came in one call',
    )
    .requiredOption('--answer <file>', 'its answer with the transaction')
    .option('--policy <file>', 'the policy; default: one that admits nothing')
    .option('--facts <file>', 'what chains show, such as the simulation: docs/guard/check.md')
    .option('--json', 'print JSON')
    .action((options: CheckOptions) => check(options, io));

  guard
    .command('explain')
    .description('say what a rule demands, why, and where that comes from; without an id: list all')
    .argument('[rule]', 'such as E02')
    .option('--json', 'print JSON')
    .action(async (id: string | undefined, { json }: { json?: true }) => {
      const { explainRule } = await import('../../guard/explain-rule.ts');
      const { ruleTable } = await import('../../guard/rule-table.ts');
      if (id === undefined) {
        const rules = Object.entries(ruleTable).map(([rule, { title }]) => ({ rule, title }));
        if (json) return io.print(JSON.stringify({ rules }, null, 2));
        for (const { rule, title } of rules) io.print(`${rule.padEnd(8)}${title}`);
        return;
      }
      const rule = explainRule(id.toUpperCase());
      if (!rule) {
        const near = didYouMean(id.toUpperCase(), Object.keys(ruleTable));
        throw new FerrymanError(
          'USAGE',
          `there is no rule ${id}${near}; \`ferryman guard explain\` lists them`,
        );
      }
      io.print(json ? JSON.stringify(rule, null, 2) : showExplanation(rule, widthOf(io)));
    });

  const policy = guard.command('policy').description('check a policy file');
  policy
    .command('check')
    .description('print the hash of a policy file, or every fault of it')
    .argument('<file>', 'the policy, as guard.policyFile names it')
    .option('--json', 'print JSON')
    .action(async (file: string, { json }: { json?: true }) => {
      const { checkPolicyFile } = await import('../read-policy-file.ts');
      const read = await checkPolicyFile(file, io);
      if (!read.ok) {
        io.exitWith(exitCodes.error);
        if (json) return io.print(JSON.stringify(read, null, 2));
        for (const fault of read.faults) io.print(hanging(fault, widthOf(io)));
        const count = read.faults.length === 1 ? '1 fault' : `${read.faults.length} faults`;
        return io.tell(
          `CONFIG_INVALID: ${count}. Correct the policy: docs/guard/policy.md describes its members.`,
        );
      }
      const { hash, profile } = read.policy;
      io.print(json ? JSON.stringify({ ok: true, hash, profile }, null, 2) : `${hash}  ${profile}`);
    });
}

async function check(options: CheckOptions, io: CliIo): Promise<void> {
  // Imported here: they load every chain family.
  const { judgeOffline } = await import('../../offline/judge-offline.ts');
  const { readFacts } = await import('../../offline/read-facts.ts');
  const { readPolicyFile } = await import('../read-policy-file.ts');
  const judgement = await judgeOffline({
    job: await readJsonFile(options.job, io),
    ...(options.quote === undefined ? {} : { quote: await readTextFile(options.quote, io) }),
    answer: await readTextFile(options.answer, io),
    facts: readFacts(options.facts === undefined ? {} : await readJsonFile(options.facts, io)),
    ...(options.policy === undefined ? {} : { policy: await readPolicyFile(options.policy, io) }),
  });
  io.exitWith(exitCodeOf[judgement.verdict]);
  io.print(
    options.json ? JSON.stringify(judgement, null, 2) : showJudgement(judgement, widthOf(io)),
  );
}

const exitCodeOf = {
  allow: exitCodes.ok,
  hold: exitCodes.awaitingPerson,
  requote: exitCodes.denied,
  reject: exitCodes.denied,
  incomplete: exitCodes.error,
} as const;
