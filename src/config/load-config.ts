import { resolve } from 'node:path';
import type { z } from 'zod';
import { FerrymanError } from '../errors/ferryman-error.ts';
import { checkNetworks } from './check-networks.ts';
import type { Config, ConfigFault, Networks } from './config.ts';
import { fixOf } from './fix-of.ts';
import {
  type Environment,
  environmentLayer,
  type Flags,
  fileLayer,
  flagLayer,
  type Layer,
  mergeLayers,
  sourceOf,
  valueAt,
} from './layers.ts';
import { findProfile, profileLayer } from './profile-layer.ts';
import { keepFollowers, layerOfAddress } from './reach-layers.ts';
import { readPolicySetting } from './read-policy-setting.ts';
import { resolveChain } from './resolve-chain.ts';
import { type Settings, settingsSchema } from './settings.ts';

/** The longest wait for a slot of the call budget, in milliseconds. */
const callWait = 2_000;

/**
 * Ferryman may send the request of a deposit order in the first quarter of `orderAskedWithin`, and
 * polls for its outcome after it. A request still under way then could create a second order.
 */
function checkOrderTime(
  { router, policy }: Pick<Settings, 'router' | 'policy'>,
  report: (path: readonly string[], message: string, fix: string) => void,
): void {
  if (!router) return;
  const least = Math.ceil(((router.timeoutMs + callWait) * 4) / 3);
  if (policy.orderAskedWithin >= least) return;
  report(
    ['policy', 'orderAskedWithin'],
    `is too short for a router.timeoutMs of ${router.timeoutMs}: a request for an order may still be under way`,
    `Give at least ${least} ms, or a shorter router.timeoutMs.`,
  );
}

export interface ConfigSources {
  /** Values by flag, such as `--data-folder`. */
  flags?: Flags;
  /** Default: the environment of the process. */
  environment?: Environment;
  /** Base of relative paths, and folder of `ferryman.config.json`. Default: the working folder. */
  folder?: string;
  /** For commands that call the API: use the user's profiles. `name`: that of `--profile`. */
  profile?: { name: string | undefined };
}

export type CheckedConfig =
  | { ok: true; config: Config }
  | { ok: false; faults: readonly ConfigFault[] };

/**
 * Flags win over environment, environment over profile, profile over file, file over defaults.
 * The API key comes from no weaker layer than the address that it goes to.
 * @throws `CONFIG_INVALID` with every fault
 */
export async function loadConfig(sources: ConfigSources = {}): Promise<Config> {
  const checked = await checkConfig(sources);
  if (checked.ok) return checked.config;
  const faults = checked.faults.map(({ path, source, message, fix }) => ({
    pointer: path,
    message: `${message} (${source}). ${fix}`,
  }));
  const summary = faults.map(({ pointer, message }) => `${pointer || '/'} ${message}`).join('\n  ');
  throw new FerrymanError('CONFIG_INVALID', `the configuration has faults:\n  ${summary}`, {
    faults,
  });
}

