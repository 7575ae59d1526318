import { userInfo } from 'node:os';
import { type Command, InvalidArgumentError } from 'commander';
import { didYouMean } from '../../core/text/did-you-mean.ts';
import { FerrymanError } from '../../errors/ferryman-error.ts';
import { createApiKey, newKeyId } from '../../executor/api-keys/create-api-key.ts';
import { maskFault } from '../../executor/api-keys/mask-fault.ts';
import { requireKnownLimits } from '../../executor/name-faults.ts';
import { type ApiScope, apiMasks, apiScopes } from '../../ports/stores/api-key-store.ts';
import type { ApiClient } from '../api-client.ts';
import type { KeyRequest } from '../api-requests.ts';
import type { CliIo } from '../cli-io.ts';
import { isConfirmed, withYes } from '../confirm.ts';
import { type ApiOptions, clientConfig, clientOf, connect, withApi } from '../connect.ts';
import { layoutOf } from '../layout.ts';
import { chainsOf, listOf, parseTime } from '../list-options.ts';
import { renderTable } from '../render-table.ts';
import { showTime } from '../show-time.ts';
import { withFerryman } from '../with-ferryman.ts';
import { sealKeys } from './key-seal.ts';

interface CreateOptions extends ApiOptions {
  scopes?: string;
  name?: string;
  wallets?: string;
  chains?: string;
  mask?: string;
  perMinute?: number;
  expires?: string;
}

/**
 * `ferryman key …`: API keys. With an API key of scope `admin` they are made by the running service;
 * `create` and `seal` also open the journal itself, which an embedded service must not use meanwhile.
 */
export function registerKey(program: Command, io: CliIo): void {
  const key = program
    .command('key')
    .description('make, list, seal, rotate and revoke keys for the API');

  withApi(key.command('create'))
    .description(
      'make a key and show it, this once; without an API key in the environment it opens the journal, of an embedded Ferryman only while that does not run',
    )
    .option('--scopes <list>', `of ${apiScopes.join(', ')}; default all`)
    .option('--name <text>', 'what you call it')
    .option('--wallets <list>', 'only swaps of these wallets')
    .option('--chains <list>', 'only swaps between these chains')
    .option(
      '--mask <list>',
      `what its answers do not show, of ${apiMasks.join(', ')}; for keys with the scope view alone`,
    )
    .option('--per-minute <count>', 'requests that it may make in a minute', parseCount)
    .option('--expires <time>', 'until when it is good, such as 2027-01-31T12:00:00Z')
    .action(async (options: CreateOptions) => {
      const config = await clientConfig(options, io);
      const request = requestOf(options);
      if (config.client.apiKey !== undefined) {
        const { key: made, secret } = await clientOf(config, io).createKey(request);
        return show({ id: made.id, key: secret, scopes: made.scopes }, options, io);
      }
      if (config.networks.kind === 'sandbox') throw new FerrymanError('CONFIG_INVALID', onSandbox);
      const { expiresAt, ...rights } = request;
      const made = await withFerryman(
        config,
        async (ferryman) => {
          await requireKnownLimits(ferryman, request, 'the API key has a name that does not exist');
          const [id, createdBy] = [newKeyId(), `operator ${userInfo().username}`];
          await ferryman.journal.recordAct({
            actor: createdBy,
            action: 'createKey',
            subject: `key ${id}`,
            data: { ...request },
          });
          return createApiKey(ferryman, request.scopes, {
            ...rights,
            ...{ id, createdBy },
            ...(expiresAt === undefined ? {} : { expiresAt: Date.parse(expiresAt) }),
          });
        },
        { takesJobs: true },
      );
      show({ ...made, scopes: request.scopes }, options, io);
    });

  withApi(key.command('list'))
    .description('list keys, also revoked ones')
    .action(async (options: ApiOptions) => {
      const answer = await (await connect(options, io)).listKeys();
      if (options.json) return io.print(JSON.stringify(answer, null, 2));
      io.print(renderTable(columns, answer.keys.map(cells), layoutOf(io)));
    });

  withApi(key.command('rotate'))
    .description('replace a key by a new one with the same rights, and show that, this once')
    .argument('<id>')
    .option('--overlap <seconds>', 'for how long the old one stays good beside it', parseCount, 0)
    .action(async (id: string, options: ApiOptions & { overlap: number }) => {
      const client = await connect(options, io);
      const { key: made, secret } = await client.rotateKey(id, options.overlap);
      show({ id: made.id, key: secret, scopes: made.scopes }, options, io);
    });

  withYes(withApi(key.command('seal')))
    .description(
      'seal keys that an earlier version made, or all after the intake secret was changed; opens the journal, of an embedded Ferryman only while that does not run',
    )
    .argument('[ids...]', 'default: all valid ones that lack their seal')
    .action((ids: string[], options: ApiOptions & { yes?: true }) => sealKeys(ids, options, io));

  withYes(withApi(key.command('revoke')))
    .description('end a key now')
    .argument('<id>')
    .action(async (id: string, options: ApiOptions & { yes?: true }) => {
      const client = await connect(options, io);
      const question = `What uses ${id} is refused from then on, and no key comes back. Revoke it?`;
      if (!(await isConfirmed(question, options, io, client))) return;
      const answer = await client.revokeKey(id);
      io.print(options.json ? JSON.stringify(answer, null, 2) : `${id} is revoked`);
    });
}

