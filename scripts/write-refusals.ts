import { writeFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import { type ErrorCode, errorCodes } from '../src/errors/codes.ts';
import { broadcastOutcomes } from '../src/families/shared/endpoints/broadcast-outcome.ts';
import { errorTable } from '../src/router/error-table.ts';
import { markdownTable } from './markdown-table.ts';

/** Path of the tables, from the project root. */
export const refusalsPath = 'docs/reference/refusals.md';

/** Renders `docs/reference/refusals.md` from the tables that map refusals to errors. */
export function renderRefusals(): string {
  const ofService = Object.entries(errorTable)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([serviceCode, { meaning, code }]) => [
      `\`${serviceCode}\``,
      meaning,
      `\`${code}\``,
      nextOf(code),
    ]);
  const ofNodes = Object.entries(broadcastOutcomes).map(([kind, meaning]) => [
    `\`${kind}\``,
    meaning,
  ]);
  return `# Refusals

<!-- Made from src/router and src/families/shared by scripts/write-refusals.ts; what is changed here is lost. -->

## Of the routing service

The service's own error codes, in both forms of its errors and with any HTTP status. \`2xxx\` is every other
code that begins with a 2. [Errors](../errors.md) says what Ferryman's codes mean, and what happens next. Once a
payment is signed, none of these ends its swap: Ferryman repeats status, refund and claim calls.
[Routing service](routing-service.md#answers-without-a-code) has the refusals without a code of the service's.

${markdownTable(["the service's code", 'what it says', 'code', 'next'], ofService)}
## Of nodes, to signed bytes

\`ferryman_attempts_sent_total\` and the log line \`attempt sent\` have these as \`outcome\`. Whatever the outcome
is, the attempt counts as sent: Ferryman observes the chain, and signs nothing new because of it. Of several
endpoints the outcome that is highest in the table counts. So bytes are refused only if every endpoint
refuses them.

${markdownTable(['outcome', 'what it means'], ofNodes)}`;
}

function nextOf(code: ErrorCode): string {
  return errorCodes[code].next;
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  await writeFile(refusalsPath, renderRefusals());
}
