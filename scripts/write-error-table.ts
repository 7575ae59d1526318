import { writeFile } from 'node:fs/promises';
import { pathToFileURL } from 'node:url';
import type { Next } from '../src/core/decide/next.ts';
import { errorCodes } from '../src/errors/codes.ts';

/** For a request, a command, or a swap that has paid nothing. */
const nexts: Readonly<Record<Next, string>> = {
  retry: 'the error may pass by itself; the swap waits and tries again until its deadline',
  observe: 'the swap waits for what is under way',
  rebuild: 'the transaction of the swap is built again',
  requote: 'the swap asks for another order, until its deadline',
  stop: 'the error does not pass by itself; the swap ends',
  review: 'a person has to look; the swap waits',
};

/** Renders `docs/errors.md` from the error codes. */
export function renderErrorTable(): string {
  const codes = Object.entries(errorCodes).sort(([a], [b]) => (a < b ? -1 : 1));
  const rows = codes.map(
    ([code, { meaning, next, status }]) =>
      `| \`${code}\` | ${meaning.replaceAll('|', '\\|')} | ${next} | ${status} |`,
  );
  const legend = Object.entries(nexts).map(([next, meaning]) => `| ${next} | ${meaning} |`);
  return `# Errors

<!-- Made from src/errors/*-codes.ts by scripts/write-error-table.ts; what is changed here is lost. -->

Every error has a stable code. A code is never renamed or reused. It is shown

- in the API's answers (RFC 9457): \`code\`. \`title\` is the meaning below, \`detail\` says what is wrong
  this time, and \`errors[]\` has JSON pointers into the body;
- in a swap's \`reason\`, with the meaning: why it waits, has failed or needs a person;
- in \`codes\` of \`/readyz\`, for each component that fails;
- in front of the message of a failed job of the intake queue, in the log, and in the output of commands.

What happens next, while a swap has paid nothing:

| | |
|---|---|
${legend.join('\n')}

After its first signed payment, Ferryman follows a swap through every error, and tells a person of a lasting
one. The HTTP status is that of an API answer with this error.

| code | what it means and what to do | next | HTTP |
|---|---|---|---|
${rows.join('\n')}
`;
}

const calledAs = process.argv[1];
if (calledAs !== undefined && import.meta.url === pathToFileURL(calledAs).href) {
  await writeFile('docs/errors.md', renderErrorTable());
}