type Key = Awaited<ReturnType<ApiClient['listKeys']>>['keys'][number];

const columns = ['key', 'name', 'scopes', 'may use', 'does not see', 'state'].map((title) => ({
  title,
}));

function cells({
  id,
  name = '',
  scopes,
  wallets,
  chains,
  masks,
  expiresAt,
  revokedAt,
}: Key): string[] {
  const uses = [...(wallets ?? []), ...(chains ?? [])].join(', ');
  const state = revokedAt
    ? `revoked ${showTime(revokedAt)}`
    : expiresAt
      ? `until ${showTime(expiresAt)}`
      : '';
  return [id, name, scopes.join(', '), uses === '' ? 'all' : uses, masks?.join(', ') ?? '', state];
}

interface Shown {
  id: string;
  key: string;
  scopes: readonly ApiScope[];
}

function show(made: Shown, { json }: ApiOptions, io: CliIo): void {
  io.print(json ? JSON.stringify(made) : made.key);
  if (!json) io.tell(`Its id, which jobs for the intake queue name: ${made.id}`);
}

const onSandbox =
  'nothing is configured in this folder; of the sandbox of `ferryman up` set FERRYMAN_API_KEY to the key that it prints when it starts';

function requestOf(options: CreateOptions): KeyRequest {
  const { name, wallets, chains, mask, perMinute, expires } = options;
  const scopes =
    options.scopes === undefined ? apiScopes : parseNames(options.scopes, apiScopes, 'scope');
  const masks = mask === undefined ? undefined : parseNames(mask, apiMasks, 'mask');
  const fault = maskFault(scopes, masks);
  if (fault !== undefined)
    throw new FerrymanError('INVALID_REQUEST', `masks ${fault}: give --scopes view`);
  return {
    scopes,
    ...(masks === undefined ? {} : { masks }),
    ...(name === undefined ? {} : { name }),
    ...(wallets === undefined ? {} : { wallets: listOf(wallets) }),
    ...(chains === undefined ? {} : { chains: chainsOf(chains) }),
    ...(perMinute === undefined ? {} : { requestsPerMinute: perMinute }),
    ...(expires === undefined ? {} : { expiresAt: parseTime(expires, '--expires') }),
  };
}

function parseNames<Name extends string>(
  list: string,
  names: readonly Name[],
  what: string,
): readonly Name[] {
  return listOf(list).map((name) => {
    const known = names.find((one) => one === name);
    if (known) return known;
    throw new FerrymanError(
      'INVALID_REQUEST',
      `there is no ${what} "${name}"${didYouMean(name, names) || `; there are ${names.join(', ')}`}`,
    );
  });
}

function parseCount(text: string): number {
  if (!/^\d{1,7}$/.test(text)) throw new InvalidArgumentError('Write a whole number.');
  return Number(text);
}
