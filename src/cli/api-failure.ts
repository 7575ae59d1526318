import { isErrorCode } from '../errors/codes.ts';
import { FerrymanError } from '../errors/ferryman-error.ts';
import { problemAnswer } from './swap-answer.ts';

export function unreachable(url: string, cause: unknown): FerrymanError {
  const { host } = new URL(url);
  return unavailable(`no Ferryman answers at ${host}; start one with \`ferryman up\``, cause);
}

export function problemOf(body: unknown, status: number): FerrymanError {
  const problem = problemAnswer.safeParse(body).data;
  if (!problem) return unavailable(`the API answers ${status} without saying why`);
  const { requestId, stage, fundsState } = problem;
  return new FerrymanError(isErrorCode(problem.code) ? problem.code : 'INTERNAL', problem.detail, {
    faults: problem.errors.map(({ pointer, detail }) => ({ pointer, message: detail })),
    details: known({ requestId, stage, fundsState }),
  });
}

/** Without the members that are absent. */
function known(members: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(members).filter((entry): entry is [string, string] => entry[1] !== undefined),
  );
}

/** Names the service that was asked, and whether a key was sent: both may be other than meant. */
export function unauthorized(
  { code, message, details }: FerrymanError,
  { apiUrl, apiKey, profile }: { apiUrl: string; apiKey: string | undefined; profile?: string },
): FerrymanError {
  const { host } = new URL(apiUrl);
  const howToSet =
    profile === undefined
      ? 'set FERRYMAN_API_KEY_FILE or FERRYMAN_API_KEY'
      : `give the profile one with \`ferryman profile set ${profile} --with-api-key\``;
  const said =
    apiKey === undefined
      ? `no API key is set, so none was sent to ${host}; ${howToSet}`
      : `${host} refuses the API key that was sent: ${message}`;
  return new FerrymanError(code, said, { details });
}

export function unavailable(message: string, cause?: unknown): FerrymanError {
  return new FerrymanError('API_UNAVAILABLE', message, { cause });
}
