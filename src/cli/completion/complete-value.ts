import type { Argument, Command, Option } from 'commander';
import { readProfiles } from '../../config/profile-file.ts';
import { knownChains } from '../../core/registry/known-chains.ts';
import { crossChainProviders, onChainProviders } from '../../core/registry/providers.ts';
import { fundsStates, swapStates } from '../../core/swap/swap.ts';
import { FerrymanError } from '../../errors/ferryman-error.ts';
import { topics } from '../../executor/feed/topics.ts';
import { timeLimit } from '../../http/time-limit.ts';
import { apiMasks, apiScopes } from '../../ports/stores/api-key-store.ts';
import { stopScopes } from '../../ports/stores/stop-store.ts';
import type { ApiClient } from '../api-client.ts';
import type { CliIo } from '../cli-io.ts';
import { clientConfig, clientOf } from '../connect.ts';

export interface Candidate {
  value: string;
  about?: string;
}

/** What a value is for. */
export type ValueOf =
  | { option: Option; command: Command }
  | { argument: Argument; command: Command; operands: readonly string[] };

interface Typed {
  io: CliIo;
  /** Values of the options that are typed already. */
  flags: Readonly<Record<string, string>>;
  /** What stands before the value in the same word, such as `--state=`. */
  prefix: string;
  typed: string;
}

/** How long a Tab may take because of the service, in milliseconds. */
const serviceTime = 1_000;

type Source = (typed: Typed) => Promise<readonly Candidate[]>;

/** Values of an option or an argument; `:files` if it is a path. */
export async function completeValue(
  what: ValueOf,
  typed: Typed,
): Promise<readonly Candidate[] | ':files'> {
  const choices = 'option' in what ? what.option.argChoices : what.argument.argChoices;
  if (choices)
    return prefixed(
      choices.map((value) => ({ value })),
      typed.prefix,
    );
  if ('argument' in what) return argumentValues(what, typed);
  const long = what.option.long ?? '';
  if (/<(path|file|folder)>/.test(what.option.flags)) return ':files';
  // A filter, whose options take `<text>`, may be a list too.
  const isList = /<(list|states|chains|names|topics|text)>/.test(what.option.flags);
  const source = optionSources[long];
  if (!source) return [];
  const done = isList ? typed.typed.slice(0, typed.typed.lastIndexOf(',') + 1) : '';
  return prefixed(await source(typed), typed.prefix + done);
}

const chains: Source = async () =>
  Object.values(knownChains).map(({ name, title }) => ({ value: name, about: title }));

const providers: Source = async () =>
  [...crossChainProviders, ...onChainProviders].map((value) => ({ value }));

const states: Source = async () => swapStates.map((value) => ({ value }));

/** `ETH:native`; before the colon, the chains. */
const assets: Source = async (typed) => {
  const [chain = '', token] = typed.typed.split(':');
  if (token !== undefined) return [{ value: `${chain}:native`, about: 'the native coin' }];
  return (await chains(typed)).map(({ value, ...about }) => ({ value: `${value}:`, ...about }));
};

const wallets: Source = async (typed) => {
  const { io, flags } = typed;
  const { dataFolder } = await clientConfig(dataFolderIn(flags), io);
  const served = await fromService(typed, (client) => client.listWallets()).catch(() => undefined);
  const listed = (served?.wallets ?? []).map(({ name, family, frozenReason }) => ({
    value: name,
    about: frozenReason === undefined ? family : `${family}, frozen`,
  }));
  const own = served ? [] : await ownWallets(dataFolder);
  return [...listed, ...own.map((value) => ({ value }))];
};

/** Those of the keystore. Imported here: it loads the chain libraries. */
async function ownWallets(dataFolder: string): Promise<readonly string[]> {
  const { keystoreNames } = await import('../../keys/list-wallets.ts');
  return keystoreNames(dataFolder);
}

const swaps: Source = async (typed) => {
  const { swaps: listed } = await fromService(typed, (client) => client.listSwaps({ limit: '20' }));
  return listed.map(({ id, state, amount, from, to }) => ({
    value: id,
    about: `${state} ${amount} ${from.symbol} ${from.chain} to ${to.symbol} ${to.chain}`,
  }));
};

