import { isIPv4 } from 'node:net';
import { z } from 'zod';
import { defaultPolicy, type Policy } from '../core/decide/policy.ts';
import { families, formatsOf } from '../core/swap/chains.ts';
import { type RouterEndpoint, routerEndpoints } from '../ports/router.ts';
import { logLevels } from './config.ts';

/*
 * The settings as they are written down: in the file as JSON, in flags and variables as text. What
 * is wrong is said here; what to do about it is in `fix-of.ts`. What the members of `meta` say
 * stands in docs/reference/configuration.md.
 */

/** What the reference says of a setting. */
export interface SettingMeta {
  description?: string;
  /** What is given, such as `integer, 1 to 10`. */
  type?: string;
  unit?: string;
  /** What holds where nothing is given and the schema has no default. */
  absent?: string;
}

/** Types the members of `meta`, which zod leaves open. */
const says = (meta: SettingMeta): SettingMeta & Record<string, unknown> => ({ ...meta });

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
    .pipe(
      z.int('is not a whole number').min(least, `is below ${least}`).max(most, `is above ${most}`),
    )
    .meta(says({ type: rangeOf(least, most) }));

const rangeOf = (least: number, most: number): string =>
  most === Number.MAX_SAFE_INTEGER ? `integer, at least ${least}` : `integer, ${least} to ${most}`;

/** One fault a value: what the first check refuses the next ones do not look at. */
const text = z
  .string('is not a text')
  .min(1, { error: 'is empty', abort: true })
  .meta(says({ type: 'text' }));

const isUrlOf = (value: string, protocols: readonly string[]): boolean =>
  URL.canParse(value) && protocols.includes(new URL(value).protocol);

const notSuchUrl = { error: 'is not such a URL', abort: true } as const;

const urlOf = (...protocols: string[]) =>
  text
    .refine((value) => isUrlOf(value, protocols), notSuchUrl)
    .meta(says({ type: `URL (${protocols.map((protocol) => `\`${protocol}\``).join(', ')})` }));

const webProtocols = ['http:', 'https:'];

/** Nobody between here and there, or TLS. */
const isPrivate = (value: string): boolean =>
  ['https:', 'wss:'].includes(new URL(value).protocol) || isNearby(new URL(value).hostname);

const webUrl = urlOf(...webProtocols).refine(isPrivate, 'goes over the network without TLS');

const endpointKinds = families.flatMap((family) => Object.keys(formatsOf(family).endpointKinds));
const kindOf = (value: string): string =>
  endpointKinds.find((kind) => value.startsWith(kind)) ?? '';
const withoutKind = (value: string): string => value.slice(kindOf(value).length);

/** An endpoint of a chain, with its kind before it where there are several. */
const nodeUrl = text
  .refine((value) => isUrlOf(withoutKind(value), webProtocols), notSuchUrl)
  .refine((value) => isPrivate(withoutKind(value)), 'goes over the network without TLS')
  .refine(
    (value) => kindOf(value) === '' || hasReadableUser(withoutKind(value)),
    'has a % that encodes nothing',
  )
  .meta(
    says({
      type: `URL (${[...webProtocols, ...endpointKinds].map((kind) => `\`${kind}\``).join(', ')})`,
    }),
  );

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

/**
 * Loopback, private IPv4, or a name without a dot, which no public name is. Names may begin like
 * addresses; a URL has an address in four numbers.
 */
function isNearby(host: string): boolean {
  const isPrivateAddress =
    /^(127|10|192\.168|172\.(1[6-9]|2\d|3[01]))\./.test(host) && isIPv4(host);
  return isPrivateAddress || host === '[::1]' || !/[.:]/.test(host);
}

/** To which paths can be added. */
const serviceUrl = webUrl.refine((value) => {
  if (!URL.canParse(value)) return true;
  const { username, password, search, hash } = new URL(value);
  return username + password + search + hash === '';
}, 'has a user, a query or a fragment');

/** A path of the routing service, to which a query can be added. */
const path = text
  .startsWith('/', 'does not begin with /')
  .regex(/^[^?#\s]+$/, 'is more than a path')
  .meta(says({ type: 'path' }));

const pathOf = (endpoint: RouterEndpoint) =>
  path
    .exactOptional()
    .meta(says({ description: `Path of the service's endpoint \`${endpoint}\`.` }));

const paths = z.strictObject(
  Object.fromEntries(routerEndpoints.map((endpoint) => [endpoint, pathOf(endpoint)])) as Record<
    RouterEndpoint,
    z.ZodExactOptional<typeof path>
  >,
);

const providerNames = z
  .union(
    [text.transform((value) => value.split(',').map((name) => name.trim())), z.array(z.string())],
    'is no list',
  )
  .pipe(z.array(z.string().regex(/^[\w-]{1,64}$/, 'is no name of a provider')))
  .meta(says({ type: 'list of names' }));

