import { writeFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import type { Next } from '../src/core/decide/next.ts';
import { errorCodes } from '../src/errors/codes.ts';

/** For a request, a command, or a swap of which nothing is paid. */
const nexts: Readonly<Record<Next, string>> = {
  retry: 'it may pass by itself; a swap waits and tries again until its deadline',
  observe: 'a swap waits for what is under way',
  rebuild: 'a swap has its transaction built anew',
  requote: 'a swap asks for another order, until its deadline',
  stop: 'it does not pass by itself; a swap ends',
  review: 'a person has to look; a swap waits',
};

/** `docs/errors.md`, made from the codes themselves. */
export function renderErrorTable(): string {
  const codes = Object.entries(errorCodes).sort(([a], [b]) => (a < b ? -1 : 1));
  const rows = codes.map(
    ([code, { meaning, next, status }]) =>
      `| \`${code}\` | ${meaning.replaceAll('|', '\\|')} | ${next} | ${status} |`,
  );
  const legend = Object.entries(nexts).map(([next, meaning]) => `| ${next} | ${meaning} |`);
  return `# Errors

<!-- Made from src/errors/*-codes.ts by scripts/write-error-table.ts; what is changed here is lost. -->

Every error has a stable code: it is never renamed, and never used for something else. The same codes stand

- in the API's answers (RFC 9457): \`code\`; \`title\` is the meaning below, \`detail\` says what is wrong this time, and \`errors[]\` points into
  the body with JSON pointers;
- in a swap's \`reason\`, with the meaning: why it waits, has failed or wants a person;
- in \`codes\` of \`/readyz\`, for each part that fails;
- in front of the message of a failed job of the intake queue, in the log, and in what the commands print.

What comes next, while nothing of a swap is paid:

| | |
|---|---|
${legend.join('\n')}

From the first signed payment on a swap is followed through every error, and a person is told of one that stays. The HTTP status is the one
of a request that is answered with this error.

| code | what it means and what to do | next | HTTP |
|---|---|---|---|
${rows.join('\n')}
`;
}

const calledAs = process.argv[1];
if (calledAs !== undefined && import.meta.url === pathToFileURL(calledAs).href) {
  await writeFile('docs/errors.md', renderErrorTable());
}
