import { z } from 'zod';
import { providerFault } from '../../core/registry/provider-fault.ts';
import { canonicalProvider } from '../../core/registry/providers.ts';
import { listNames } from '../../core/text/list-names.ts';
import { unknownName } from '../../core/text/unknown-name.ts';
import { FerrymanError } from '../../errors/ferryman-error.ts';
import { mayListWallets, requireReach, requireUnlimited } from '../../executor/authorize.ts';
import { type GivenName, nameFaults } from '../../executor/name-faults.ts';
import { personNote } from '../../executor/person-note.ts';
import type { ApiKeyRecord } from '../../ports/stores/api-key-store.ts';
import { type StopScope, stopScopes } from '../../ports/stores/stop-store.ts';
import type { ApiDependencies } from '../api-environment.ts';
import { defineEndpoint, type Endpoint } from '../endpoint.ts';
import { iso } from '../iso.ts';
import { sameAs } from '../same-as.ts';
import { named, plainText } from '../schemas/common.ts';
import { stopList } from '../schemas/operations.ts';

const stopRequest = named(
  'StopRequest',
  z
    .strictObject(
      {
        scope: z.enum(stopScopes, `is not one of ${stopScopes.join(', ')}`),
        subject: plainText(160)
          .or(z.literal(''))
          .default('')
          .describe(
            'Chain, provider or wallet; of a lane `wallet@chain`; the id of a treasury rule; empty for `all`.',
          ),
        reason: personNote('say why'),
      },
      'is not a JSON object',
    )
    .superRefine(({ scope, subject }, context) => {
      const fault = faultOf(scope, subject);
      if (fault !== undefined)
        context.addIssue({ code: 'custom', path: ['subject'], message: fault });
    }),
);

function faultOf(scope: StopScope, subject: string): string | undefined {
  if (scope === 'all') return subject === '' ? undefined : 'is given, though all is stopped';
  if (subject === '') return `is empty: name the ${scope}`;
  return scope === 'lane' && !/^[^@]+@[^@]+$/.test(subject)
    ? 'is not of the form wallet@chain'
    : undefined;
}

/** Stopping and resuming what Ferryman signs. */
export function stopEndpoints({
  journal,
  chains,
  additionalProviders,
}: Pick<ApiDependencies, 'journal' | 'chains' | 'additionalProviders'>): Endpoint[] {
  /**
   * A stop of something that does not exist would stop nothing, and look as if it did. Throws
   * `INVALID_REQUEST`.
   */
  const requireSubject = async ({ scope, subject }: Target, key: ApiKeyRecord): Promise<void> => {
    const [wallet = '', chain = ''] = scope === 'lane' ? subject.split('@') : [subject, subject];
    const named: GivenName[] = [];
    if (scope === 'chain' || scope === 'lane')
      named.push({ kind: 'configured chain', name: chain, pointer: '/subject' });
    if (scope === 'wallet' || scope === 'lane')
      named.push({ kind: 'wallet', name: wallet, pointer: '/subject' });
    const faults = await nameFaults({ journal, chains, namesWallets: mayListWallets(key) }, named);
    const message =
      scope === 'provider'
        ? providerFault(subject, additionalProviders)
        : scope === 'rule'
          ? await ruleFault(subject)
          : undefined;
    if (message !== undefined) faults.push({ pointer: '/subject', message });
    if (faults.length > 0)
      throw new FerrymanError('INVALID_REQUEST', 'there is nothing of this name to stop', {
        faults,
      });
  };
  const ruleFault = async (name: string): Promise<string | undefined> => {
    const ids = (await journal.treasuryRules()).map(({ id }) => id);
    const otherwise =
      ids.length === 0 ? '; there is none' : `; known treasury rules: ${listNames(ids)}`;
    return ids.includes(name) ? undefined : unknownName(name, ids, 'treasury rule', otherwise);
  };
  const answer = async () => {
    const stops = await journal.stops();
    const body = {
      stops: stops.map(({ since, ...stop }) => ({
        ...stop,
        ...(stop.scope === 'provider' ? sameAs(stop.subject) : {}),
        since: iso(since),
      })),
    };
    return { status: 200, body };
  };
  const answers = { 200: { description: 'What is stopped now.', schema: stopList } };
  return [
    defineEndpoint({
      id: 'listStops',
      method: 'get',
      path: '/v1/stops',
      group: 'operations',
      scope: 'view',
      summary: 'List what is stopped',
      answers,
      handle: answer,
    }),
    defineEndpoint({
      id: 'stop',
      method: 'post',
      path: '/v1/stops',
      group: 'operations',
      scope: 'submit',
      summary: 'Stop signing',
      description:
        'Of everything, a chain, a provider, a wallet, a lane or a treasury rule. Nothing is signed or sent for the first time from then on. What is on its way is followed, and may be cancelled.',
      isSafeToRepeat: true,
      body: stopRequest,
      bodyName: 'stop',
      answers,
      async handle({ body, key, record }) {
        requireRight(key, body);
        await requireSubject(body, key);
        await record({ subject: subjectOf(body), reason: body.reason });
        await journal.setSwitch({ ...body, stopped: true, by: `API key ${key.id}` });
        return answer();
      },
    }),
    defineEndpoint({
      id: 'resume',
      method: 'post',
      path: '/v1/stops/resume',
      group: 'operations',
      scope: 'approve',
      summary: 'Resume signing',
      body: stopRequest,
      bodyName: 'release of a stop',
      answers,
      async handle({ body, key, record }) {
        const stops = await journal.stops();
        const released = stops.filter((stop) => isOf(stop, body));
        if (released.length === 0) {
          const found = stops.map(subjectOf);
          const others = found.length === 0 ? 'nothing is' : `these are: ${found.join(', ')}`;
          const message = `${subjectOf(body)} is not stopped by itself; ${others}`;
          throw new FerrymanError('NOT_FOUND', message);
        }
        requireRight(key, body);
        await record({ subject: subjectOf(body), reason: body.reason });
        for (const { subject } of released)
          await journal.setSwitch({ ...body, subject, stopped: false, by: `API key ${key.id}` });
        return answer();
      },
    }),
  ];
}

interface Target {
  scope: StopScope;
  subject: string;
}

/**
 * A key with limits stops and resumes its own wallets and lanes only. A stop of a wallet holds on all
 * chains, so a key that may use some chains only has its lanes. Throws `FORBIDDEN`.
 */
function requireRight(key: ApiKeyRecord, { scope, subject }: Target): void {
  const isOfWallet = scope === 'lane' || (scope === 'wallet' && !key.chains);
  const [name = '', chain = ''] = subject.split('@');
  if (isOfWallet) requireReach(key, { wallet: { name }, from: { chain }, to: { chain } });
  else requireUnlimited(key);
}

/** A provider may have been stopped by several of its names, and each stops it. */
function isOf(stop: Target, { scope, subject }: Target): boolean {
  if (stop.scope !== scope) return false;
  return scope === 'provider'
    ? canonicalProvider(stop.subject) === canonicalProvider(subject)
    : stop.subject === subject;
}

function subjectOf({ scope, subject }: Target): string {
  return scope === 'all' ? 'all' : `${scope} ${subject}`;
}