const router = z.strictObject({
  url: serviceUrl.meta(
    says({ description: 'The routing service. A key goes into `router.apiKey`.' }),
  ),
  apiKey: text
    .regex(/^[\x21-\x7e]+$/, 'has characters that no header carries')
    .exactOptional()
    .meta(says({ description: 'The key that the service issued.', absent: 'no key is sent' })),
  /** RFC 9110 5.6.2: a token. */
  apiKeyHeader: text
    .regex(/^[\w!#$%&'*+.^`|~-]+$/, 'is no name of a header')
    .exactOptional()
    .meta(says({ description: 'The header that carries the key.', absent: '`apikey`' })),
  paths: paths.exactOptional(),
  slippageUnit: z
    .enum(['fraction', 'percent'], 'is neither "fraction" nor "percent"')
    .default('fraction')
    .meta(
      says({
        description:
          'How the service reads slippage: one percent is 0.01 as a fraction, 1 as percent.',
      }),
    ),
  contractMember: text
    .regex(/^use[A-Z]\w*Contract$/, 'is no such name')
    .exactOptional()
    .meta(
      says({
        description: 'How the service names the member `useServiceContract` of the interface.',
        absent: 'any single member `use…Contract`',
      }),
    ),
  referrer: text
    .exactOptional()
    .meta(says({ description: 'The referrer of each request for a route.', absent: '`ferryman`' })),
  additionalProviders: providerNames.exactOptional().meta(
    says({
      description:
        'Providers that a job may list beside those of the registry, as the service writes them.',
      absent: 'a job may list only providers of the registry',
    }),
  ),
  callsPerMinute: integer(1, 100_000)
    .exactOptional()
    .meta(
      says({
        description:
          'How many calls a minute the service allows with this key. All workers on one Redis share them.',
        unit: 'calls a minute',
        absent: 'calls are not counted',
      }),
    ),
  timeoutMs: integer(3_000, 61_000)
    .default(30_000)
    .meta(
      says({
        description: 'For one call. The service is asked to answer a second earlier.',
        unit: 'ms',
      }),
    ),
});

/** EVM, or base58 as TRON and Solana have them; the chain's own form is checked with its family. */
const address = text
  .regex(/^(0x[0-9a-fA-F]{40}|[1-9A-HJ-NP-Za-km-z]{32,44})$/, 'is no address')
  .meta(says({ type: 'address' }));

const baseUnits = z
  .string('is no integer string')
  .regex(/^(0|[1-9]\d{0,77})$/, 'is no integer string')
  .transform(BigInt)
  .meta(says({ type: 'integer as text', unit: 'base units of the native coin' }));

/** A list or, in a variable, with commas between. */
const urls = <Url extends z.ZodType<string, string>>(url: Url) =>
  z
    .union(
      [text.transform((value) => value.split(',').map((one) => one.trim())), z.array(z.string())],
      'is no list',
    )
    .pipe(z.array(url).min(1, 'is empty'))
    .meta(says({ type: `list of ${String(url.meta()?.type).replace(/^URL/, 'URLs')}` }));

const addresses = z.array(address, 'is no list').meta(says({ type: 'list of addresses' }));

const chain = z
  .strictObject({
    rpcUrls: urls(nodeUrl).meta(
      says({
        description:
          'Endpoints of the chain, the preferred one first; two of two operators. `http` only for local ones. A node of Bitcoin Core: `bitcoind+http://user:password@host:port`.',
      }),
    ),
    wsUrls: urls(socketUrl)
      .optional()
      .meta(
        says({
          description: 'Endpoints that tell of new blocks; `ws` only for local ones.',
          absent: 'blocks are polled',
        }),
      ),
    chainId: integer(1, Number.MAX_SAFE_INTEGER)
      .optional()
      .meta(says({ description: 'EIP-155 chain id of the network that the endpoints serve.' })),
    timeoutMs: integer(100, 120_000)
      .optional()
      .meta(says({ description: 'For one question to an endpoint.', unit: 'ms', absent: '10000' })),
    blockTimeMs: integer(10, 3_600_000)
      .optional()
      .meta(says({ description: 'How long a block takes: the pace of polling.', unit: 'ms' })),
    progressDepth: integer(0, 1_000_000)
      .optional()
      .meta(
        says({
          description: 'Blocks on top of an inclusion after which the next step may start.',
          unit: 'blocks',
        }),
      ),
    proofDepth: integer(1, 1_000_000)
      .optional()
      .meta(
        says({
          description: 'Blocks on top of an inclusion after which it counts as irreversible.',
          unit: 'blocks',
        }),
      ),
    genesis: text
      .regex(/^[0-9a-zA-Z+/]{32,64}=?$/, 'is no hash of a genesis')
      .optional()
      .meta(
        says({
          description:
            'The network: id of block 0 (TRON, Bitcoin), genesis hash (Solana), root hash of the zero state (TON).',
        }),
      ),
    networkId: z
      .int('is not a whole number')
      .optional()
      .meta(
        says({
          type: 'integer',
          description: 'Global id of the network: -239 is the main one, -3 the test network.',
        }),
      ),
    network: z
      .enum(['mainnet', 'testnet', 'regtest'], 'is no network of Bitcoin')
      .optional()
      .meta(says({ description: "Which addresses are the network's." })),
    wrappedNative: address.optional().meta(
      says({
        description:
          'The wrapped form of the native coin: the one token that may be called directly.',
      }),
    ),
    nativeToken: z
      .strictObject({
        symbol: text.meta(
          says({
            description: 'Symbol of the native coin; given with its decimals.',
            absent: "the registry's",
          }),
        ),
        decimals: integer(0, 36).meta(
          says({
            description: 'Decimals of the native coin; given with its symbol.',
            absent: "the registry's",
          }),
        ),
      })
      .optional(),
    transactionType: z
      .enum(['eip1559', 'legacy'], 'is neither "eip1559" nor "legacy"')
      .optional()
      .meta(says({ description: 'The form of transactions.' })),
    explorerUrl: webUrl.optional().meta(says({ description: "The chain's explorer." })),
    spenders: addresses.optional().meta(
      says({
        description: 'The only contracts that may be allowed to take tokens.',
        absent: 'any contract that the routing service names, for exactly what is needed',
      }),
    ),
    programs: addresses.optional().meta(
      says({
        description:
          'The programs that swaps may call beside the native ones, also through one another.',
      }),
    ),
    maxNetworkFee: baseUnits
      .optional()
      .meta(says({ description: 'The most that the network fee of one transaction may be.' })),
    maxDeclaredFee: baseUnits
      .optional()
      .meta(
        says({ description: "The most that an order's native fees beside the network's may be." }),
      ),
  })
  .refine(
    ({ progressDepth = 0, proofDepth }) => proofDepth === undefined || progressDepth <= proofDepth,
    {
      path: ['progressDepth'],
      message: 'is above proofDepth',
    },
  );

const api = z
  .strictObject({
    host: z
      .enum(['127.0.0.1', '0.0.0.0'], 'is neither 127.0.0.1 nor 0.0.0.0')
      .default('127.0.0.1')
      .meta(says({ description: 'Where the API listens; `0.0.0.0` only in a container.' })),
    port: integer(0, 65_535)
      .default(7_300)
      .meta(says({ description: 'The port of the API; 0 for any free one.' })),
    /** There, loopback is the container's own, and its publisher decides who reaches the port. */
    inContainer: z
      .literal('1', 'is not 1')
      .optional()
      .meta(
        says({ description: 'Set by the container image: permits `api.host` to be `0.0.0.0`.' }),
      ),
  })
  .refine(({ host, inContainer }) => host === '127.0.0.1' || inContainer !== undefined, {
    path: ['host'],
    message: 'reaches beyond this machine, which is only for a container',
  })
  .prefault({});

/** Members of the policy that are no durations, and what they count. */
const counted: Readonly<Record<string, string>> = {
  maxOrders: 'orders',
  inclusionBlocks: 'blocks',
  reviewAfterFailures: 'failures',
  reviewAfterTimes: 'times',
  maxGenerations: 'generations',
};

export const settingsSchema = z.strictObject({
  dataFolder: text.default('.ferryman').meta(
    says({
      description:
        'Keystores and the signing log; embedded also the journal and the queue. A relative path starts at the working folder.',
    }),
  ),
  databaseUrl: urlOf('postgres:', 'postgresql:')
    .optional()
    .meta(
      says({
        description: "The journal's Postgres.",
        absent: 'an embedded journal in the data folder',
      }),
    ),
  redisUrl: urlOf('redis:', 'rediss:')
    .optional()
    .meta(
      says({ description: "The queue's Redis.", absent: 'a private Redis in the data folder' }),
    ),
  router: router.optional(),
  chains: z.record(z.string(), chain).default({}),
  api,
  policy: policySchema(),
  keystorePassword: text
    .optional()
    .meta(says({ description: 'Opens the keystores, in processes that sign.' })),
  intakeSecret: text
    .min(32, 'is shorter than 32 characters')
    .optional()
    .meta(
      says({
        type: 'text, at least 32 characters',
        description:
          'Opens what the journal keeps of API keys for intake jobs. The same in each API process.',
        absent: 'a file in the data folder, where the journal is embedded',
      }),
    ),
  logLevel: z
    .enum(logLevels, `is none of ${logLevels.join(', ')}`)
    .default('info')
    .meta(says({ description: 'What is logged.' })),
  client: z
    .strictObject({
      url: webUrl.optional().meta(
        says({
          description: 'The running Ferryman that the commands ask.',
          absent: '`http://127.0.0.1:<api.port>`',
        }),
      ),
      apiKey: text.optional().meta(says({ description: 'The API key of the commands.' })),
    })
    .prefault({}),
});

export type Settings = z.infer<typeof settingsSchema>;
export type ChainSettings = z.infer<typeof chain>;

/** Every member of the policy may be replaced: whole numbers. */
function policySchema() {
  const members = Object.entries(defaultPolicy).map(([name, value]) => [
    name,
    policyNumber(name)
      .default(value)
      .meta(says({ unit: policyUnit(name) })),
  ]);
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

function policyUnit(name: string): string {
  return counted[name] ?? (name.endsWith('Bps') ? 'bps' : 'ms');
}
