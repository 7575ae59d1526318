import { Client } from 'undici';
import { z } from 'zod';
import { families } from '../../core/swap/chains.ts';
import { jsonWithAmounts } from '../../core/text/json-with-amounts.ts';
import { type ErrorCode, errorCodes } from '../../errors/codes.ts';
import { FerrymanError } from '../../errors/ferryman-error.ts';
import type { ListedWallet } from '../../keys/list-wallets.ts';
import { parseEntry } from '../../keys/signing-log/entry.ts';
import { amount } from '../../keys/signing-log/members.ts';
import { createWrittenAttempts } from '../../keys/signing-log/written-attempts.ts';
import type { PartToSign, Signer, SigningAnswer } from '../../ports/signer.ts';
import type { SigningLog, SigningLogEntry } from '../../ports/signing-log.ts';

/** A signer in another process, as a worker sees it. */
export interface SignerConnection {
  signer: Signer;
  signingLog: SigningLog;
  /** The wallets of its keystores. */
  wallets(): Promise<ListedWallet[]>;
  close(): Promise<void>;
}

/** A signer may simulate on slow endpoints. After this its answer is lost, in milliseconds. */
const patience = 120_000;

const problem = z.object({
  code: z.string(),
  message: z.string(),
  next: z.string(),
  details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
});
const answers = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('signed'),
    signed: z.object({ chain: z.string(), txId: z.string(), bytes: z.string() }),
  }),
  z.object({
    kind: z.literal('refused'),
    part: z.int().exactOptional(),
    verdict: z.looseObject({ kind: z.enum(['hold', 'requote', 'reject']) }),
    admittedBy: z.array(z.string()),
  }),
  z.object({ kind: z.literal('failed'), part: z.int(), error: problem }),
]);
const wallets = z.array(
  z.object({
    name: z.string(),
    family: z.enum(families),
    address: z.string(),
    keyRef: z.string(),
    account: z.looseObject({}).exactOptional(),
  }),
);
const instance = z.object({ instanceId: z.uuid().optional() });
const identity = z.object({
  identity: z.object({ id: z.string(), host: z.string() }).optional(),
});
const state = z.object({ bytes: z.number(), freeBytes: z.number(), isFailing: z.boolean() });

/** The signer behind a Unix socket. Sends nothing before the first call. */
export function connectSigner(socketPath: string): SignerConnection {
  const client = new Client('http://signer', {
    socketPath,
    headersTimeout: patience,
    bodyTimeout: patience,
  });
  const written = createWrittenAttempts();

  async function send(path: string, body: unknown): Promise<string> {
    const { statusCode, text } = await client
      .request({
        method: 'POST',
        path,
        headers: { 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: jsonWithAmounts(body) }),
      })
      .then(async (response) => ({
        statusCode: response.statusCode,
        text: await response.body.text(),
      }))
      .catch((cause: unknown) => {
        throw away(socketPath, cause);
      });
    if (statusCode !== 200) throw toError(problem.parse(JSON.parse(text)));
    return text;
  }

  const ask = async <Reply>(path: string, schema: z.ZodType<Reply>, body?: unknown) =>
    schema.parse(JSON.parse(await send(path, body)));

  const lines = async (path: string): Promise<SigningLogEntry[]> =>
    (await send(path, undefined))
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => {
        const entry = parseEntry(line);
        if (entry) return entry;
        throw new FerrymanError('SIGNING_LOG_DAMAGED', `the signer sends an entry that is none`);
      });

  return {
    signer: {
      async sign({ unsigned, parts }) {
        const request = { unsigned, parts: parts.map(sendable) };
        const answer = await ask('/sign', answers, request);
        return answer.kind === 'failed'
          ? { ...answer, error: toError(answer.error) }
          : // The guard of another process has made the verdict.
            (answer as SigningAnswer);
      },
    },
    wallets: async () => (await ask('/wallets', wallets)) as ListedWallet[],
    signingLog: {
      instance: async () => (await ask('/log/instance', instance)).instanceId,
      async bind(instanceId) {
        const bound = (await ask('/log/bind', instance, { instanceId })).instanceId;
        return bound ?? instanceId;
      },
      async rebind(instanceId) {
        await ask('/log/rebind', z.object({}), { instanceId });
      },
      log: async () => (await ask('/log/identity', identity)).identity,
      droppedUpTo: async () => (await ask('/log/dropped', z.object({ sequence: amount }))).sequence,
      has: (attempt) => written.has(attempt),
      async record(entries) {
        await ask('/log/record', z.object({}), entries);
        for (const entry of entries) written.add(entry);
      },
      newest: () => lines('/log/newest'),
      async *entries() {
        yield* await lines('/log/entries');
      },
      async paymentsOf() {
        // Only a signer asks for them, and it has its own log.
        throw new FerrymanError('INTERNAL', 'payments are looked up by the signer');
      },
      state: () => ask('/log/state', state),
      close: async () => undefined,
    },
    close: () => client.close(),
  };
}

/** What a signer does not believe is not sent. */
function sendable({ swap, facts: _facts, repeats: _repeats, ...part }: PartToSign): unknown {
  const { id, idempotencyKey, job, seal, state: reached } = swap;
  return {
    ...part,
    swap: { id, idempotencyKey, job, state: reached, ...(seal ? { seal } : {}) },
  };
}

function toError({ code, message, next, details }: z.infer<typeof problem>): FerrymanError {
  return Object.hasOwn(errorCodes, code)
    ? new FerrymanError(code as ErrorCode, message, {
        next: next as FerrymanError['next'],
        details,
      })
    : new FerrymanError('INTERNAL', `the signer reports ${code}: ${message}`);
}

function away(socketPath: string, cause: unknown): FerrymanError {
  return new FerrymanError(
    'SIGNER_UNAVAILABLE',
    `the signer does not answer on ${socketPath}; check that \`ferryman signer\` runs, and that this user may open the socket`,
    { cause },
  );
}
