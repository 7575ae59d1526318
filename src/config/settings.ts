import { isIPv4 } from 'node:net';
import { z } from 'zod';
import { defaultPolicy, type Policy } from '../core/decide/policy.ts';
import { families, formatsOf } from '../core/swap/chains.ts';
import { type RouterEndpoint, routerEndpoints } from '../ports/router.ts';
import { logLevels } from './config.ts';

/*
 * The settings as they are written down: in the file as JSON, in flags and variables as text. What is wrong is said here; what
 * to do about it is in `fixes`.
 */

/** A JSON number, or digits as they come from a variable. */
const integer = (least: number, most: number) =>
  z
    .union(
      [
        z.number(),
        z
          .string()
          .regex(/^\d{1,15}$/)
          .transform(Number),
      ],
      'is not a whole number',
    )
    .pipe(z.int('is not a whole number').min(least, `is below ${least}`).max(most, `is above ${most}`));

/** One fault a value: what the first check refuses the next ones do not look at. */
const text = z.string('is not a text').min(1, { error: 'is empty', abort: true });

const isUrlOf = (value: string, protocols: readonly string[]): boolean =>
  URL.canParse(value) && protocols.includes(new URL(value).protocol);

const notSuchUrl = { error: 'is not such a URL', abort: true } as const;

const urlOf = (...protocols: string[]) => text.refine((value) => isUrlOf(value, protocols), notSuchUrl);

const webProtocols = ['http:', 'https:'];

/** Nobody between here and there, or TLS. */
const isPrivate = (value: string): boolean =>
  ['https:', 'wss:'].includes(new URL(value).protocol) || isNearby(new URL(value).hostname);

const webUrl = urlOf(...webProtocols).refine(isPrivate, 'goes over the network without TLS');

const endpointKinds = families.flatMap((family) => Object.keys(formatsOf(family).endpointKinds));
const kindOf = (value: string): string => endpointKinds.find((kind) => value.startsWith(kind)) ?? '';
const withoutKind = (value: string): string => value.slice(kindOf(value).length);

/** An endpoint of a chain, with its kind before it where there are several. */
const nodeUrl = text
  .refine((value) => isUrlOf(withoutKind(value), webProtocols), notSuchUrl)
  .refine((value) => isPrivate(withoutKind(value)), 'goes over the network without TLS')
  .refine((value) => kindOf(value) === '' || hasReadableUser(withoutKind(value)), 'has a % that encodes nothing');

/** Of a node that tells of new blocks. */
const socketUrl = urlOf('ws:', 'wss:').refine(isPrivate, 'goes over the network without TLS');

function hasReadableUser(url: string): boolean {
  const { username, password } = new URL(url);
  try {
    decodeURIComponent(username + password);
    return true;
  } catch {
    return false;
  }
}

/** Loopback, private IPv4, or a name without a dot, which no public name is. Names may begin like addresses; a URL has an address in four numbers. */
function isNearby(host: string): boolean {
  const isPrivateAddress = /^(127|10|192\.168|172\.(1[6-9]|2\d|3[01]))\./.test(host) && isIPv4(host);
  return isPrivateAddress || host === '[::1]' || !/[.:]/.test(host);
}

/** To which paths can be added. */
const serviceUrl = webUrl.refine((value) => {
  if (!URL.canParse(value)) return true;
  const { username, password, search, hash } = new URL(value);
  return username + password + search + hash === '';
}, 'has a user, a query or a fragment');

