import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { families } from '../src/core/swap/chains.ts';
import { definitionOf } from '../src/families/families.ts';
import { familiesOf } from '../src/guard/explain-rule.ts';
import type { RuleComment } from '../src/guard/rule-comment.ts';
import { type RulePart, ruleTable } from '../src/guard/rule-table.ts';
import { rulesOfEveryFamily } from '../src/guard/rules/of-every-family.ts';
import type { Intent } from '../src/ports/guard.ts';
import { markdownTable } from './markdown-table.ts';

/** Path of the tables, from the project root. */
export const findingsPath = 'docs/reference/findings.md';
export const ruleCommentsPath = 'src/guard/rule-comments.ts';

const intents: Readonly<Record<Intent['kind'], string>> = {
  swap: "a payment by the routing service's transaction",
  deposit: 'a payment to a deposit address',
  approve: 'setting an allowance',
  revoke: 'ending an allowance',
  cancel: 'a transaction that uses up a lease',
  boost: 'a CPFP child',
  refund: 'a refund from a bridge',
  claim: 'a claim at the destination',
};

/** The comments of rules. Each begins with the rule's id. A family may have its own for a rule. */
async function readComments(): Promise<RuleComment[]> {
  const own = families.map((family) => ({ folder: `src/families/${family}/guard`, family }));
  const found: RuleComment[] = [];
  for (const { folder, ...whose } of [{ folder: 'src/guard' }, ...own]) {
    for (const file of await readdir(folder, { recursive: true })) {
      if (!file.endsWith('.ts')) continue;
      const source = await readFile(join(folder, file), 'utf8');
      for (const [, comment = ''] of source.matchAll(/^\/\*\*((?:(?!\*\/).)*)\*\/$/gms)) {
        const text = comment.replaceAll(/\s*\n\s*\*?\s*/g, ' ').trim();
        const [, id, demands = ''] = /^([A-Z]\d\d)\. (.*)$/.exec(text) ?? [];
        if (id !== undefined) found.push({ id, demands, ...whose });
      }
    }
  }
  return found.sort((a, b) => orderOf(a).localeCompare(orderOf(b)));
}

const orderOf = ({ id, family }: RuleComment): string => `${id} ${family ?? ''}`;

/** Renders `src/guard/rule-comments.ts`: compiled code has no comments. */
export async function renderRuleComments(): Promise<string> {
  const entries = (await readComments()).map(
    ({ id, family, demands }) =>
      `  { id: ${quoted(id)}, ${family === undefined ? '' : `family: ${quoted(family)}, `}demands: ${quoted(demands)} },`,
  );
  return `/* Made from the comments of the rules by scripts/write-findings.ts; what is changed here is lost. */

import type { RuleComment } from './rule-comment.ts';

// biome-ignore format: one rule a line
export const ruleComments: readonly RuleComment[] = [
${entries.join('\n')}
];
`;
}

/** A string in the quotes that the formatter wants. */
function quoted(text: string): string {
  const escaped = text.replaceAll('\\', '\\\\');
  return escaped.includes("'") && !escaped.includes('"')
    ? `"${escaped}"`
    : `'${escaped.replaceAll("'", "\\'")}'`;
}

interface Asked {
  intent: string;
  /** Rule ids. */
  rules: readonly string[] | 'refused';
}

function askedOf(family: (typeof families)[number]): Asked[] {
  const { guard } = definitionOf(family);
  return Object.entries(guard.rules).map(([intent, rules]) => ({
    intent,
    rules:
      rules === 'refused'
        ? rules
        : [...rulesOfEveryFamily({ kind: intent as Intent['kind'] }), ...rules].map(({ id }) => id),
  }));
}

const parts: Readonly<Record<RulePart, string>> = {
  judge: 'the exact bytes, before each signature',
  router: "the routing service's transport and answers",
  submission: 'the job',
  decoder: 'the bytes, when they are read',
  journal: 'the transactions of the journal that lease and commit',
  adapter: 'the chain adapter, when it builds, signs or sends',
};

/** Renders `docs/reference/findings.md` from the rules that each family lists. */
export async function renderFindings(): Promise<string> {
  const comments = await readComments();
  const asked = families.map((family) => ({ family, intents: askedOf(family) }));
  const rules = Object.entries(ruleTable).map(([id, facts]) => {
    const { title, why, source, by, severities, needsSimulation } = facts;
    const own = comments.filter((comment) => comment.id === id);
    return [
      `### ${id}: ${title}`,
      '',
      `Families: ${familiesOf(id).join(', ') || 'all'}. Checks ${parts[by]}${needsSimulation ? ', and needs a simulation' : ''}. Findings: ${severities.map((one) => `\`${one}\``).join(', ')}.`,
      '',
      ...own.flatMap(({ family, demands }) => [
        own.length > 1 && family !== undefined ? `On ${family}: ${demands}` : demands,
        '',
      ]),
      `Without it: ${why}`,
      '',
      `Source: ${source}.`,
      '',
    ].join('\n');
  });
  const byIntent = Object.entries(intents).map(([intent, what]) => [
    `\`${intent}\`: ${what}`,
    ...asked.map(({ intents: list }) => {
      const found = list.find((one) => one.intent === intent)?.rules ?? [];
      return found === 'refused' ? 'refused' : found.map((id) => `\`${id}\``).join(' ');
    }),
  ]);

  return `# Findings of the guard

<!-- Made from src/guard and src/families/*/guard by scripts/write-findings.ts; what is changed here is lost. -->

The guard decodes and simulates the exact bytes before Ferryman signs them, and checks each rule of the intent. A
finding has the id of its rule, a severity, a message and facts. The worst severity is the verdict:

| severity | code | what follows |
|---|---|---|
| \`reject\` | \`GUARD_REJECTED\` | the swap ends as \`failed\`; a refund or claim waits for a person |
| \`requote\` | \`ORDER_NOT_ACCEPTABLE\` | Ferryman asks for another order |
| \`hold\` | \`APPROVAL_NEEDED\` | the swap waits in \`awaiting_approval\` |

The code is \`FEE_TOO_HIGH\` if the decisive findings concern the fee alone, and \`ORDER_BELOW_FLOOR\` if
they concern what the order is worth alone. A rule that throws counts as
\`reject\`. Bytes that cannot be read, and intents that a family refuses, are rejected under the id \`DECODE\`.

\`ferryman guard explain E02\` shows the same of one rule.

## Rules of each intent

${markdownTable(['intent', ...families], byIntent)}
## Rules

${rules.join('\n')}`;
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  await writeFile(findingsPath, await renderFindings());
  await writeFile(ruleCommentsPath, await renderRuleComments());
}