/** Like `loadConfig`, but returns the faults. */
export async function checkConfig(sources: ConfigSources = {}): Promise<CheckedConfig> {
  const { flags = {}, environment = process.env, folder = process.cwd(), profile } = sources;
  const faults: ConfigFault[] = [];
  const used = profile && (await findProfile(environment, profile.name));
  const given: Layer[] = [flagLayer(flags)];
  const addProfile = async (when: boolean): Promise<boolean> => {
    const layer = used && when ? await profileLayer(used, environment, given) : undefined;
    if (layer) given.push(layer);
    return layer !== undefined;
  };
  const isProfileUsed = await addProfile(used?.by === 'flag');
  given.push(await environmentLayer(environment, faults));
  const profileName =
    isProfileUsed || (await addProfile(used?.by !== 'flag')) ? used?.name : undefined;
  const file = await fileLayer(environment, folder, faults);
  given.push(file);
  const layers = keepFollowers(given);
  const merged = mergeLayers(layers);
  const report = (
    path: readonly string[],
    message: string,
    fix = fixOf(`/${path.join('/')}`),
  ): void => {
    faults.push({ path: `/${path.join('/')}`, source: sourceOf(layers, path), message, fix });
  };

  const parsed = settingsSchema.safeParse(merged, { error: translated });
  for (const issue of parsed.error?.issues ?? []) {
    const path = issue.path.map(String);
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys)
        report([...path, key], 'is not known', 'Correct the name, or remove it.');
    } else report(path, valueAt(merged, path) === undefined ? 'is missing' : issue.message);
  }
  checkNetworks(merged, report);
  if (parsed.success) checkOrderTime(parsed.data, report);
  const guardPolicy = parsed.success
    ? await readPolicySetting(parsed.data, folder, report)
    : undefined;
  if (!parsed.success || !guardPolicy || faults.length > 0) return { ok: false, faults };
  const config = { ...complete(parsed.data, folder, profileName), guardPolicy };
  const isFound = !environment.FERRYMAN_CONFIG && layerOfAddress(given) === file;
  return {
    ok: true,
    config: isFound ? { ...config, client: { ...config.client, isFound } } : config,
  };
}

/** Replaces a message of zod that the schema does not set. */
function translated({ code, expected }: z.core.$ZodRawIssue): string | undefined {
  return code === 'invalid_type' && (expected === 'object' || expected === 'record')
    ? 'is not an object'
    : undefined;
}

function complete(
  settings: Settings,
  folder: string,
  profile: string | undefined,
): Omit<Config, 'guardPolicy'> {
  const {
    dataFolder,
    databaseUrl,
    redisUrl,
    api,
    policy,
    guard: { jobKeys },
    treasury,
    signer,
    acceptedRisks,
    keystorePassword,
    intakeSecret,
    webhooks,
    logLevel,
    logFormat,
    otlpEndpoint,
    client,
  } = settings;
  return {
    dataFolder: resolve(folder, dataFolder),
    ...(databaseUrl === undefined ? {} : { databaseUrl }),
    ...(redisUrl === undefined ? {} : { redisUrl }),
    networks: networksOf(settings),
    api: {
      ...{ host: api.host, port: api.port, requestsPerMinute: api.requestsPerMinute },
      ...(api.publicUrl === undefined ? {} : { publicUrl: api.publicUrl }),
    },
    policy,
    ...(jobKeys === undefined ? {} : { jobKeys }),
    retention: retentionOf(settings, folder),
    treasury: {
      ...(treasury.rules === undefined ? {} : { rules: resolve(folder, treasury.rules) }),
      ...(treasury.books === undefined ? {} : { books: treasury.books }),
      ceilings: treasury.ceilings,
    },
    signer: signer.socket === undefined ? {} : { socket: resolve(folder, signer.socket) },
    acceptedRisks,
    ...(keystorePassword === undefined ? {} : { keystorePassword }),
    ...(intakeSecret === undefined ? {} : { intakeSecret }),
    webhooks,
    logLevel,
    logFormat,
    ...(otlpEndpoint === undefined ? {} : { otlpEndpoint }),
    client: {
      apiUrl: client.url ?? `http://127.0.0.1:${api.port}`,
      isOwn: client.url === undefined,
      output: client.output,
      ...(client.caFile === undefined ? {} : { caFile: resolve(folder, client.caFile) }),
      ...(profile === undefined ? {} : { profile }),
      ...(client.apiKey === undefined ? {} : { apiKey: client.apiKey }),
    },
  };
}

function retentionOf(
  { retention: { payloadsAfterDays, folder, deliveriesAfterDays } }: Settings,
  workingFolder: string,
): Config['retention'] {
  return {
    ...(folder === undefined ? {} : { folder: resolve(workingFolder, folder) }),
    ...(payloadsAfterDays === undefined ? {} : { payloadsAfterDays }),
    ...(deliveriesAfterDays === undefined ? {} : { deliveriesAfterDays }),
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