/** A path of the routing service, to which a query can be added. */
const path = text.startsWith('/', 'does not begin with /').regex(/^[^?#\s]+$/, 'is more than a path');

const paths = z.strictObject(
  Object.fromEntries(routerEndpoints.map((endpoint) => [endpoint, path.exactOptional()])) as Record<
    RouterEndpoint,
    z.ZodExactOptional<typeof path>
  >,
);

const providerNames = z
  .union([text.transform((value) => value.split(',').map((name) => name.trim())), z.array(z.string())], 'is no list')
  .pipe(z.array(z.string().regex(/^[\w-]{1,64}$/, 'is no name of a provider')));

const router = z.strictObject({
  url: serviceUrl,
  apiKey: text.regex(/^[\x21-\x7e]+$/, 'has characters that no header carries').exactOptional(),
  /** RFC 9110 5.6.2: a token. */
  apiKeyHeader: text.regex(/^[\w!#$%&'*+.^`|~-]+$/, 'is no name of a header').exactOptional(),
  paths: paths.exactOptional(),
  slippageUnit: z.enum(['fraction', 'percent'], 'is neither "fraction" nor "percent"').default('fraction'),
  contractMember: text.regex(/^use[A-Z]\w*Contract$/, 'is no such name').exactOptional(),
  referrer: text.exactOptional(),
  additionalProviders: providerNames.exactOptional(),
  callsPerMinute: integer(1, 100_000).exactOptional(),
  timeoutMs: integer(3_000, 61_000).default(30_000),
});

/** EVM, or base58 as TRON and Solana have them; the chain's own form is checked with its family. */
const address = text.regex(/^(0x[0-9a-fA-F]{40}|[1-9A-HJ-NP-Za-km-z]{32,44})$/, 'is no address');

const baseUnits = z
  .string('is no integer string')
  .regex(/^(0|[1-9]\d{0,77})$/, 'is no integer string')
  .transform(BigInt);

/** A list or, in a variable, with commas between. */
const urls = <Url extends z.ZodType<string, string>>(url: Url) =>
  z
    .union([text.transform((value) => value.split(',').map((one) => one.trim())), z.array(z.string())], 'is no list')
    .pipe(z.array(url).min(1, 'is empty'));

const chain = z
  .strictObject({
    chainId: integer(1, Number.MAX_SAFE_INTEGER).optional(),
    rpcUrls: urls(nodeUrl),
    wsUrls: urls(socketUrl).optional(),
    timeoutMs: integer(100, 120_000).optional(),
    blockTimeMs: integer(10, 3_600_000).optional(),
    progressDepth: integer(0, 1_000_000).optional(),
    proofDepth: integer(1, 1_000_000).optional(),
    genesis: text.regex(/^[0-9a-zA-Z+/]{32,64}=?$/, 'is no hash of a genesis').optional(),
    networkId: z.int('is not a whole number').optional(),
    network: z.enum(['mainnet', 'testnet', 'regtest'], 'is no network of Bitcoin').optional(),
    wrappedNative: address.optional(),
    nativeToken: z.strictObject({ symbol: text, decimals: integer(0, 36) }).optional(),
    transactionType: z.enum(['eip1559', 'legacy'], 'is neither "eip1559" nor "legacy"').optional(),
    explorerUrl: webUrl.optional(),
    spenders: z.array(address, 'is no list').optional(),
    programs: z.array(address, 'is no list').optional(),
    maxNetworkFee: baseUnits.optional(),
    maxDeclaredFee: baseUnits.optional(),
  })
  .refine(({ progressDepth = 0, proofDepth }) => proofDepth === undefined || progressDepth <= proofDepth, {
    path: ['progressDepth'],
    message: 'is above proofDepth',
  });

const api = z
  .strictObject({
    host: z.enum(['127.0.0.1', '0.0.0.0'], 'is neither 127.0.0.1 nor 0.0.0.0').default('127.0.0.1'),
    port: integer(0, 65_535).default(7_300),
    /** Said by the container image: there, loopback is the container's own, and its publisher decides who reaches the port. */
    inContainer: z.literal('1', 'is not 1').optional(),
  })
  .refine(({ host, inContainer }) => host === '127.0.0.1' || inContainer !== undefined, {
    path: ['host'],
    message: 'reaches beyond this machine, which is only for a container',
  })
  .prefault({});

export const settingsSchema = z.strictObject({
  dataFolder: text.default('.ferryman'),
  databaseUrl: urlOf('postgres:', 'postgresql:').optional(),
  redisUrl: urlOf('redis:', 'rediss:').optional(),
  router: router.optional(),
  chains: z.record(z.string(), chain).default({}),
  api,
  policy: policySchema(),
  keystorePassword: text.optional(),
  intakeSecret: text.min(32, 'is shorter than 32 characters').optional(),
  logLevel: z.enum(logLevels, `is none of ${logLevels.join(', ')}`).default('info'),
  client: z.strictObject({ url: webUrl.optional(), apiKey: text.optional() }).prefault({}),
});

export type Settings = z.infer<typeof settingsSchema>;
export type ChainSettings = z.infer<typeof chain>;

/** Every member of the policy may be replaced: whole numbers. */
function policySchema() {
  const members = Object.entries(defaultPolicy).map(([name, value]) => [name, policyNumber(name).default(value)]);
  return z
    .strictObject(Object.fromEntries(members))
    .transform((policy) => policy as unknown as Policy)
    .prefault({});
}

/** Durations and counts are at least one; shares go from nothing to all. */
function policyNumber(name: string) {
  if (name.endsWith('Bps')) return integer(0, 10_000);
  return integer(name === 'reviewAfterTimes' ? 0 : 1, Number.MAX_SAFE_INTEGER);
}

const fixes: readonly [RegExp, string][] = [
  [/^\/dataFolder$/, 'Give a folder that this user may write to.'],
  [/^\/databaseUrl$/, 'Give a URL such as postgres://user@host/database, or none for the embedded journal.'],
  [/^\/intakeSecret$/, 'Give at least 32 random characters, such as `openssl rand -base64 32` prints.'],
  [/^\/redisUrl$/, 'Give a URL such as redis://host:6379, or none for the embedded Redis.'],
  [/^\/router$/, 'Set router.url, or FERRYMAN_ROUTER_URL.'],
  [/^\/router\/url$/, 'Give an https URL, http only for a local service; a key goes into router.apiKey.'],
  [/^\/router\/slippageUnit$/, 'Use "fraction" (0.01 is one percent) or "percent" (1 is one percent).'],
  [/^\/router\/apiKey$/, 'Give the key as the service issued it, without spaces or line breaks.'],
  [/^\/router\/apiKeyHeader$/, 'Give the name of the header that carries the key, such as apikey.'],
  [/^\/router\/paths/, 'Give a path such as /api/info/status, without a query.'],
  [/^\/router\/contractMember$/, 'Give a name such as useServiceContract, or none for any of that form.'],
  [
    /^\/router\/additionalProviders/,
    'Give the names of providers that `ferryman providers --diff` shows as new, as the service writes them.',
  ],
  [/^\/router\/callsPerMinute$/, 'Give how many calls a minute the service allows with this key.'],
  [/^\/router\/timeoutMs$/, 'Give 3000 to 61000 ms: the service gets a second less, and takes 2 to 60 s.'],
  [/^\/chains$/, 'Give an object of chains by name, such as {"ETH": {"rpcUrls": ["http://127.0.0.1:8545"]}}.'],
  [
    /^\/chains\/[^/]+\/rpcUrls/,
    'Give one or more https URLs of the chain’s endpoints; http only for local ones, and bitcoind+http://user:password@host:port for a node of Bitcoin Core.',
  ],
  [
    /^\/chains\/[^/]+\/wsUrls/,
    'Give one or more wss URLs of the chain’s endpoints, ws only for local ones, or leave it out: blocks are polled then.',
  ],
  [/^\/chains\/[^/]+\/timeoutMs$/, 'Give 100 to 120000 ms for one question to an endpoint.'],
  [/^\/chains\/[^/]+\/chainId$/, 'Give the EIP-155 chain id that the endpoints serve.'],
  [
    /^\/chains\/[^/]+\/spenders/,
    'Give the addresses of the contracts that may be allowed to take tokens, or none for any.',
  ],
  [/^\/api\/host$/, 'Leave it at 127.0.0.1, and put a proxy with TLS in front where others must reach it.'],
  [/^\/api\/port$/, 'Give a port from 1 to 65535, or 0 for any free one.'],
  [/^\/chains\/[^/]+\/max(DeclaredFee|NetworkFee)$/, 'Give base units of the native coin as an integer string.'],
  [
    /^\/chains\/[^/]+\/genesis$/,
    'Give the id of block 0 (TRON, Bitcoin), the genesis hash (Solana) or the root hash of the zero state (TON) of the network that the endpoints serve.',
  ],
  [
    /^\/chains\/[^/]+\/networkId$/,
    'Give the global id of the TON network: -239 for the main one, -3 for the test network.',
  ],
  [/^\/chains\/[^/]+\/network$/, 'Give "mainnet", "testnet" or "regtest".'],
  [/^\/chains\/[^/]+\/programs/, 'Give the addresses of the programs that swaps may call, or none for the usual ones.'],
  [/^\/policy\//, 'Give a whole number, durations in milliseconds.'],
  [/^\/client\/url$/, 'Give the URL of a running Ferryman, such as http://127.0.0.1:7300.'],
];

export function fixOf(path: string): string {
  return fixes.find(([pattern]) => pattern.test(path))?.[1] ?? 'Correct or remove it.';
}
