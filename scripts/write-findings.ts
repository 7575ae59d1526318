import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { families } from '../src/core/swap/chains.ts';
import { definitionOf } from '../src/families/families.ts';
import { rulesOfEveryFamily } from '../src/guard/rules/of-every-family.ts';
import type { Intent } from '../src/ports/guard.ts';
import { markdownTable } from './markdown-table.ts';

/** Path of the tables, from the project root. */
export const findingsPath = 'docs/reference/findings.md';

const intents: Readonly<Record<Intent['kind'], string>> = {
  swap: "a payment by the routing service's transaction",
  deposit: 'a payment to a deposit address',
  approve: 'an approval',
  revoke: 'a revocation of an approval',
  cancel: 'a transaction that uses up a lease',
  boost: 'a CPFP child',
  refund: 'a refund from a bridge',
  claim: 'a claim at the destination',
};

interface Comment {
  id: string;
  what: string;
  /** The family that the rule belongs to; undefined for a common rule. */
  family?: string;
}

/** The comments of rules. Each begins with the rule's id. */
async function readComments(): Promise<Comment[]> {
  const own = families.map((family) => ({ folder: `src/families/${family}/guard`, family }));
  const found: Comment[] = [];
  for (const { folder, ...whose } of [{ folder: 'src/guard' }, ...own]) {
    for (const file of await readdir(folder, { recursive: true })) {
      if (!file.endsWith('.ts')) continue;
      const source = await readFile(join(folder, file), 'utf8');
      for (const [, comment = ''] of source.matchAll(/^\/\*\*((?:(?!\*\/).)*)\*\/$/gms)) {
        const text = comment.replaceAll(/\s*\n\s*\*?\s*/g, ' ').trim();
        const [, id, what = ''] = /^([A-Z]\d\d)\. (.*)$/.exec(text) ?? [];
        if (id !== undefined) found.push({ id, what, ...whose });
      }
    }
  }
  return found.sort((a, b) => (a.id < b.id ? -1 : 1));
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

/** Renders `docs/reference/findings.md` from the rules that each family lists. */
export async function renderFindings(): Promise<string> {
  const comments = await readComments();
  const asked = families.map((family) => ({ family, intents: askedOf(family) }));
  const rules = comments.map(({ id, what, family }) => [`\`${id}\``, family ?? usedBy(id), what]);
  const byIntent = Object.entries(intents).map(([intent, what]) => [
    `\`${intent}\`: ${what}`,
    ...asked.map(({ intents: list }) => {
      const found = list.find((one) => one.intent === intent)?.rules ?? [];
      return found === 'refused' ? 'refused' : found.map((id) => `\`${id}\``).join(' ');
    }),
  ]);

  function usedBy(id: string): string {
    const having = asked.filter(({ intents: list }) =>
      list.some((one) => one.rules !== 'refused' && one.rules.includes(id)),
    );
    return having.length === families.length
      ? 'all'
      : having.map(({ family }) => family).join(', ');
  }

  return `# Findings of the guard

<!-- Made from src/guard and src/families/*/guard by scripts/write-findings.ts; what is changed here is lost. -->

The guard decodes and simulates the exact bytes before Ferryman signs them, and checks each rule of the intent. A
finding has the id of its rule, a severity, a message and facts. The worst severity is the verdict:

| severity | code | what follows |
|---|---|---|
| \`reject\` | \`GUARD_REJECTED\` | the swap ends as \`failed\`; a refund or claim waits for a person |
| \`requote\` | \`ORDER_NOT_ACCEPTABLE\` | Ferryman asks for another order |
| \`hold\` | \`APPROVAL_NEEDED\` | the swap waits in \`awaiting_approval\` |

The code is \`FEE_TOO_HIGH\` if the decisive findings concern the fee alone. A rule that throws counts as
\`reject\`. Bytes that cannot be read, and intents that a family refuses, are rejected under the id \`DECODE\`.

## Rules

${markdownTable(['rule', 'families', 'what it demands'], rules)}
## Rules of each intent

${markdownTable(['intent', ...families], byIntent)}`;
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  await writeFile(findingsPath, await renderFindings());
}