const keys: Source = async (typed) => {
  const { keys: listed } = await fromService(typed, (client) => client.listKeys());
  return listed
    .filter(({ revokedAt }) => revokedAt === undefined)
    .map(({ id, name, scopes }) => ({ value: id, about: name ?? scopes.join(', ') }));
};

const webhooks: Source = async (typed) => {
  const { webhooks: listed } = await fromService(typed, (client) => client.listWebhooks());
  return listed.map(({ id, name, url }) => ({ value: id, about: name ?? new URL(url).host }));
};

const profiles: Source = async ({ io }) =>
  Object.entries((await readProfiles(io.environment)).profiles).map(([value, { url }]) => ({
    value,
    about: url,
  }));

const feedTopics: Source = async () => topics.map((value) => ({ value }));

const bulkActions: Source = async (typed) => {
  const { bulkActions: listed } = await fromService(typed, (client) => client.listBulkActions());
  return listed.map(({ id, action, state, total }) => ({
    value: id,
    about: `${action} ${total} ${total === 1 ? 'swap' : 'swaps'}, ${state}`,
  }));
};

const optionSources: Readonly<Record<string, Source>> = {
  '--chain': chains,
  '--chains': chains,
  '--state': states,
  '--funds-state': async () => fundsStates.map((value) => ({ value })),
  '--wallet': wallets,
  '--wallets': wallets,
  '--provider': providers,
  '--deny-provider': providers,
  '--from': assets,
  '--to': assets,
  '--profile': profiles,
  '--topics': feedTopics,
  '--type': feedTopics,
  '--swap': swaps,
  '--scopes': async () => apiScopes.map((value) => ({ value })),
  '--mask': async () => apiMasks.map((value) => ({ value })),
};

/** By the command's path and the argument's name. */
const argumentSources: Readonly<Record<string, Source>> = {
  'swap id': swaps,
  'bulk id': bulkActions,
  'key id': keys,
  'webhook id': webhooks,
  'wallet name': wallets,
  'profile name': profiles,
  'chains identifier': chains,
  'stop scope': async () => stopScopes.map((value) => ({ value })),
  'resume scope': async () => stopScopes.map((value) => ({ value })),
};

async function argumentValues(
  { argument, command, operands }: Extract<ValueOf, { argument: Argument }>,
  typed: Typed,
): Promise<readonly Candidate[]> {
  const group = command.parent?.parent ? command.parent.name() : command.name();
  if (argument.name() === 'subject') return (await subjectSource(operands[0])?.(typed)) ?? [];
  return (await argumentSources[`${group} ${argument.name()}`]?.(typed)) ?? [];
}

/** What can be stopped or resumed. */
function subjectSource(scope: string | undefined): Source | undefined {
  if (scope === 'chain') return chains;
  if (scope === 'provider') return providers;
  if (scope === 'wallet') return wallets;
  if (scope !== 'lane') return undefined;
  return async (typed) => {
    const { lanes } = await fromService(typed, (client) => client.lanes());
    return lanes.map(({ wallet, chain }) => ({ value: `${wallet}@${chain}` }));
  };
}

async function fromService<Answer>(
  { io, flags }: Pick<Typed, 'io' | 'flags'>,
  ask: (client: ApiClient) => Promise<Answer>,
): Promise<Answer> {
  const options = { apiUrl: flags['--api-url'], apiKey: flags['--api-key'] };
  const config = await clientConfig(options, io);
  // A Tab in another user's folder must not send the user's key to where its file says.
  if (config.client.isFound)
    throw new FerrymanError('API_UNAVAILABLE', 'only a file of the working folder names a service');
  const quick: CliIo = Object.create(io, { signal: { value: timeLimit(serviceTime) } });
  return ask(clientOf(config, quick));
}

function prefixed(candidates: readonly Candidate[], prefix: string): Candidate[] {
  return candidates.map(({ value, ...about }) => ({ value: `${prefix}${value}`, ...about }));
}

function dataFolderIn({ '--data-folder': dataFolder }: Typed['flags']): { dataFolder?: string } {
  return dataFolder === undefined ? {} : { dataFolder };
}
