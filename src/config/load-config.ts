import { resolve } from 'node:path';
import type { z } from 'zod';
import { chainRegistry } from '../core/chains.ts';
import { FerrymanError } from '../errors/ferryman-error.ts';
import type { Config, ConfigFault, Networks } from './config.ts';
import { isRealNetwork } from './is-real-network.ts';
import {
  type Environment,
  environmentLayer,
  type Flags,
  fileLayer,
  flagLayer,
  isObject,
  type Layer,
  mergeLayers,
  sourceOf,
  valueAt,
} from './layers.ts';
import { resolveChain } from './resolve-chain.ts';
import { fixOf, type Settings, settingsSchema } from './settings.ts';

export interface ConfigSources {
  /** By flag, such as `--data-folder`. */
  flags?: Flags;
  /** Default: the process's. */
  environment?: Environment;
  /** Where relative paths start and `ferryman.config.json` is looked for; default: the working folder. */
  folder?: string;
}

export type CheckedConfig = { ok: true; config: Config } | { ok: false; faults: readonly ConfigFault[] };

/** Flags over environment over file over defaults. @throws `CONFIG_INVALID` with every fault */
export async function loadConfig(sources: ConfigSources = {}): Promise<Config> {
  const checked = await checkConfig(sources);
  if (checked.ok) return checked.config;
  const faults = checked.faults.map(({ path, source, message, fix }) => ({
    pointer: path,
    message: `${message} (${source}). ${fix}`,
  }));
  const summary = faults.map(({ pointer, message }) => `${pointer || '/'} ${message}`).join('\n  ');
  throw new FerrymanError('CONFIG_INVALID', `the configuration has faults:\n  ${summary}`, { faults });
}

/** The same, with the faults as an answer. */
export async function checkConfig(sources: ConfigSources = {}): Promise<CheckedConfig> {
  const { flags = {}, environment = process.env, folder = process.cwd() } = sources;
  const faults: ConfigFault[] = [];
  const layers: Layer[] = [
    flagLayer(flags),
    await environmentLayer(environment, faults),
    await fileLayer(environment, folder, faults),
  ];
  const merged = mergeLayers(layers);
  const report = (path: readonly string[], message: string, fix = fixOf(`/${path.join('/')}`)): void => {
    faults.push({ path: `/${path.join('/')}`, source: sourceOf(layers, path), message, fix });
  };

  const parsed = settingsSchema.safeParse(merged, { error: inOurWords });
  for (const issue of parsed.error?.issues ?? []) {
    const path = issue.path.map(String);
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys) report([...path, key], 'is not known', 'Correct the name, or remove it.');
    } else report(path, valueAt(merged, path) === undefined ? 'is missing' : issue.message);
  }
  await checkNetworks(merged, report);
  if (!parsed.success || faults.length > 0) return { ok: false, faults };
  return { ok: true, config: complete(parsed.data, folder) };
}

/** Where the schema has no words of its own. */
function inOurWords({ code, expected }: z.core.$ZodRawIssue): string | undefined {
  return code === 'invalid_type' && (expected === 'object' || expected === 'record') ? 'is no object' : undefined;
}

type Report = (path: readonly string[], message: string, fix?: string) => void;

/** On the values as given, so that its faults are told together with those of form. */
async function checkNetworks(merged: Record<string, unknown>, report: Report): Promise<void> {
  // Of another type it is a fault of form, told already.
  if (merged.chains !== undefined && !isObject(merged.chains)) return;
  const { chains = {} } = merged;
  const names = Object.keys(chains);
  if (names.length > 0 && merged.router === undefined) report(['router'], 'is missing beside the chains');
  if (names.length === 0 && merged.router !== undefined) {
    report(
      ['chains'],
      'is missing beside the router',
      'Set rpcUrls of at least one chain, or FERRYMAN_RPC_URLS_<CHAIN>.',
    );
  }
  for (const name of names) {
    const settings = chains[name];
    const entry = chainRegistry[name];
    if (!entry) {
      report(['chains', name], 'is no chain that is known', `Use one of ${Object.keys(chainRegistry).join(', ')}.`);
      continue;
    }
    const configured = isObject(settings) && settings.chainId !== undefined;
    const chainId = configured ? Number(settings.chainId) : entry.chainId;
    if (await isRealNetwork(chainId)) {
      report(
        ['chains', name, 'chainId'],
        `${chainId} is a real network, which are refused until the guard is complete`,
        'Use the chain id and endpoints of a test network or of the sandbox.',
      );
    }
  }
}

function complete(settings: Settings, folder: string): Config {
  const { dataFolder, databaseUrl, redisUrl, api, policy, keystorePassword, logLevel, client } = settings;
  return {
    dataFolder: resolve(folder, dataFolder),
    ...(databaseUrl === undefined ? {} : { databaseUrl }),
    ...(redisUrl === undefined ? {} : { redisUrl }),
    networks: networksOf(settings),
    api: { host: api.host, port: api.port },
    policy,
    ...(keystorePassword === undefined ? {} : { keystorePassword }),
    logLevel,
    client: {
      apiUrl: client.url ?? `http://127.0.0.1:${api.port}`,
      ...(client.apiKey === undefined ? {} : { apiKey: client.apiKey }),
    },
  };
}

function networksOf({ router, chains }: Settings): Networks {
  if (!router) return { kind: 'sandbox' };
  return {
    kind: 'configured',
    router,
    chains: Object.entries(chains).map(([name, settings]) => resolveChain(name, settings)),
  };
}
